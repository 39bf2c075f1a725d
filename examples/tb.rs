use quincunx::tablebase::*;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let max: u32 = a[2].parse().unwrap();
    let metric = match a[3].as_str() {
        "end" => Metric::End,
        q => Metric::Conversion { quiet: q.parse().unwrap() },
    };
    let b = Builder { folder: a[1].clone().into(), metric, keeps_distances: true, memory: 4 << 30 };
    std::fs::create_dir_all(&b.folder).unwrap();
    rayon::ThreadPoolBuilder::new().num_threads(2).build_global().unwrap();
    for p in Pair::all() {
        if p.major() > max {
            continue;
        }
        let t = std::time::Instant::now();
        let tell = |s: Stage| eprintln!("  {:?} {:?}", s, t.elapsed());
        let h = b.build(p, &tell).unwrap();
        println!("{p} {:?} {:?} bytes {}", t.elapsed(), &h.counts[..p.turns().len()], h.bytes);
    }
}

//! What the processor can run: builds for any x86-64 and for x86-64-v3, up to a quarter faster, and how
//! they work together in packages.
//!
//! `is_x86_feature_detected!` is the constant `true` for what a build demands, so this asks the
//! processor itself. `scripts/package-tests.sh` tests it on emulated processors.
#![allow(unsafe_code)]

use std::arch::x86_64::{__cpuid, __cpuid_count, _xgetbv};
use std::hint::black_box;

/// SSE3, SSSE3, FMA, CMPXCHG16B, SSE4.1, SSE4.2, MOVBE, POPCNT, OSXSAVE, AVX and F16C: ECX of leaf 1.
const FIRST: u32 = bits(&[0, 9, 12, 13, 19, 20, 22, 23, 27, 28, 29]);
/// BMI1, AVX2 and BMI2: EBX of leaf 7.
const SEVENTH: u32 = bits(&[3, 5, 8]);
/// LAHF and LZCNT: ECX of leaf 0x8000_0001.
const EXTENDED: u32 = bits(&[0, 5]);
/// The registers XMM and YMM: what the system saves.
const SAVED: u32 = bits(&[1, 2]);

const fn bits(numbers: &[u32]) -> u32 {
    let (mut bits, mut at) = (0, 0);
    while at < numbers.len() {
        bits |= 1 << numbers[at];
        at += 1;
    }
    bits
}

/// Whether the processor has all of x86-64-v3 and the system saves its registers.
// Newer compilers know that CPUID is safe.
#[allow(unused_unsafe)]
fn is_v3() -> bool {
    // Without the black box this becomes ANDN, which is part of what it asks for.
    let has = |register: u32, wanted: u32| black_box(register & wanted) == wanted;
    // SAFETY: every x86-64 has CPUID with leaves 0, 1 and 0x8000_0000. The others are read where those
    // say that they exist, and XGETBV is there if OSXSAVE is.
    unsafe {
        __cpuid(0).eax >= 7
            && has(__cpuid(1).ecx, FIRST)
            && has(__cpuid_count(7, 0).ebx, SEVENTH)
            && __cpuid(0x8000_0000).eax >= 0x8000_0001
            && has(__cpuid(0x8000_0001).ecx, EXTENDED)
            && has(_xgetbv(0) as u32, SAVED)
    }
}

/// Becomes the build for x86-64-v3 of the same package, if there is one and the processor can run it.
#[cfg(not(target_feature = "avx2"))]
pub(crate) fn hand_over() {
    use std::env;
    use std::os::unix::process::CommandExt;
    use std::process::Command;

    if !is_v3() {
        return;
    }
    let Ok(program) = env::current_exe() else { return };
    let version = env!("CARGO_PKG_VERSION");
    let fast = format!("../libexec/quincunx-{version}-x86-64-v3/quincunx");
    let mut words = env::args_os();
    let name = words.next().unwrap_or_default();
    // Returns only if it fails, and then this build does as well.
    let _ = Command::new(program.with_file_name(fast)).arg0(name).args(words).exec();
}

/// The start of this program would already execute instructions that older processors lack, so the
/// system calls this before.
#[cfg(target_feature = "avx2")]
#[used]
#[unsafe(link_section = ".init_array")]
static CHECK: extern "C" fn() = check;

#[cfg(target_feature = "avx2")]
extern "C" fn check() {
    use std::io::{self, Stderr, Write};

    if is_v3() {
        return;
    }
    // By pointers, for the standard library is built for any x86-64 unless it is inlined here.
    let write: fn(&mut Stderr, &[u8]) -> io::Result<()> = black_box(Write::write_all);
    let exit: fn(i32) -> ! = black_box(std::process::exit);
    let _ = write(
        &mut io::stderr(),
        b"quincunx: this build needs a processor with AVX2 and the rest of x86-64-v3, as most have since \
        2013; build with RUSTFLAGS=\"-C target-cpu=x86-64\" for older ones\n",
    );
    exit(1);
}

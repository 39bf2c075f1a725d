//! How far the build of a table has come.

use crate::tablebase::Stage;

/// Returns how many entries of a unit of `work` entries count as done at a stage.
///
/// Seeds take about three tenths of the time and writing one. Waves take the rest, and most of that
/// goes into unmaking the moves to what they decide, so the positions decided so far tell how far
/// they are. What is drawn in the end is never decided: the waves end sooner than that says.
pub(super) fn done_at(stage: Stage, work: u64) -> u64 {
    let share = match stage {
        Stage::Seeds => 0.0,
        Stage::Wave(_, decided) => 0.3 + 0.6 * (decided as f64 / work.max(1) as f64).min(1.0),
        Stage::Write => 0.9,
    };
    (work as f64 * share).round() as u64
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::cli::progress::time_left;

    /// The pairs of a build of all Morris tables: entries won or lost, drawn, and the seconds of
    /// processor time that they took.
    const BUILT: [(u64, u64, f64); 28] = [
        (338_714, 538, 0.1),
        (180_773, 1_340_023, 0.1),
        (376, 6_450_818, 0.1),
        (596_638, 4_564_142, 0.5),
        (11_458, 20_609_534, 0.3),
        (2_944_371, 10_806_269, 1.4),
        (66_216, 61_762_632, 0.9),
        (7_567_267, 43_964_317, 2.9),
        (20_377_365, 9_074_011, 4.4),
        (22_000_875, 122_231_269, 6.5),
        (85_158_515, 17_874_541, 7.8),
        (49_095_361, 2_432_311, 7.3),
        (56_923_070, 255_535_650, 16.5),
        (198_615_423, 69_206_369, 21.5),
        (160_946_768, 6_464_828, 10.6),
        (74_406_641, 11_815, 8.5),
        (318_627_574, 216_959_002, 47.1),
        (373_066_671, 28_639_305, 29.0),
        (223_060_259, 134_965, 12.7),
        (521_368_706, 320_217_486, 78.5),
        (614_101_941, 122_309_091, 67.2),
        (486_917_666, 4_040_844, 31.7),
        (775_925_505, 276_033_295, 110.8),
        (791_891_929, 26_321_551, 60.5),
        (852_331_456, 331_121_922, 124.4),
        (951_177_162, 100_804_138, 96.7),
        (866_503_642, 185_461_158, 116.2),
        (664_323_390, 153_890_986, 81.9),
    ];

    /// Runs through a build from a pair on and returns, step by step, the share of the time that is
    /// over, the time that is left, and the estimate of it.
    fn estimates(from: usize) -> Vec<(f64, f64, Option<f64>)> {
        let wanted = &BUILT[from..];
        let total = wanted.iter().map(|(decided, drawn, _)| decided + drawn).sum();
        let all: f64 = wanted.iter().map(|(.., seconds)| seconds).sum();
        let (mut finished, mut before) = (0, 0.0);
        let mut found = Vec::new();
        for (decided, drawn, seconds) in wanted {
            let work = decided + drawn;
            // The waves go faster and faster: half of what is left in each.
            let waves = (0..20).map(|n| (0.3 + 0.03 * f64::from(n), 1.0 - 0.5_f64.powi(n)));
            let wave =
                |(at, share): (f64, f64)| (at, Stage::Wave(0, (*decided as f64 * share) as u64));
            let stages = [(0.0, Stage::Seeds), (0.2, Stage::Seeds)].into_iter();
            for (at, stage) in stages.chain(waves.map(wave)).chain([(0.95, Stage::Write)]) {
                let elapsed = before + at * seconds;
                let done = finished + done_at(stage, work);
                let left = time_left(Duration::from_secs_f64(elapsed), done, total);
                let left = left.map(|left| left.as_secs_f64());
                found.push((elapsed / all, all - elapsed, left));
            }
            finished += work;
            before += seconds;
        }
        assert_eq!(finished, total);
        found
    }

    #[test]
    fn estimates_can_be_believed_from_the_start_and_after_a_resume() {
        for from in [0, 12, 19, 24, 27] {
            let found = estimates(from);
            let all = found[0].1;
            assert_eq!(found[0].2, None, "nothing is known yet");
            for (over, left, estimate) in found {
                let Some(estimate) = estimate else {
                    assert!(over < 0.31, "from {from}: no estimate after {over}");
                    continue;
                };
                // Never far from the truth, and close to it towards the end.
                let error = (estimate - left).abs() / all;
                let allowed = if over < 0.02 {
                    1.5
                } else if over < 0.8 {
                    0.5
                } else {
                    0.2
                };
                assert!(error < allowed, "from {from}: {over:.3} over, {left:.0} s, {estimate:.0}");
            }
        }
    }

    #[test]
    fn work_never_goes_back() {
        let work = 1000;
        let waves = [0, 1, 500, 1000, 4000].map(|decided| Stage::Wave(9, decided));
        let stages = [Stage::Seeds].into_iter().chain(waves).chain([Stage::Write]);
        let done: Vec<u64> = stages.map(|stage| done_at(stage, work)).collect();
        assert_eq!(done, [0, 300, 301, 600, 900, 900, 900]);
    }
}

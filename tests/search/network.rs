//! Networks: what they read, what they add up, and their files.

use quincunx::games::{Game, GameList, Standard, Visitor};
use quincunx::kernel::{Action, Record, Score, SplitMix64, Weights};
use quincunx::network::{
    COUNT_BITS, Hybrid, Layers, Learned, MOST, MOST_OUT, Network, NetworkError, ONE, OUT_BITS,
    Origin, SIXTEENTHS, Shape, Sink,
};

/// Positions of random games, none of them an end.
fn positions<P: Game>(games: u64) -> Vec<P> {
    let mut positions = Vec::new();
    for seed in 0..games {
        let mut rng = SplitMix64::new(seed);
        let mut record = Record::new(P::start(&P::Rules::default()));
        let mut moves = Vec::new();
        while record.outcome().is_none() && record.steps().len() < 150 {
            if rng.below(5) == 0 {
                positions.push(record.current().clone());
            }
            moves.clear();
            record.legal_moves(&mut moves);
            record.play(Action::Move(moves[rng.below(moves.len())])).unwrap();
        }
    }
    positions
}

/// The inputs of a position.
#[derive(Default)]
struct Read {
    flags: Vec<usize>,
    counts: Vec<(usize, i32)>,
    tallies: Vec<(usize, i32)>,
}

impl Sink for Read {
    fn flag(&mut self, at: usize) {
        self.flags.push(at);
    }

    fn count(&mut self, at: usize, number: i32) {
        self.counts.push((at, number));
    }

    fn tally(&mut self, at: usize, number: i32) {
        self.tallies.push((at, number));
    }
}

fn read<P: Learned>(position: &P) -> Read {
    let mut inputs = Read::default();
    position.read(&mut inputs);
    inputs
}

/// A network of random weights.
fn random<P: Game>(hidden: usize, seed: u64) -> Network {
    let mut rng = SplitMix64::new(seed);
    let mut below = |bound: i32| rng.below(2 * bound as usize + 1) as i32 - bound;
    let shape = P::SHAPE;
    let mut wide = |count: usize, bound| (0..count).map(|_| below(bound)).collect::<Vec<i32>>();
    let terms = wide(P::Weights::NAMES.len(), 2000);
    let constant = wide(1, 5000)[0];
    let direct = wide(shape.counts + shape.tallies, 1000);
    let mut narrow = |count: usize, bound| wide(count, bound).iter().map(|w| *w as i16).collect();
    let layers = Layers {
        hidden,
        terms,
        constant,
        direct,
        bias: narrow(hidden, 90),
        out: narrow(hidden, 240),
        flags: narrow(hidden * shape.flags, 60),
        counts: narrow(hidden * shape.counts, 900),
    };
    Network::new(layers, shape, P::Weights::NAMES.len()).unwrap()
}

/// Adds everything up as the documentation has it, in numbers that hold anything.
fn value_by_the_book<P: Game>(position: &P, network: &Network) -> i32 {
    let layers = network.layers();
    let inputs = read(position);
    let weights = P::Weights::from_values(&layers.terms);
    let mut score = i64::from(position.weigh(&weights)) + i64::from(layers.constant);
    for (at, number) in &inputs.counts {
        score += i64::from(layers.direct[*at]) * i64::from(*number);
    }
    for (at, number) in &inputs.tallies {
        score += i64::from(layers.direct[P::SHAPE.counts + *at]) * i64::from(*number);
    }
    let mut squares = 0;
    for unit in 0..layers.hidden {
        let flags =
            inputs.flags.iter().map(|at| i64::from(layers.flags[at * layers.hidden + unit]));
        let counts = inputs.counts.iter().map(|(at, number)| {
            i64::from(layers.counts[at * layers.hidden + unit]) * i64::from(*number)
        });
        let sum = i64::from(layers.bias[unit])
            + flags.sum::<i64>()
            + counts.sum::<i64>().div_euclid(1 << COUNT_BITS);
        squares += sum.clamp(0, ONE.into()).pow(2) * i64::from(layers.out[unit]);
    }
    let sixteenths = score + squares.div_euclid(1 << OUT_BITS);
    (sixteenths + i64::from(SIXTEENTHS) / 2).div_euclid(SIXTEENTHS.into()) as i32
}

/// A check of any game.
trait Check {
    fn check<P: Game>();
}

struct Checking<C>(std::marker::PhantomData<C>);

impl<C: Check> Visitor for Checking<C> {
    type Output = ();

    fn visit<P: Game>(self) {
        C::check::<P>();
    }
}

fn every_game<C: Check>() {
    for kind in Standard::ALL {
        Standard::with(*kind, Checking::<C>(std::marker::PhantomData)).unwrap();
    }
}

struct Inputs;

impl Check for Inputs {
    fn check<P: Game>() {
        let shape = P::SHAPE;
        let mut on = vec![false; shape.flags];
        for position in positions::<P>(200) {
            let Read { mut flags, counts, tallies } = read(&position);
            assert!(flags.len() <= shape.active, "{}: {} flags", P::NAME, flags.len());
            assert!(counts.len() <= shape.given, "{}: {} counts", P::NAME, counts.len());
            flags.sort_unstable();
            assert!(flags.windows(2).all(|pair| pair[0] < pair[1]), "{}: a flag twice", P::NAME);
            flags.iter().for_each(|flag| on[*flag] = true);
            for (at, number) in &counts {
                assert!(*at < shape.counts && number.abs() <= MOST, "{}: {at} {number}", P::NAME);
            }
            for (at, number) in &tallies {
                assert!(*at < shape.tallies && number.abs() <= MOST, "{}: {at} {number}", P::NAME);
            }
        }
        let seen = on.iter().filter(|on| **on).count();
        assert!(2 * seen >= shape.flags, "{}: {seen} of {} flags", P::NAME, shape.flags);
    }
}

#[test]
fn inputs_keep_to_their_shape() {
    every_game::<Inputs>();
}

struct Images;

impl Check for Images {
    fn check<P: Game>() {
        let flags: Vec<usize> = (0..P::SHAPE.flags).collect();
        for symmetry in 0..P::SYMMETRIES {
            let images: Vec<usize> = flags.iter().map(|flag| P::image(*flag, symmetry)).collect();
            assert_eq!(symmetry == 0 || flags.is_empty(), images == flags, "{}", P::NAME);
            let mut sorted = images;
            sorted.sort_unstable();
            assert_eq!(sorted, flags, "{}: symmetry {symmetry} loses flags", P::NAME);
        }
    }
}

#[test]
fn symmetries_take_flags_to_flags() {
    every_game::<Images>();
}

struct Sums;

impl Check for Sums {
    fn check<P: Game>() {
        let positions = positions::<P>(6);
        for (seed, hidden) in [0, 8, 16, 40, 128, 272].into_iter().enumerate() {
            let network = random::<P>(hidden, seed as u64);
            let evaluator = Hybrid::<P>::with(network.clone());
            for position in &positions {
                let found = evaluator.value(position);
                let terms = position.terms(&evaluator);
                let sum: i32 = terms.iter().map(|term| term.centi).sum();
                assert_eq!(terms.iter().any(|term| term.name == "network"), position.is_known());
                if !position.is_known() {
                    assert_eq!(found, Hybrid::TERMS.value(position));
                    continue;
                }
                assert_eq!(found, value_by_the_book(position, &network), "{} {hidden}", P::NAME);
                assert_eq!(Score::centi(sum), position.evaluate(&evaluator), "{terms:?}");
            }
        }
    }
}

#[test]
fn values_are_what_the_documentation_says() {
    every_game::<Sums>();
}

struct Files;

impl Check for Files {
    fn check<P: Game>() {
        let network = random::<P>(8, 7);
        let origin = Origin {
            game: P::NAME.to_owned(),
            rounds: 3,
            games: 12,
            positions: 345,
            nodes: 300,
            seed: 9,
            scale: 107.5,
            program: "quincunx 1.2.3".to_owned(),
        };
        let bytes = network.to_bytes(P::SHAPE, &origin);
        let (evaluator, read) = Hybrid::<P>::read(&bytes).unwrap();
        assert_eq!((evaluator.network(), read), (Some(&network), origin.clone()));

        for length in (0..bytes.len()).step_by(13) {
            assert!(Hybrid::<P>::read(&bytes[..length]).is_err(), "{length} bytes");
        }
        for at in (0..bytes.len()).step_by(11) {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1;
            assert!(Hybrid::<P>::read(&damaged).is_err(), "byte {at}");
        }
        let mut newer = bytes.clone();
        newer[4] = 2;
        let refused = |bytes: &[u8]| Hybrid::<P>::read(bytes).unwrap_err();
        assert_eq!(refused(&newer), NetworkError::Version(2));
        assert_eq!(refused(b"not a network at all"), NetworkError::Foreign);
        let other = Origin { game: "nim".to_owned(), ..origin.clone() };
        let found = refused(&network.to_bytes(P::SHAPE, &other));
        assert_eq!(found.to_string(), format!("the network is for nim, not for {}", P::NAME));
        let more = Shape { flags: P::SHAPE.flags + 1, ..P::SHAPE };
        let other = Shape { edition: P::SHAPE.edition + 1, ..P::SHAPE };
        for shape in [more, other] {
            assert_eq!(
                refused(&network.to_bytes(shape, &origin)),
                NetworkError::Shape,
                "{shape:?}"
            );
        }
    }
}

#[test]
fn files_are_read_as_they_were_written_and_every_damage_shows() {
    every_game::<Files>();
}

struct Large;

impl Check for Large {
    fn check<P: Game>() {
        let terms = P::Weights::NAMES.len();
        let small = random::<P>(8, 1).layers().clone();
        let refused = |layers: Layers| {
            assert_eq!(
                Network::new(layers, P::SHAPE, terms),
                Err(NetworkError::Overflow),
                "{}",
                P::NAME
            );
        };
        refused(Layers { out: vec![i16::MAX; 8], ..small.clone() });
        refused(Layers { constant: i32::MIN, ..small.clone() });
        if P::SHAPE.active > 2 {
            refused(Layers { flags: vec![i16::MAX / 2; 8 * P::SHAPE.flags], ..small.clone() });
        }
        if P::SHAPE.counts + P::SHAPE.tallies > 0 {
            let direct = vec![i32::MAX / MOST; P::SHAPE.counts + P::SHAPE.tallies];
            refused(Layers { direct, ..small.clone() });
        }
        if P::SHAPE.tallies > 0 {
            let most = i32::MAX / 2 / P::SHAPE.tallied as i32;
            let tallied = |weight| {
                let mut direct = vec![weight; P::SHAPE.counts + P::SHAPE.tallies];
                direct[..P::SHAPE.counts].fill(0);
                Layers { terms: vec![0; terms], constant: 0, direct, ..small.clone() }
            };
            assert!(Network::new(tallied(most), P::SHAPE, terms).is_ok(), "{}", P::NAME);
            refused(tallied(-most - 1));
        }
        let short = Layers { bias: vec![0; 7], ..small.clone() };
        assert_eq!(Network::new(short, P::SHAPE, terms), Err(NetworkError::Shape));

        // The greatest output weights of both signs; all units of either sign are on, or all units.
        let rest = i16::try_from(MOST_OUT - 2 * i32::from(i16::MAX)).unwrap();
        let out = [i16::MAX, i16::MAX, rest].into_iter().flat_map(|out| [out, -out]);
        let out: Vec<i16> = out.chain([0, 0]).collect();
        for off in [None, Some(0), Some(1)] {
            let bias = (0..8).map(|unit| if Some(unit % 2) == off { 0 } else { ONE }).collect();
            let flags = vec![0; small.flags.len()];
            let counts = vec![0; small.counts.len()];
            let largest = Layers { bias, flags, counts, out: out.clone(), ..small.clone() };
            let network = Network::new(largest, P::SHAPE, terms).unwrap();
            let evaluator = Hybrid::<P>::with(network.clone());
            for position in positions::<P>(1).iter().filter(|position| position.is_known()) {
                assert_eq!(evaluator.value(position), value_by_the_book(position, &network));
            }
        }
        for more in [6, 7] {
            let mut out = out.clone();
            out[more] = if more % 2 == 0 { 1 } else { -1 };
            refused(Layers { out, ..small.clone() });
        }
    }
}

#[test]
fn weights_that_could_overflow_are_refused() {
    every_game::<Large>();
}

struct Own;

impl Check for Own {
    fn check<P: Game>() {
        let Some(bytes) = P::NETWORK else { return };
        let (evaluator, origin) = Hybrid::<P>::read(bytes).unwrap();
        assert_eq!(origin.game, P::NAME);
        assert_eq!(origin.scale, P::RECIPE.scale, "{}: trained for another scale", P::NAME);
        let plays = Hybrid::<P>::default();
        assert_eq!(plays.network(), evaluator.network(), "{}: plays with its network", P::NAME);
    }
}

#[test]
fn the_networks_of_the_games_are_whole() {
    every_game::<Own>();
}

/// Compares a game's values with the listed ones.
struct Listed<'a>(&'a str);

impl Visitor for Listed<'_> {
    type Output = usize;

    fn visit<P: Game>(self) -> usize {
        let evaluator = Hybrid::<P>::default();
        let rows = self.0.lines().filter_map(|line| line.strip_prefix(P::NAME));
        let check = |row: &str| {
            let (value, text) = row.trim_start().split_once('\t').unwrap();
            let position = P::read_position(text, &P::Rules::default()).unwrap();
            let found = position.evaluate(&evaluator).value();
            assert_eq!(found.to_string(), value, "{}: {text}", P::NAME);
        };
        rows.map(check).count()
    }
}

/// Positions of games with what they are worth by the networks that the games play with: the same on
/// every machine. Another network wants other values, those that `eval` tells.
#[test]
fn listed_positions_have_their_values() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/vectors/evaluations.tsv");
    let list = std::fs::read_to_string(path).unwrap();
    for kind in Standard::ALL {
        assert_eq!(Standard::with(*kind, Listed(&list)), Some(12), "{kind}");
    }
}

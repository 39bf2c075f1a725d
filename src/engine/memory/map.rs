//! The map itself: bounded, and safe to fill and read from any thread.
//!
//! No answer depends on the order of the entries in the map: what is evicted is chosen by worth and
//! age, and what goes to a store is sorted.

use std::sync::atomic::{AtomicU64, Ordering};

use ahash::RandomState;
use dashmap::DashMap;
use parking_lot::Mutex;

use super::entry::KIND;
use crate::games::Game;
use crate::kernel::Packed;
use crate::search::{Bound, Entry};
use crate::store::Name;

/// The most words of a packed board.
pub(super) const WORDS: usize = 3;

/// A packed board of at most three words, padded with zeros.
pub(super) type Board = [u64; WORDS];

/// Which positions may be compared: those of one game under the same rules.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Realm {
    /// Their database in a store.
    pub(super) name: Name,
    /// The words of a packed board.
    pub(super) words: usize,
}

impl Realm {
    /// Returns the realm of a game under those rules.
    pub(super) fn of<P: Game>(rules: &P::Rules) -> Self {
        Self { name: Name::of::<P>(KIND, rules), words: P::Packed::WORDS }
    }
}

/// The index of a realm in the list of realms.
pub(super) type RealmId = u16;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Key {
    realm: RealmId,
    board: Board,
}

#[derive(Clone, Copy, Debug)]
struct Kept {
    entry: Entry,
    /// A counter of remembered entries: greater means later.
    stamp: u64,
}

impl Kept {
    /// How much an entry is worth keeping: a proven win or loss first, then depth, then age, the
    /// youngest first.
    fn worth(&self) -> ((bool, u32, bool), u64) {
        (rank(self.entry), self.stamp)
    }
}

/// How much an entry says; of two for one board the one that says more is kept.
pub(super) fn rank(entry: Entry) -> (bool, u32, bool) {
    (is_proven(entry), entry.depth, entry.bound == Some(Bound::Exact))
}

/// Returns whether an entry says that its position is won or lost.
pub(super) fn is_proven(entry: Entry) -> bool {
    match entry.bound {
        None => false,
        Some(Bound::Exact) => entry.score.is_decisive(),
        Some(Bound::Lower) => entry.score.is_win(),
        Some(Bound::Upper) => entry.score.is_loss(),
    }
}

/// The entries of a realm.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Block {
    pub(super) realm: Realm,
    pub(super) entries: Vec<(Board, Entry)>,
}

#[derive(Debug)]
pub(super) struct Map {
    kept: DashMap<Key, Kept, RandomState>,
    stamps: AtomicU64,
    capacity: usize,
    realms: Mutex<Vec<Realm>>,
}

impl Map {
    /// Returns an empty map for at most `capacity` entries.
    pub(super) fn new(capacity: usize) -> Self {
        Self {
            kept: DashMap::with_hasher(RandomState::with_seeds(1, 2, 3, 4)),
            stamps: AtomicU64::new(0),
            capacity,
            realms: Mutex::new(Vec::new()),
        }
    }

    pub(super) fn len(&self) -> usize {
        self.kept.len()
    }

    pub(super) fn clear(&self) {
        self.kept.clear();
    }

    /// Returns the index of a realm if it may hold anything.
    pub(super) fn known_realm(&self, realm: &Realm) -> Option<RealmId> {
        let realms = self.realms.lock();
        realms.iter().position(|known| known == realm).and_then(|at| RealmId::try_from(at).ok())
    }

    /// Returns the index of a realm, adding it to the list if necessary. `None` if the list is
    /// full.
    fn realm(&self, realm: &Realm) -> Option<RealmId> {
        let mut realms = self.realms.lock();
        let at = realms.iter().position(|known| known == realm).unwrap_or(realms.len());
        let id = RealmId::try_from(at).ok()?;
        if at == realms.len() {
            realms.push(realm.clone());
        }
        Some(id)
    }

    /// Returns what is remembered about a board.
    pub(super) fn get(&self, realm: RealmId, board: Board) -> Option<Entry> {
        self.kept.get(&Key { realm, board }).map(|kept| kept.entry)
    }

    /// Remembers entries and returns whether any of them was new. If the map is full, the least
    /// worthy are evicted.
    pub(super) fn remember(
        &self,
        realm: &Realm,
        entries: impl IntoIterator<Item = (Board, Entry)>,
    ) -> bool {
        let Some(realm) = self.realm(realm) else { return false };
        let mut has_news = false;
        for (board, entry) in entries {
            let new = Kept { entry, stamp: self.stamps.fetch_add(1, Ordering::Relaxed) };
            let key = Key { realm, board };
            match self.get(realm, board) {
                Some(old) if old == entry || rank(old) > rank(entry) => continue,
                _ => drop(self.kept.insert(key, new)),
            }
            has_news = true;
        }
        self.trim();
        has_news
    }

    /// Drops the least worthy entries of a map that is too full, an eighth more than necessary so
    /// that this is not needed again at once.
    fn trim(&self) {
        if self.len() <= self.capacity {
            return;
        }
        let mut worths: Vec<_> = self.kept.iter().map(|kept| kept.worth()).collect();
        let surplus = worths.len().saturating_sub(self.capacity - self.capacity / 8);
        if surplus < worths.len() {
            let least = *worths.select_nth_unstable(surplus).1;
            self.kept.retain(|_, kept| kept.worth() >= least);
        }
    }

    /// Returns everything in a deterministic order of realms and entries, the first remembered
    /// entries first.
    pub(super) fn blocks(&self) -> Vec<Block> {
        let realms = self.realms.lock().clone();
        let mut stamped = vec![Vec::new(); realms.len()];
        for kept in &self.kept {
            if let Some(list) = stamped.get_mut(usize::from(kept.key().realm)) {
                list.push((kept.stamp, kept.key().board, kept.entry));
            }
        }
        let mut blocks: Vec<Block> = realms
            .into_iter()
            .zip(stamped)
            .filter(|(_, list)| !list.is_empty())
            .map(|(realm, mut list)| {
                list.sort_unstable_by_key(|(stamp, board, _)| (*stamp, *board));
                Block { realm, entries: list.into_iter().map(|(_, b, entry)| (b, entry)).collect() }
            })
            .collect();
        blocks.sort_by(|a, b| a.realm.cmp(&b.realm));
        blocks
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::trimok::Trimok;
    use crate::kernel::{MoveBits, OptionValue, Position, Rules, Score};

    #[test]
    fn realms_name_every_choice_of_the_rules() {
        let mut rules = <Trimok as Position>::Rules::default();
        rules.set(0, &OptionValue::Combo(3));
        let Realm { name, words } = Realm::of::<Trimok>(&rules);
        assert_eq!((name.kind.as_str(), name.game.as_str(), words), ("memory", "trimok", 2));
        assert_eq!(name.rules, "Trimok Change=any;Trimok Quiet=100;Trimok Repeat=3");
    }

    fn realm(rules: &str) -> Realm {
        let [kind, game, rules] = ["memory", "game", rules].map(str::to_owned);
        Realm { name: Name { kind, game, rules }, words: 1 }
    }

    const fn entry(depth: u32) -> Entry {
        Entry { best: MoveBits::from_u16(7), score: Score::ZERO, depth, bound: Some(Bound::Exact) }
    }

    fn known(map: &Map, realm: &Realm, board: u64) -> Option<Entry> {
        map.get(map.known_realm(realm)?, [board, 0, 0])
    }

    #[test]
    fn realms_do_not_mix() {
        let map = Map::new(100);
        assert!(map.remember(&realm("a"), [([1, 0, 0], entry(5))]));
        assert_eq!(known(&map, &realm("a"), 1), Some(entry(5)));
        assert_eq!(known(&map, &realm("b"), 1), None);
        map.remember(&realm("b"), [([1, 0, 0], entry(6))]);
        assert_eq!(known(&map, &realm("a"), 1), Some(entry(5)));
        assert_eq!(known(&map, &realm("b"), 1), Some(entry(6)));
        map.clear();
        assert_eq!(known(&map, &realm("a"), 1), None);
    }

    #[test]
    fn the_entry_that_says_more_stays() {
        let map = Map::new(100);
        let put = |entry| map.remember(&realm("a"), [([1, 0, 0], entry)]);
        assert!(put(entry(5)));
        assert!(!put(entry(5)), "the same again is no news");
        assert!(!put(entry(4)));
        assert!(put(entry(6)));
        let lost = Entry { score: Score::loss_in(2), ..entry(3) };
        assert!(put(lost), "a loss is worth more than depth");
        assert!(!put(entry(9)));
        let bound = Entry { score: Score::loss_in(2), bound: Some(Bound::Lower), ..entry(12) };
        assert!(!put(bound), "at least a loss says nothing");
        assert_eq!(known(&map, &realm("a"), 1), Some(lost));
    }

    #[test]
    fn shallow_and_old_entries_give_way() {
        let map = Map::new(800);
        let won = Entry { score: Score::win_in(3), ..entry(1) };
        map.remember(&realm("a"), [([9999, 0, 0], won)]);
        for board in 0..2000_u64 {
            map.remember(&realm("a"), [([board, 0, 0], entry(3 + board as u32 / 1000))]);
            assert!(map.len() <= 800);
        }
        assert_eq!(known(&map, &realm("a"), 9999), Some(won));
        for board in 1400..2000 {
            assert_eq!(known(&map, &realm("a"), board), Some(entry(4)), "{board}");
        }
        for board in 0..1000 {
            assert_eq!(known(&map, &realm("a"), board), None, "{board}");
        }
        // A shallow entry does not survive long among deep ones, but never evicts one.
        map.remember(&realm("a"), (5000..9000).map(|board| ([board, 0, 0], entry(3))));
        assert_eq!(known(&map, &realm("a"), 1999), Some(entry(4)));
    }

    #[test]
    fn two_maps_filled_alike_hold_the_same() {
        let fill = || {
            let map = Map::new(100);
            for board in 0..1000_u64 {
                let entry = entry((board * 7919 % 13) as u32);
                map.remember(&realm(["a", "b"][board as usize % 2]), [([board, 0, 0], entry)]);
            }
            map.blocks()
        };
        let blocks = fill();
        assert_eq!(blocks, fill());
        assert_eq!(blocks.len(), 2);
    }

    #[test]
    fn threads_fill_it_together() {
        let map = Map::new(1000);
        std::thread::scope(|scope| {
            for thread in 0..4_u64 {
                let map = &map;
                scope.spawn(move || {
                    for board in 0..3000 {
                        let board = [board, thread % 2, 0];
                        map.remember(&realm("a"), [(board, entry((board[0] % 50) as u32))]);
                        if let Some(found) = map.known_realm(&realm("a")) {
                            let kept = map.get(found, board);
                            assert!(kept.is_none_or(|kept| kept == entry((board[0] % 50) as u32)));
                        }
                    }
                });
            }
        });
        map.remember(&realm("a"), [([1, 2, 3], entry(60))]);
        assert!(map.len() <= 1000);
    }
}

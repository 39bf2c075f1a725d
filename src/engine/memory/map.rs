//! The map itself: bounded, and safe to fill and read from any thread.
//!
//! No answer depends on the order of the entries in the map: what is evicted is chosen by worth and
//! age, and what goes to a store is sorted.

use std::sync::atomic::{AtomicU64, Ordering};

use ahash::RandomState;
use dashmap::DashMap;
use parking_lot::Mutex;

use super::finding::Finding;
use super::realm::{Board, Realm};
use crate::kernel::{Gather, sort};

/// The index of a realm in the list of realms.
pub(super) type RealmId = u16;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Key {
    realm: RealmId,
    board: Board,
}

#[derive(Clone, Copy, Debug)]
struct Kept {
    finding: Finding,
    /// A counter of remembered findings: greater means later.
    stamp: u64,
}

impl Kept {
    /// How much a finding is worth keeping: a proven win or loss first, then depth, then age, the
    /// youngest first.
    fn worth(&self) -> ((bool, u32, bool), u64) {
        (self.finding.rank(), self.stamp)
    }
}

/// The findings of a realm.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Block {
    pub(super) realm: Realm,
    pub(super) findings: Vec<(Board, Finding)>,
}

#[derive(Debug)]
pub(super) struct FindingMap {
    kept: DashMap<Key, Kept, RandomState>,
    stamps: AtomicU64,
    capacity: usize,
    realms: Mutex<Vec<Realm>>,
}

impl FindingMap {
    /// Returns an empty map for at most `capacity` findings.
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
    pub(super) fn get(&self, realm: RealmId, board: Board) -> Option<Finding> {
        self.kept.get(&Key { realm, board }).map(|kept| kept.finding)
    }

    /// Remembers findings and returns whether any of them was new. If the map is full, the least
    /// worthy are evicted.
    pub(super) fn remember(
        &self,
        realm: &Realm,
        findings: impl IntoIterator<Item = (Board, Finding)>,
    ) -> bool {
        let Some(realm) = self.realm(realm) else { return false };
        let mut has_news = false;
        for (board, finding) in findings {
            if self.get(realm, board).is_none_or(|old| old.gives_way_to(&finding)) {
                let stamp = self.stamps.fetch_add(1, Ordering::Relaxed);
                self.kept.insert(Key { realm, board }, Kept { finding, stamp });
                has_news = true;
            }
        }
        self.trim();
        has_news
    }

    /// Drops the least worthy findings of a map that is too full, an eighth more than necessary so
    /// that this is not needed again at once.
    fn trim(&self) {
        if self.len() <= self.capacity {
            return;
        }
        let mut worths = self.kept.iter().map(|kept| kept.worth()).gather();
        let surplus = worths.len().saturating_sub(self.capacity - self.capacity / 8);
        if surplus < worths.len() {
            let least = *worths.select_nth_unstable(surplus).1;
            self.kept.retain(|_, kept| kept.worth() >= least);
        }
    }

    /// Returns everything in a deterministic order of realms and findings, the first remembered
    /// ones first.
    pub(super) fn blocks(&self) -> Vec<Block> {
        let realms = self.realms.lock().clone();
        let mut stamped = vec![Vec::new(); realms.len()];
        for kept in &self.kept {
            if let Some(list) = stamped.get_mut(usize::from(kept.key().realm)) {
                list.push((kept.stamp, kept.key().board, kept.finding));
            }
        }
        let mut blocks: Vec<Block> = realms
            .into_iter()
            .zip(stamped)
            .filter(|(_, list)| !list.is_empty())
            .map(|(realm, mut list)| {
                sort::by_key(&mut list, |(stamp, board, _)| (*stamp, *board));
                let findings = list.into_iter().map(|(_, board, found)| (board, found)).gather();
                Block { realm, findings }
            })
            .gather();
        sort::by(&mut blocks, |a, b| a.realm.cmp(&b.realm));
        blocks
    }
}

#[cfg(test)]
mod tests {
    use super::super::judge::Judge;
    use super::*;
    use crate::kernel::{MoveBits, Score};
    use crate::search::{Bound, Entry};
    use crate::store::Name;

    fn realm(rules: &str) -> Realm {
        let [kind, game, rules] = ["memory", "game", rules].map(str::to_owned);
        Realm { name: Name { kind, game, rules }, words: 1 }
    }

    const JUDGE: Judge = Judge::from_bytes([7, 0, 0, 0]);

    fn scored(score: Score, depth: u32, bound: Bound) -> Finding {
        let best = MoveBits::from_u16(7);
        Finding::new(Entry { best, score, depth, bound: Some(bound) }, JUDGE)
    }

    fn entry(depth: u32) -> Finding {
        scored(Score::ZERO, depth, Bound::Exact)
    }

    fn known(map: &FindingMap, realm: &Realm, board: u64) -> Option<Finding> {
        map.get(map.known_realm(realm)?, [board, 0, 0])
    }

    #[test]
    fn realms_do_not_mix() {
        let map = FindingMap::new(100);
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
        let map = FindingMap::new(100);
        let put = |entry| map.remember(&realm("a"), [([1, 0, 0], entry)]);
        assert!(put(entry(5)));
        assert!(!put(entry(5)), "the same again is no news");
        assert!(!put(entry(4)));
        assert!(put(entry(6)));
        let lost = scored(Score::loss_in(2), 3, Bound::Exact);
        assert!(put(lost), "a loss is worth more than depth");
        assert!(!put(entry(9)));
        let bound = scored(Score::loss_in(2), 12, Bound::Lower);
        assert!(!put(bound), "at least a loss says nothing");
        assert_eq!(known(&map, &realm("a"), 1), Some(lost));
    }

    #[test]
    fn shallow_and_old_entries_give_way() {
        let map = FindingMap::new(800);
        let won = scored(Score::win_in(3), 1, Bound::Exact);
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
            let map = FindingMap::new(100);
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
        let map = FindingMap::new(1000);
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

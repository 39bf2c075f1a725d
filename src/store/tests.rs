//! Stores by their promises. What takes long is in `scripts/`.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use tempfile::TempDir;

use super::*;
use crate::kernel::SplitMix64;

fn name(game: &str) -> Name {
    Name { kind: "test".to_owned(), game: game.to_owned(), rules: "A=1;B=x y".to_owned() }
}

fn open(folder: &Path) -> Result<Store, StoreError> {
    Store::open(folder, Access::Write, Sync::Never)
}

/// Everything in a database.
fn content(store: &Store, game: &str) -> Result<BTreeMap<Vec<u8>, Vec<u8>>, StoreError> {
    let Some(database) = store.find(&name(game), 1)? else { return Ok(BTreeMap::new()) };
    let mut content = BTreeMap::new();
    store.read(|reader| {
        reader.each(database, &mut |key, value| {
            content.insert(key.to_vec(), value.to_vec());
            Ok(())
        })
    })?;
    Ok(content)
}

fn fill(store: &Store, game: &str, keys: impl Iterator<Item = u32> + Clone) {
    let database = store.database(&name(game), 1).unwrap();
    let fill = |writer: &mut Writer| {
        let mut keys = keys.clone();
        keys.try_for_each(|key| writer.put(database, &key.to_be_bytes(), &[key as u8; 40]))
    };
    store.write(fill).unwrap();
}

#[test]
fn what_is_written_is_there_when_it_is_opened_again() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("store");
    assert_eq!(Store::open(&path, Access::Read, Sync::Each).unwrap_err().cause, BadStore::Missing);
    let store = open(&path).unwrap();
    fill(&store, "one", 0..100);
    fill(&store, "two", 50..60);
    let held = content(&store, "one").unwrap();
    assert_eq!(held.len(), 100);
    drop(store);
    let again = Store::open(&path, Access::Read, Sync::Each).unwrap();
    assert_eq!(content(&again, "one").unwrap(), held);
    assert_eq!(content(&again, "two").unwrap().len(), 10);
    assert_eq!(content(&again, "three").unwrap().len(), 0);
    let holdings = again.holdings().unwrap();
    let told: Vec<_> =
        holdings.iter().map(|held| (held.name.game.as_str(), held.entries)).collect();
    assert_eq!(told, [("one", 100), ("two", 10)]);
    assert!(holdings.iter().all(|held| held.bytes >= 4096));
    again.check().unwrap();
}

#[test]
fn a_store_grows_and_so_do_its_other_owners() {
    let folder = TempDir::new().unwrap();
    let store = open(folder.path()).unwrap();
    let other = open(folder.path()).unwrap();
    // The first map holds some 10,000 of these.
    for round in 0..4 {
        fill(&store, "one", round * 20_000..(round + 1) * 20_000);
        fill(&other, "two", round * 100..(round + 1) * 100);
    }
    assert_eq!(content(&other, "one").unwrap().len(), 80_000);
    assert_eq!(content(&store, "two").unwrap().len(), 400);
}

#[test]
fn what_fails_changes_nothing() {
    let folder = TempDir::new().unwrap();
    let store = open(folder.path()).unwrap();
    fill(&store, "one", 0..10);
    let database = store.database(&name("one"), 1).unwrap();
    let failed = store.write(|writer| {
        writer.clear(database)?;
        writer.put(database, b"new", b"value")?;
        Err::<(), _>(BadStore::System("no".to_owned()))
    });
    assert_eq!(failed.unwrap_err().to_string(), format!("{}: no", store.folder().display()));
    let long = store.write(|writer| writer.put(database, &[7; 512], b"value")).unwrap_err();
    assert!(long.to_string().ends_with(": it has no room for keys of 512 bytes"), "{long}");
    assert_eq!(content(&store, "one").unwrap().len(), 10);
}

#[test]
fn other_things_are_refused_and_left_alone() {
    let folder = TempDir::new().unwrap();
    let cause = |path: &Path| open(path).unwrap_err().cause;
    assert_eq!(cause(&folder.path().join("a/b")), BadStore::NoFolder);
    fs::write(folder.path().join("notes"), "mine").unwrap();
    assert_eq!(cause(&folder.path().join("notes")), BadStore::Foreign);
    assert_eq!(cause(folder.path()), BadStore::Foreign);
    let other = folder.path().join("other");
    fs::create_dir(&other).unwrap();
    for bytes in [&b"short"[..], &[7; 10_000]] {
        fs::write(other.join("data.mdb"), bytes).unwrap();
        assert_eq!(cause(&other), BadStore::Foreign);
        assert_eq!(fs::read(other.join("data.mdb")).unwrap(), bytes);
    }
    assert_eq!(fs::read_dir(&other).unwrap().count(), 1, "no locks are made");
}

#[test]
fn other_versions_are_told() {
    let folder = TempDir::new().unwrap();
    let store = open(folder.path()).unwrap();
    fill(&store, "one", 0..10);
    drop(store);
    let store = open(folder.path()).unwrap();
    let known = BadStore::Layout { database: name("one").to_string(), found: 1, known: 2 };
    assert_eq!(store.find(&name("one"), 2).unwrap_err().cause, known);
    assert!(store.find(&name("one"), 1).unwrap().is_some());
    drop(store);
    let data = folder.path().join("data.mdb");
    let whole = fs::read(&data).unwrap();
    let mut unmarked = whole.clone();
    let mut lmdb = whole.clone();
    for root in [0, 4096] {
        unmarked[root + 152..root + 168].fill(0);
        lmdb[root + 20] = 2;
        lmdb[root + 152..root + 168].fill(0);
    }
    // As a later program, an earlier one and another version of LMDB would write it.
    for (bytes, wanted, end) in [
        (
            root::Root::first(7),
            BadStore::Format(7),
            " is of format version 7, this program knows 2",
        ),
        (unmarked, BadStore::Unmarked, "no longer reads, or of another program"),
        (lmdb, BadStore::Pages(2), " of data version 2, this program knows 1"),
    ] {
        fs::write(&data, &bytes).unwrap();
        for access in [Access::Read, Access::Write] {
            let error = Store::open(folder.path(), access, Sync::Each).unwrap_err();
            assert_eq!(error.cause, wanted);
            assert!(error.to_string().ends_with(end), "{error}");
            assert_eq!(fs::read(&data).unwrap(), bytes);
        }
    }
}

#[test]
fn a_read_only_store_is_read() {
    let folder = TempDir::new().unwrap();
    let store = open(folder.path()).unwrap();
    fill(&store, "one", 0..10);
    drop(store);
    let data = folder.path().join("data.mdb");
    let mut permissions = fs::metadata(&data).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&data, permissions).unwrap();
    assert_eq!(open(folder.path()).unwrap_err().cause, BadStore::ReadOnly);
    let store = Store::open(folder.path(), Access::Read, Sync::Each).unwrap();
    assert_eq!(content(&store, "one").unwrap().len(), 10);
    assert_eq!(store.database(&name("two"), 1).unwrap_err().cause, BadStore::ReadOnly);
    assert_eq!(open(folder.path()).unwrap_err().cause, BadStore::ReadOnly, "open for reading");
}

/// As in a folder that cannot be written, whatever the rights of the user.
#[test]
fn a_store_is_read_where_no_locks_can_be_made() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("copy");
    let store = open(&folder.path().join("store")).unwrap();
    fill(&store, "one", 0..10);
    lock::NAMES.iter().for_each(|name| fs::create_dir_all(path.join(name)).unwrap());
    fs::copy(store.folder().join("data.mdb"), path.join("data.mdb")).unwrap();
    assert!(matches!(open(&path).unwrap_err().cause, BadStore::System(_)));
    let store = Store::open(&path, Access::Read, Sync::Each).unwrap();
    assert_eq!(content(&store, "one").unwrap().len(), 10);
    assert_eq!(open(&path).unwrap_err().cause, BadStore::ReadOnly, "open for reading");
}

#[test]
fn a_store_that_is_opened_for_reading_is_not_written_to() {
    let folder = TempDir::new().unwrap();
    let store = open(folder.path()).unwrap();
    fill(&store, "one", 0..10);
    for other in [Some(store), None] {
        let reading = Store::open(folder.path(), Access::Read, Sync::Each).unwrap();
        let database = reading.database(&name("one"), 1).unwrap();
        let written = reading.write(|writer| writer.put(database, &[1], &[2]));
        assert_eq!(written.unwrap_err().cause, BadStore::ReadOnly, "{other:?}");
        assert_eq!(reading.database(&name("two"), 1).unwrap_err().cause, BadStore::ReadOnly);
        assert_eq!(content(&reading, "one").unwrap().len(), 10);
    }
}

/// A store with several databases, several levels and values on pages of their own, and what is in it.
fn varied(folder: &Path) -> Content {
    let store = open(folder).unwrap();
    fill(&store, "one", 0..100);
    fill(&store, "two", 200..210);
    let database = store.database(&name("three"), 1).unwrap();
    let great = |writer: &mut Writer| {
        (0..2).try_for_each(|key| writer.put(database, &[key, 1], &vec![key; 4090]))
    };
    store.write(great).unwrap();
    fill(&store, "one", 80..110);
    all(&store).unwrap()
}

type Content = BTreeMap<(String, Vec<u8>), Vec<u8>>;

/// Everything in a store.
fn all(store: &Store) -> Result<Content, StoreError> {
    let mut all = Content::new();
    for Holding { name, .. } in store.holdings()? {
        let found = content(store, &name.game)?;
        all.extend(found.into_iter().map(|(key, value)| ((name.to_string(), key), value)));
    }
    Ok(all)
}

#[test]
fn a_store_that_was_cut_is_told() {
    let folder = TempDir::new().unwrap();
    let whole = varied(folder.path());
    let data = folder.path().join("data.mdb");
    let bytes = fs::read(&data).unwrap();
    for length in (1..bytes.len()).step_by(509).chain([bytes.len() - 1]) {
        fs::write(&data, &bytes[..length]).unwrap();
        let cause = open(folder.path()).map(drop).unwrap_err().cause;
        let is_told = matches!(cause, BadStore::Damaged(_) | BadStore::Foreign);
        assert!(is_told, "cut to {length}: {cause:?}");
    }
    fs::write(&data, &bytes).unwrap();
    assert_eq!(all(&open(folder.path()).unwrap()).unwrap(), whole);
}

/// Turns over one bit of each byte: either the store is refused, or nothing is missing from it and
/// nothing has changed.
#[test]
fn no_flipped_bit_is_believed() {
    let folder = TempDir::new().unwrap();
    let whole = varied(folder.path());
    let data = folder.path().join("data.mdb");
    let bytes = fs::read(&data).unwrap();
    let free = {
        let file = fs::File::options().write(true).open(&data).unwrap();
        let mut free = 0;
        for (at, byte) in bytes.iter().enumerate() {
            use std::os::unix::fs::FileExt;
            file.write_all_at(&[byte ^ 1 << (at % 8)], at as u64).unwrap();
            match open(folder.path()).and_then(|store| all(&store)) {
                Ok(found) => {
                    assert_eq!(found, whole, "byte {at}");
                    free += 1;
                }
                Err(error) => {
                    let cause = error.cause;
                    let is_told = matches!(
                        cause,
                        BadStore::Damaged(_) | BadStore::Foreign | BadStore::Pages(_)
                    );
                    assert!(is_told, "byte {at}: {cause:?}");
                }
            }
            file.write_all_at(&[*byte], at as u64).unwrap();
        }
        free
    };
    // The unused rest of the roots, and a few free pages.
    assert!(free < bytes.len() / 2, "{free} of {} are not told", bytes.len());
}

/// What happens to a store while it is open.
fn harms(rng: &mut SplitMix64, bytes: &[u8]) -> Vec<(String, Vec<u8>)> {
    let mut harms = vec![
        ("nothing is left".to_owned(), Vec::new()),
        ("one page is left".to_owned(), bytes[..4096].to_vec()),
        ("half is left".to_owned(), bytes[..bytes.len() / 2].to_vec()),
        ("all is noise".to_owned(), noise(rng, bytes.len())),
        ("all is zero".to_owned(), vec![0; bytes.len()]),
    ];
    for _ in 0..40 {
        let page = rng.below(bytes.len() / 4096);
        let mut changed = bytes.to_vec();
        changed[page * 4096..][..4096].copy_from_slice(&noise(rng, 4096));
        harms.push((format!("page {page} is noise"), changed));
    }
    harms
}

fn noise(rng: &mut SplitMix64, length: usize) -> Vec<u8> {
    (0..length).map(|_| rng.below(256) as u8).collect()
}

#[test]
fn damage_to_an_open_store_is_told_and_nothing_false_is_read() {
    let mut rng = SplitMix64::new(1);
    let folder = TempDir::new().unwrap();
    let whole = varied(folder.path());
    let data = folder.path().join("data.mdb");
    let bytes = fs::read(&data).unwrap();
    for (what, harmed) in harms(&mut rng, &bytes) {
        fs::write(&data, &bytes).unwrap();
        let store = open(folder.path()).unwrap();
        let one = store.find(&name("one"), 1).unwrap().unwrap();
        // In place, as the file of an open store would be.
        fs::write(&data, &harmed).unwrap();
        for key in 0..150_u32 {
            let key = key.to_be_bytes();
            let truth = whole.get(&(name("one").to_string(), key.to_vec()));
            match store.read(|reader| reader.get(one, &key)) {
                Ok(found) => assert_eq!(found.as_ref(), truth, "{what}"),
                Err(error) => assert!(error.to_string().contains("damaged"), "{what}: {error}"),
            }
        }
        match all(&store) {
            Ok(found) => assert_eq!(found, whole, "{what}"),
            Err(error) => assert!(!error.to_string().is_empty()),
        }
        let is_told = store.check().is_err();
        let put = store.write(|writer| writer.put(one, b"new", b"value"));
        drop(store);
        // A page that was free may be noise.
        if !is_told {
            put.unwrap();
            let mut more = whole.clone();
            more.insert((name("one").to_string(), b"new".to_vec()), b"value".to_vec());
            assert_eq!(all(&open(folder.path()).unwrap()).unwrap(), more, "{what}");
        }
    }
}

#[test]
fn a_file_that_was_replaced_is_told() {
    let folder = TempDir::new().unwrap();
    let whole = varied(folder.path());
    let data = folder.path().join("data.mdb");
    let store = open(folder.path()).unwrap();
    let one = store.find(&name("one"), 1).unwrap().unwrap();
    fs::rename(&data, folder.path().join("data.mdb.old")).unwrap();
    assert_eq!(all(&store).unwrap(), whole);
    for how in ["removed", "replaced"] {
        let told = BadStore::Damaged(format!("its file was {how} while it was open"));
        let put = store.write(|writer| writer.put(one, b"new", b"value"));
        assert_eq!(put.unwrap_err().cause, told);
        assert_eq!(store.check().unwrap_err().cause, told);
        fs::write(&data, "something else").unwrap();
    }
}

/// A process that is killed, or whose disk is full, has written any of the pages of its transaction, but
/// not the root.
#[test]
fn without_its_root_a_transaction_has_not_happened() {
    let mut rng = SplitMix64::new(2);
    let folder = TempDir::new().unwrap();
    let data = folder.path().join("data.mdb");
    let store = open(folder.path()).unwrap();
    store.database(&name("one"), 1).unwrap();
    for _ in 0..30 {
        let before = fs::read(&data).unwrap();
        let truth = all(&store).unwrap();
        let first = rng.below(400) as u32;
        fill(&store, "one", first..first + 1 + rng.below(200) as u32);
        let after = fs::read(&data).unwrap();
        for _ in 0..4 {
            let mut torn = after.clone();
            torn[..8192].copy_from_slice(&before[..8192]);
            for (page, old) in before.chunks(4096).enumerate().skip(2) {
                if rng.below(2) == 0 {
                    torn[page * 4096..][..4096].copy_from_slice(old);
                }
            }
            let copy = TempDir::new().unwrap();
            fs::write(copy.path().join("data.mdb"), &torn).unwrap();
            assert_eq!(all(&open(copy.path()).unwrap()).unwrap(), truth);
        }
    }
}

/// Random changes, compared with a map; the store is checked after each transaction, so no page is
/// ever lost.
#[test]
fn a_store_is_a_map() {
    for seed in 0..6 {
        let mut rng = SplitMix64::new(seed);
        let folder = TempDir::new().unwrap();
        let mut store = open(folder.path()).unwrap();
        let mut map: [BTreeMap<Vec<u8>, Vec<u8>>; 2] = Default::default();
        let games = ["one", "two"];
        for round in 0..60 {
            let bases = games.map(|game| store.database(&name(game), 1).unwrap());
            let mut next = map.clone();
            let fails = rng.below(8) == 0;
            let written = store.write(|writer| {
                for _ in 0..rng.below(200) {
                    let at = rng.below(2);
                    let mut key = vec![0; if seed % 2 == 0 { 3 } else { 1 + rng.below(511) }];
                    key.iter_mut().for_each(|byte| *byte = rng.below(6) as u8);
                    let most = [20, 60, 600, 2100, 9000][rng.below(5)];
                    let value = vec![rng.below(256) as u8; rng.below(most)];
                    assert_eq!(writer.get(bases[at], &key)?, next[at].get(&key).cloned());
                    writer.put(bases[at], &key, &value)?;
                    next[at].insert(key, value);
                }
                if rng.below(12) == 0 {
                    writer.clear(bases[0])?;
                    next[0].clear();
                }
                for at in [0, 1] {
                    assert_eq!(writer.count(bases[at])?, next[at].len() as u64);
                }
                if fails { Err(BadStore::System("no".to_owned())) } else { Ok(()) }
            });
            assert_eq!(written.is_err(), fails);
            if !fails {
                map = next;
            }
            store.check().unwrap_or_else(|error| panic!("seed {seed}, round {round}: {error}"));
            if rng.below(10) == 0 {
                drop(store);
                store = open(folder.path()).unwrap();
            }
            for (game, map) in games.iter().zip(&map) {
                assert_eq!(content(&store, game).unwrap(), *map);
            }
        }
    }
}

#[test]
fn some_keys_after_another() {
    let folder = TempDir::new().unwrap();
    let store = open(folder.path()).unwrap();
    fill(&store, "one", (0..2000).map(|key| key * 2));
    let one = store.database(&name("one"), 1).unwrap();
    for (after, most, wanted) in [
        (None, 3, vec![0, 2, 4]),
        (Some(0), 2, vec![2, 4]),
        (Some(777), 2, vec![778, 780]),
        (Some(778), 2, vec![780, 782]),
        (Some(3996), 9, vec![3998]),
        (Some(3998), 9, vec![]),
    ] {
        let mut found = Vec::new();
        let after = after.map(u32::to_be_bytes);
        let read = store.read(|reader| {
            reader.some_after(one, after.as_ref().map(|key| &key[..]), most, &mut |key, _| {
                found.push(u32::from_be_bytes(key.try_into().unwrap()));
                Ok(())
            })
        });
        read.unwrap();
        assert_eq!(found, wanted);
    }
}

/// A file grows with what is in it, not with what has been written.
#[test]
fn what_was_freed_is_used_again() {
    let folder = TempDir::new().unwrap();
    let store = open(folder.path()).unwrap();
    let data = folder.path().join("data.mdb");
    let size = || fs::metadata(&data).unwrap().len() / 4096;
    let round = |at: u32| {
        fill(&store, "one", (0..50).map(move |key| (key * 7919 + at * 104_729) % 20_000));
    };
    (0..600).for_each(round);
    let before = size();
    (600..1200).for_each(round);
    assert!(size() < before + before / 4 + 20, "{before} pages grew to {}", size());
    // While somebody reads, nothing that may be needed is written to.
    let (held, full) = (content(&store, "one").unwrap(), size());
    let one = store.database(&name("one"), 1).unwrap();
    let read = store.read(|reader| {
        (0..50).for_each(|at| fill(&store, "one", at..at + 40));
        let mut found = BTreeMap::new();
        reader.each(one, &mut |key, value| {
            found.insert(key.to_vec(), value.to_vec());
            Ok(())
        })?;
        Ok(found)
    });
    assert_eq!(read.unwrap(), held);
    let grown = size();
    assert!(grown > full);
    (1200..1800).for_each(round);
    assert!(size() < grown + grown / 4, "{grown} pages grew to {}", size());
    // A large store that was emptied gives all of it back.
    store.write(|writer| writer.clear(one)).unwrap();
    let emptied = size();
    (0..600).for_each(round);
    assert!(size() <= emptied + 10, "{emptied} pages grew to {}", size());
    store.check().unwrap();
}

/// Readers and writers in many threads: nobody sees half a transaction.
#[test]
fn threads_share_a_store() {
    let folder = TempDir::new().unwrap();
    let store = open(folder.path()).unwrap();
    let one = store.database(&name("one"), 1).unwrap();
    fill(&store, "one", 0..500);
    std::thread::scope(|scope| {
        for thread in 0..2_u8 {
            let store = store.clone();
            scope.spawn(move || {
                for round in 0..60_u8 {
                    let value = [thread * 100 + round; 40];
                    let all = |writer: &mut Writer| {
                        (0..500_u32).try_for_each(|key| writer.put(one, &key.to_be_bytes(), &value))
                    };
                    store.write(all).unwrap();
                }
            });
        }
        for _ in 0..2 {
            let store = store.clone();
            scope.spawn(move || {
                for _ in 0..200 {
                    let mut values = std::collections::BTreeSet::new();
                    let read = store.read(|reader| {
                        reader.each(one, &mut |_, value| {
                            values.insert(value.to_vec());
                            Ok(())
                        })
                    });
                    read.unwrap();
                    assert!(values.len() == 1 || values.len() > 200, "{}", values.len());
                }
            });
        }
    });
    store.check().unwrap();
}

/// The library that defines the format reads what is written here.
#[test]
#[allow(unsafe_code)]
fn lmdb_reads_a_store() {
    use heed::types::Bytes;
    use heed::{CommitOrAbort, EnvFlags, EnvOpenOptions};

    let folder = TempDir::new().unwrap();
    let store = open(folder.path()).unwrap();
    for at in 0..40 {
        fill(&store, "one", (0..200).map(move |key| (key * 7919 + at * 104_729) % 30_000));
    }
    drop(store);
    let whole = varied(folder.path());
    let mut options = EnvOpenOptions::new();
    options.max_dbs(8);
    // SAFETY: nothing else writes to the file, and no flag gives up a guarantee.
    unsafe { options.flags(EnvFlags::READ_ONLY) };
    // SAFETY: as above.
    let env = unsafe { options.open(folder.path()) }.unwrap();
    let mut found = Content::new();
    for game in ["one", "two", "three"] {
        let name = name(game).to_string();
        let txn = env.read_txn().unwrap();
        let opened = env.open_databases_and_commit(txn, |opener, txn| {
            let database = opener.open_database::<Bytes, Bytes>(txn, Some(&name));
            database.map(CommitOrAbort::<_, ()>::Commit)
        });
        let database = opened.unwrap().commit().flatten().unwrap();
        let txn = env.read_txn().unwrap();
        let mut count = 0;
        for entry in database.iter(&txn).unwrap() {
            let (key, value) = entry.unwrap();
            assert_eq!(database.get(&txn, key).unwrap(), Some(value));
            found.insert((name.clone(), key.to_vec()), value.to_vec());
            count += 1;
        }
        assert_eq!(database.len(&txn).unwrap(), count);
    }
    assert_eq!(found, whole);
}

#[test]
fn names_come_back() {
    let name = name("one");
    assert_eq!(name.to_string(), "test one A=1;B=x y");
    assert_eq!(Name::read(&name.to_string()), Some(name));
    assert_eq!(Name::read("test one"), None);
}

/// Processes that open a folder at the same time, before there is anything in it.
#[test]
fn a_store_that_is_being_made_is_no_other_thing() {
    let folder = TempDir::new().unwrap();
    for name in ["data.mdb1a2b.tmp", "data.mdb", "writer.lock"] {
        fs::write(folder.path().join(name), []).unwrap();
    }
    let store = open(folder.path()).unwrap();
    fill(&store, "one", 0..10);
    assert_eq!(content(&store, "one").unwrap().len(), 10);
}

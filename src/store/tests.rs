//! Stores by their promises. What takes long is in `scripts/`.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use tempfile::TempDir;

use super::*;

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
        reader.each(database, |key, value| {
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
        Err::<(), _>(BadStore::System(" no".to_owned()))
    });
    assert_eq!(failed.unwrap_err().to_string(), format!("{}:  no", store.folder().display()));
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
    // The version of the store itself, as a later program would write it.
    store.environment().set_format(7).unwrap();
    drop(store);
    let error = open(folder.path()).unwrap_err();
    assert_eq!(error.cause, BadStore::Format(7));
    assert!(
        error.to_string().ends_with(" is of format version 7, this program knows 1"),
        "{error}"
    );
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

/// A store of some pages, and the two states that its two roots lead to.
fn two_states(folder: &Path) -> [BTreeMap<Vec<u8>, Vec<u8>>; 2] {
    let store = open(folder).unwrap();
    fill(&store, "one", 0..300);
    fill(&store, "one", 200..500);
    let before = content(&store, "one").unwrap();
    fill(&store, "one", 480..490);
    fill(&store, "one", 600..700);
    [before, content(&store, "one").unwrap()]
}

#[test]
fn a_store_that_was_cut_is_told() {
    let folder = TempDir::new().unwrap();
    let states = two_states(folder.path());
    let data = folder.path().join("data.mdb");
    let whole = fs::read(&data).unwrap();
    let mut refused = 0;
    for length in (1..whole.len()).step_by(1021).chain([whole.len() - 1]) {
        fs::write(&data, &whole[..length]).unwrap();
        match open(folder.path()).and_then(|store| content(&store, "one")) {
            // What was cut off was not in use.
            Ok(found) => assert!(states.contains(&found), "cut to {length}"),
            Err(error) => {
                let cause = error.cause;
                assert!(
                    matches!(cause, BadStore::Damaged(_) | BadStore::Foreign),
                    "cut to {length}: {cause:?}"
                );
                refused += 1;
            }
        }
    }
    assert!(refused > whole.len() / 1021 / 2, "{refused}");
}

#[test]
fn no_damage_is_believed() {
    let folder = TempDir::new().unwrap();
    let states = two_states(folder.path());
    let data = folder.path().join("data.mdb");
    let whole = fs::read(&data).unwrap();
    let mut refused = 0;
    // Both roots, and samples of everything else.
    let roots = (0..160).step_by(3);
    let others = (8192..whole.len()).step_by(251);
    let places = roots.clone().chain(roots.map(|at| 4096 + at)).chain(others);
    for (count, at) in places.enumerate() {
        let mut bytes = whole.clone();
        bytes[at] ^= 1 << (count % 8);
        fs::write(&data, &bytes).unwrap();
        let found = open(folder.path()).and_then(|store| {
            store.check()?;
            content(&store, "one")
        });
        match found {
            Ok(found) => assert!(states.contains(&found) || found.is_empty(), "byte {at}"),
            Err(_) => refused += 1,
        }
    }
    assert!(refused > 50, "{refused}");
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
    for (name, bytes) in [("lock.mdb1a2b.tmp", &[0; 9][..]), ("data.mdb", &[])] {
        fs::write(folder.path().join(name), bytes).unwrap();
    }
    let store = open(folder.path()).unwrap();
    fill(&store, "one", 0..10);
    assert_eq!(content(&store, "one").unwrap().len(), 10);
}

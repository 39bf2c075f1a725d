//! Folders of tables with something wrong in them: files that change while they are open, files that
//! are none, damage, tables of several builds, folders that may not be searched, two builds at once.

use std::fs::{self, OpenOptions};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use crate::common::retrograde::Solvable;
use crate::common::shelf::Shelf;
use crate::common::transcript::Talk;
use crate::tablebase::{BY_DEFAULT, TO_THE_END, pair, quincunx};
use quincunx::games::morris::tablebase::Phase;
use quincunx::games::morris::{Morris, Rules};
use quincunx::kernel::{Oracle, Position, SplitMix64};
use quincunx::tablebase::{TableFile, Tablebase, Unit};
use tempfile::TempDir;

type Tables = Tablebase<Morris>;

const PAIRS: [(u32, u32); 3] = [(3, 3), (4, 3), (4, 4)];

/// A position of 4-4 that a search leaves for tables behind a removal.
const BEFORE_A_REMOVAL: &str = "B[d7,b6,f6,c5,e5]W[a7,d2,b2,f2]turn[W]";

fn file(folder: &Path, pair: Phase) -> PathBuf {
    folder.join(TableFile::name::<Morris>(pair))
}

fn copy(shelf: &Shelf<Morris>, pair: Phase, folder: &Path) {
    fs::copy(file(shelf.path(), pair), file(folder, pair)).unwrap();
}

/// Copies the default tables up to 4-4.
fn copies() -> TempDir {
    let folder = TempDir::new().unwrap();
    for (a, b) in PAIRS {
        copy(&BY_DEFAULT, pair(a, b), folder.path());
    }
    folder
}

/// Asks about random positions, which is either answered as ever or not at all. Returns how many
/// were answered, and how many asked.
fn ask_all(tables: &Tables) -> (usize, usize) {
    let mut rng = SplitMix64::new(3);
    let (mut answered, mut asked) = (0, 0);
    for n in 0..4000 {
        let numbers = [[3, 3], [4, 3], [3, 4], [4, 4]][n % 4];
        let at = <Morris as Solvable>::random(numbers, 0, &Rules::default(), &mut rng);
        if at.outcome().is_some() {
            continue;
        }
        asked += 1;
        if let Some(found) = tables.judge(&at) {
            assert_eq!(Some(found), BY_DEFAULT.tables.judge(&at), "{at:?}");
            answered += 1;
        }
    }
    (answered, asked)
}

#[test]
fn a_file_may_be_truncated_while_it_is_open() {
    let folder = copies();
    let (tables, _) = Tables::open(folder.path(), 8).unwrap();
    for (a, b) in PAIRS {
        let open = OpenOptions::new().write(true).open(file(folder.path(), pair(a, b))).unwrap();
        open.set_len(300).unwrap();
    }
    let (answered, asked) = ask_all(&tables);
    assert!(answered < asked / 10, "{answered} of {asked}");
    assert!(tables.check_sums(pair(4, 4).ordinal()).is_err());
    assert!(tables.verify(pair(4, 4), 1, 0, &|_| {}).is_err());
}

#[test]
fn a_file_may_be_overwritten_while_it_is_open() {
    let folder = copies();
    let (tables, _) = Tables::open(folder.path(), 8).unwrap();
    // Another table of the same pair in its place: chunks whose checksums are right.
    for (a, b) in PAIRS {
        fs::write(
            file(folder.path(), pair(a, b)),
            fs::read(file(TO_THE_END.path(), pair(a, b))).unwrap(),
        )
        .unwrap();
    }
    ask_all(&tables);
    assert!(tables.check_sums(pair(4, 4).ordinal()).is_err());
}

#[test]
fn a_file_may_be_replaced_while_it_is_open() {
    let folder = copies();
    let (tables, _) = Tables::open(folder.path(), 8).unwrap();
    for (a, b) in PAIRS {
        fs::remove_file(file(folder.path(), pair(a, b))).unwrap();
        copy(&TO_THE_END, pair(a, b), folder.path());
    }
    // What is open is still the old one.
    let (answered, asked) = ask_all(&tables);
    assert_eq!(answered, asked);
}

/// Waits for a process; kills it and panics if it does not end.
fn finish(mut child: Child) -> Output {
    let started = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if started.elapsed() > Duration::from_secs(20) {
            child.kill().unwrap();
            panic!("it hangs: {:?}", child.wait_with_output());
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    child.wait_with_output().unwrap()
}

fn start(arguments: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_quincunx"))
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

fn complaints(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[cfg(unix)]
#[test]
fn what_is_no_regular_file_is_left_out() {
    let folder = copies();
    let pipe = file(folder.path(), pair(4, 3));
    fs::remove_file(&pipe).unwrap();
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let nested = file(folder.path(), pair(5, 3));
    fs::create_dir(&nested).unwrap();
    let path = folder.path().to_string_lossy().into_owned();
    let output = finish(start(&["tablebase", "list", "--path", &path]));
    let told = complaints(&output);
    for wrong in [&pipe, &nested] {
        let line = format!("{} is not a regular file", wrong.display());
        assert!(told.lines().any(|told| told == line), "{line}: {told}");
    }
    let listed = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(listed.contains("2 of 28 pairs"), "{listed}");
    // Nor does a build hang, or take what an interrupted one seems to have left for a file.
    let part = pipe.with_extension("part");
    assert!(Command::new("mkfifo").arg(&part).status().unwrap().success());
    let build = ["tablebase", "build", "morris", "--path", &path, "--pairs", "4-3"];
    let told = complaints(&finish(start(&build)));
    assert!(told.contains("morris-4-3.qtb is not a regular file"), "{told}");
    fs::remove_file(&pipe).unwrap();
    let output = finish(start(&build));
    assert!(output.status.success(), "{output:?}");
}

/// Overwrites all chunks of a file, and nothing that is checked when it is opened.
fn damage(path: &Path) {
    let mut bytes = fs::read(path).unwrap();
    let place = |at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().unwrap()) as usize;
    // The place of the list stands behind the counts and the length of the file.
    let list = place(32 + 2 * 56 + 8);
    assert_eq!(place(32 + 2 * 56), bytes.len());
    for byte in &mut bytes[260..list] {
        *byte ^= 0x55;
    }
    fs::write(path, bytes).unwrap();
}

#[test]
fn a_damaged_table_is_complained_about_once_and_left_out() {
    let folder = copies();
    let path = file(folder.path(), pair(4, 4));
    damage(&path);
    let mut talk = Talk::new();
    talk.send("setoption name Game value morris");
    talk.line();
    talk.send(format!("setoption name TablePath value {}", folder.path().display()));
    let told = talk.line();
    assert!(told.starts_with("info string tablebase morris: 3 of 28 pairs"), "{told}");
    talk.send(format!("position fen {BEFORE_A_REMOVAL}"));
    let mut told = Vec::new();
    for _ in 0..2 {
        talk.send("go nodes 100000");
        loop {
            let line = talk.line();
            if line.starts_with("bestmove") {
                break;
            }
            told.push(line);
        }
    }
    told.retain(|line| !line.starts_with("info depth"));
    assert_eq!(told.len(), 1, "{told:?}");
    let start = format!("info string tablebase {} is damaged: chunk ", path.display());
    assert!(told[0].starts_with(&start), "{told:?}");
    assert!(told[0].ends_with("; the search does without what cannot be read"), "{told:?}");

    // The same in the shell.
    let path = folder.path().to_string_lossy().into_owned();
    let output = finish(start_analysis(&path));
    let said = complaints(&output);
    assert_eq!(said.matches("is damaged: chunk ").count(), 1, "{said}");
    assert!(output.status.success(), "{output:?}");
}

fn start_analysis(tables: &str) -> Child {
    let option = format!("TablePath={tables}");
    let all = ["analyse", "morris", BEFORE_A_REMOVAL, "--option", &option, "--nodes", "100000"];
    start(&all)
}

/// The head of a file says how long wins and losses take, which distances to the end rest on.
#[test]
fn a_head_that_entries_contradict_is_found() {
    let folder = copies();
    let path = file(folder.path(), pair(4, 3));
    let mut bytes = fs::read(&path).unwrap();
    // The longest win of the first sector, and the checksum of the head.
    let [longest, sum] = [32 + 6 * 8, 256 - 8];
    bytes[longest] -= 1;
    let checksum = quincunx::kernel::bytes::checksum(&bytes[..sum]);
    bytes[sum..256].copy_from_slice(&checksum.to_le_bytes());
    fs::write(&path, bytes).unwrap();
    let verify = |pairs| {
        let folder = folder.path().to_string_lossy();
        quincunx(&["tablebase", "verify", "--path", &*folder, "--pairs", pairs, "--all"])
    };
    let wrong = verify("4-3");
    assert_eq!(wrong.status.code(), Some(1), "{wrong:?}");
    let said = String::from_utf8(wrong.stdout).unwrap();
    assert!(said.contains("says how long wins and losses take, and its entries"), "{said}");
    assert!(verify("3-3").status.success());
}

#[test]
fn the_metric_of_most_files_is_chosen() {
    let folder = TempDir::new().unwrap();
    copy(&TO_THE_END, pair(3, 3), folder.path());
    copy(&BY_DEFAULT, pair(4, 3), folder.path());
    copy(&BY_DEFAULT, pair(4, 4), folder.path());
    let (tables, problems) = Tables::open(folder.path(), 1).unwrap();
    assert_eq!(tables.metric().unwrap().quiet(), 100);
    assert_eq!(tables.files().count(), 2);
    let [problem] = &problems[..] else { panic!("{problems:?}") };
    assert_eq!(problem.path, file(folder.path(), pair(3, 3)));
    // One of each: the one that is built by default.
    fs::remove_file(file(folder.path(), pair(4, 4))).unwrap();
    let (tables, _) = Tables::open(folder.path(), 1).unwrap();
    assert_eq!(tables.metric().unwrap().quiet(), 100);
    // Two to one the other way.
    copy(&TO_THE_END, pair(4, 4), folder.path());
    let (tables, problems) = Tables::open(folder.path(), 1).unwrap();
    assert_eq!((tables.metric().unwrap().name(), problems.len()), ("end", 1));
}

/// Whatever keeps a file from being opened, other than that it is not there, is told.
#[cfg(unix)]
#[test]
fn files_that_cannot_be_opened_are_not_called_missing() {
    let folder = copies();
    let path = file(folder.path(), pair(4, 4));
    fs::remove_file(&path).unwrap();
    // A link to itself: whoever follows it is told so, even who may read everything.
    std::os::unix::fs::symlink(&path, &path).unwrap();
    let (tables, problems) = Tables::open(folder.path(), 1).unwrap();
    assert_eq!(tables.files().count(), 2);
    let [problem] = &problems[..] else { panic!("{problems:?}") };
    assert_eq!(problem.path, path);
    assert!(problem.reason.starts_with("cannot be opened: "), "{problem}");
}

#[cfg(unix)]
#[test]
fn a_folder_that_may_not_be_searched_is_refused() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    use std::os::unix::process::CommandExt;

    let folder = copies();
    // Its names may be listed, but no file in it opened.
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o744)).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_quincunx"));
    if fs::metadata(folder.path()).unwrap().uid() == 0 {
        // Permissions do not bind the superuser.
        command.uid(65_534);
    } else {
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o444)).unwrap();
    }
    let output = command.args(["tablebase", "list", "--path"]).arg(folder.path()).output();
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
    let output = output.unwrap();
    let told = complaints(&output);
    let reason = format!("{} cannot be searched: permission denied", folder.path().display());
    assert!(told.contains(&reason), "{output:?}");
    assert_eq!(output.status.code(), Some(2), "{output:?}");
}

#[cfg(unix)]
#[test]
fn two_builds_do_not_share_a_folder() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().to_string_lossy().into_owned();
    let arguments = ["tablebase", "build", "morris", "--path", &path, "--pairs", "3-3..5-4"];
    let mut first = start(&arguments);
    let mut lines = BufReader::new(first.stdout.take().unwrap()).lines();
    let line = lines.next().expect("a line").unwrap();
    assert!(line.starts_with("building 5 tables"), "{line}");
    let second = quincunx(&arguments);
    let told = complaints(&second);
    assert!(told.contains(&format!("another build is running in {path}")), "{told}");
    assert_eq!(second.status.code(), Some(2));
    assert!(first.try_wait().unwrap().is_none(), "the first goes on");
    first.kill().unwrap();
    first.wait().unwrap();
    // A build that was killed keeps nobody out.
    let third = quincunx(&["tablebase", "build", "morris", "--path", &path, "--pairs", "3-3"]);
    assert!(third.status.success(), "{third:?}");
}

#[test]
fn other_quiet_limits_are_warned_of() {
    let folder = BY_DEFAULT.path().display().to_string();
    let mut talk = Talk::new();
    talk.send("setoption name Game value morris");
    talk.line();
    talk.send(format!("setoption name TablePath value {folder}"));
    assert!(talk.line().starts_with("info string tablebase morris: 3 of 28"));
    let mut told = |limit: &str| {
        talk.send(format!("setoption name Morris Quiet value {limit}"));
        let changed = talk.line();
        assert!(changed.starts_with("info string variant morris"), "{changed}");
        talk.early_line()
    };
    let exact = "info string tablebase morris: exact under a quiet limit of 100, not under";
    assert_eq!(
        told("50").unwrap(),
        format!("{exact} one of 50: only draws are certain, the search finds wins and losses")
    );
    assert_eq!(
        told("0").unwrap(),
        format!("{exact} none: only wins and losses are certain, the search finds draws")
    );
    assert_eq!(
        told("120").unwrap(),
        format!("{exact} one of 120: only wins and losses are certain, the search finds draws")
    );
    assert_eq!(told("100"), None);
    // Tables that are opened under such rules.
    talk.send("setoption name Morris Quiet value 50");
    talk.line();
    talk.line();
    talk.send(format!("setoption name TablePath value {folder}"));
    assert!(talk.line().starts_with("info string tablebase morris: 3 of 28"));
    assert!(talk.line().starts_with(exact));
    talk.send(format!("setoption name TablePath value {}", TO_THE_END.path().display()));
    assert!(talk.line().starts_with("info string tablebase morris: 5 of 28"));
    assert_eq!(
        talk.line(),
        "info string tablebase morris: exact without a quiet limit, not under one of 50: only draws \
         are certain, and what ends within the limit"
    );
}

/// Ctrl-C ends a build with the command that resumes it.
#[cfg(target_os = "linux")]
#[test]
fn an_interrupted_build_says_how_to_resume() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("with a space").to_string_lossy().into_owned();
    let arguments = ["tablebase", "build", "morris", "--path", &path, "--pairs", "3-3..5-4"];
    let mut child = start(&arguments);
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    for start in ["building 5 tables, plies to conversion under", "in ", "3-3 "] {
        let line = lines.next().expect("a line").unwrap();
        assert!(line.starts_with(start), "{line}");
    }
    let pid = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    let output = finish(child);
    assert_eq!(output.status.code(), Some(130), "{output:?}");
    let told = complaints(&output);
    let resume = format!("\n  quincunx tablebase build morris --path '{path}' --pairs 3-3..5-4\n");
    assert!(told.contains("Interrupted; finished tables are kept. To resume:"), "{told}");
    assert!(told.contains(&resume), "{told}");
}

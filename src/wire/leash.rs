//! What ends an engine whose client was killed.
//!
//! A client that is killed cannot end its engines, and an engine that hangs does not notice that its
//! input has ended. A shell in the process group of each engine waits for the end of a pipe that the
//! client alone holds, and then kills the group, itself included. As long as it lives, no other
//! group can get the number of this one.

use std::time::Duration;

#[cfg(unix)]
pub use unix::Leash;

#[cfg(unix)]
mod unix {
    use std::io::Write;
    use std::os::unix::process::CommandExt;
    use std::process::{Child, Command, Stdio};

    use super::Duration;

    /// Holds a process group.
    #[derive(Debug)]
    pub struct Leash(Child);

    impl Leash {
        /// Holds the process group of that number: if this process dies, it is killed after a while
        /// that is left to it to end by itself. `None` if the system has no shell.
        #[must_use]
        pub fn hold(group: u32, grace: Duration) -> Option<Self> {
            // Any line is the order to kill; the end of the input comes when the client is gone.
            let script = format!("read -r order || sleep {}; kill -KILL 0", grace.as_secs().max(1));
            let mut shell = Command::new("/bin/sh");
            shell.args(["-c", &script]).process_group(i32::try_from(group).ok()?);
            shell.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
            shell.spawn().ok().map(Self)
        }

        /// Kills what is left of the group.
        pub fn pull(mut self) {
            if self.0.stdin.take().is_none_or(|mut input| input.write_all(b"kill\n").is_err()) {
                let _ = self.0.kill();
            }
            let _ = self.0.wait();
        }
    }
}

/// Other systems have no process groups.
#[cfg(not(unix))]
#[derive(Debug)]
pub struct Leash;

#[cfg(not(unix))]
impl Leash {
    /// There is none.
    #[must_use]
    pub const fn hold(_group: u32, _grace: Duration) -> Option<Self> {
        None
    }

    /// There is nothing to kill.
    pub fn pull(self) {}
}

//! What ends an engine whose client was killed.
//!
//! A client that is killed cannot end its engines, and an engine that hangs does not notice that its
//! input has ended. A shell in the process group of each engine waits for the end of a pipe that the
//! client alone holds, and then kills the group, itself included. It leads the group, so that it is
//! there before the engine, and as long as it lives no other group can get the number of this one.

#[cfg(not(unix))]
use std::process::{Child, Command};
use std::time::Duration;

#[cfg(unix)]
pub use unix::Leash;

#[cfg(unix)]
mod unix {
    use std::io::{self, Write};
    use std::os::unix::process::CommandExt;
    use std::process::{Child, Command, Stdio};

    use super::Duration;

    /// Holds a process group.
    #[derive(Debug)]
    pub struct Leash(Child);

    impl Leash {
        /// Starts a process in a group that is held from before its birth: if this process dies, the
        /// group is killed after a while that is left to it to end by itself. There is no leash if the
        /// system has no shell.
        ///
        /// # Errors
        /// The process cannot be started.
        pub fn spawn(command: &mut Command, grace: Duration) -> io::Result<(Child, Option<Self>)> {
            // Any line is the order to kill; the end of the input comes when the client is gone.
            let script = format!("read -r order || sleep {}; kill -KILL 0", grace.as_secs().max(1));
            let mut shell = Command::new("/bin/sh");
            shell.args(["-c", &script]).process_group(0);
            shell.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
            let leash = shell.spawn().ok().map(Self);
            let group = leash.as_ref().map_or(0, |Self(shell)| shell.id().cast_signed());
            match command.process_group(group).spawn() {
                Ok(child) => Ok((child, leash)),
                Err(error) => {
                    leash.into_iter().for_each(Self::pull);
                    Err(error)
                }
            }
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
    /// Starts a process without one.
    ///
    /// # Errors
    /// The process cannot be started.
    pub fn spawn(
        command: &mut Command,
        _grace: Duration,
    ) -> std::io::Result<(Child, Option<Self>)> {
        command.spawn().map(|child| (child, None))
    }

    /// There is nothing to kill.
    pub fn pull(self) {}
}

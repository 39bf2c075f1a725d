//! `quincunx board`: the server over real sockets, the page, and the page in a browser.

#[cfg(feature = "board")]
mod analysis;
#[cfg(feature = "board")]
mod browser;
#[cfg(feature = "board")]
mod bytes;
#[cfg(feature = "board")]
mod client;
#[cfg(feature = "board")]
mod clocks;
#[cfg(feature = "board")]
mod explorer;
#[cfg(feature = "board")]
mod games;
#[cfg(feature = "board")]
mod guard;
#[cfg(feature = "board")]
mod kept;
mod page;
#[cfg(all(feature = "board", target_os = "linux"))]
mod processes;
#[cfg(feature = "board")]
mod puzzles;
#[cfg(feature = "board")]
mod variations;

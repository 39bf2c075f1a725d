//! What the terms of the evaluation weigh, in hundredths of a pin.

quincunx::weights! {
    /// An odd number of rows.
    odd: 100,
}

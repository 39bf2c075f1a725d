//! Values that shells offer when they complete an argument, beside which others are read as well.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Arg, Command};

/// A parser with values to offer.
#[derive(Clone, Debug)]
pub(super) struct Offering<P> {
    parser: P,
    values: Vec<&'static str>,
}

impl<P> Offering<P> {
    pub(super) fn new(parser: P, values: impl IntoIterator<Item = &'static str>) -> Self {
        Self { parser, values: values.into_iter().collect() }
    }
}

impl<P: TypedValueParser> TypedValueParser for Offering<P> {
    type Value = P::Value;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<Self::Value, clap::Error> {
        self.parser.parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.values.iter().copied().map(PossibleValue::new)))
    }
}

//! The fields of an object of JSON.

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

/// The fields that nobody took yet.
#[derive(Deserialize)]
#[serde(transparent)]
pub(super) struct Fields(pub(super) Map<String, Value>);

impl Fields {
    /// Takes a field; one that is missing is `null`, which is nothing where that may be.
    pub(super) fn take<T: DeserializeOwned>(&mut self, name: &str) -> Result<T, String> {
        let value = self.0.remove(name);
        let is_missing = value.is_none();
        let read = serde_json::from_value(value.unwrap_or_default());
        read.map_err(|error| fault(name, is_missing, &error))
    }

    /// Checks that no field is left.
    pub(super) fn end(self) -> Result<(), String> {
        match self.0.keys().next() {
            None => Ok(()),
            Some(name) => Err(format!("there is no use for the field {name:?}")),
        }
    }
}

/// Says why a field cannot be read.
fn fault(name: &str, is_missing: bool, error: &serde_json::Error) -> String {
    if is_missing { format!("there is no field {name:?}") } else { format!("{name}: {error}") }
}

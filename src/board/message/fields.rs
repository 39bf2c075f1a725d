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
        serde_json::from_value(value.unwrap_or_default()).map_err(|error| {
            if is_missing {
                format!("there is no field {name:?}")
            } else {
                format!("{name}: {error}")
            }
        })
    }

    /// Checks that no field is left.
    pub(super) fn end(self) -> Result<(), String> {
        match self.0.keys().next() {
            None => Ok(()),
            Some(name) => Err(format!("there is no use for the field {name:?}")),
        }
    }
}

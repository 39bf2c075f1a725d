//! The file that keeps a game's weights: source code with lines `name: value,`.

use thiserror::Error;

/// A weight that the file has no line for.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("no line begins with \"{name}: \"")]
pub struct NoSuchWeight {
    /// Its name.
    pub name: String,
}

/// Returns a file's text with other values of the weights and everything else as it was.
///
/// # Errors
///
/// Names the first weight that has no line.
pub fn rewrite(text: &str, names: &[&str], values: &[i32]) -> Result<String, NoSuchWeight> {
    let mut lines: Vec<String> = text.split_inclusive('\n').map(str::to_owned).collect();
    for (name, value) in names.iter().zip(values) {
        let begins = format!("{name}: ");
        let line = lines
            .iter_mut()
            .find(|line| line.trim_start().starts_with(&begins))
            .ok_or_else(|| NoSuchWeight { name: (*name).to_owned() })?;
        let indent = line.len() - line.trim_start().len();
        *line = format!("{}{begins}{value},\n", &line[..indent]);
    }
    Ok(lines.concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_values_change() {
        let text = "//! mobility: 7\nweights! {\n    /// A man.\n    material: 100,\n    mobility: -3,\n}\n";
        let names = ["material", "mobility"];
        assert_eq!(rewrite(text, &names, &[100, -3]).as_deref(), Ok(text));
        let changed = rewrite(text, &names, &[100, 12]).unwrap();
        assert_eq!(changed, text.replace("-3", "12"));
        let missing = rewrite(text, &["flight"], &[1]).unwrap_err();
        assert_eq!(missing.to_string(), "no line begins with \"flight: \"");
    }
}

//! The tree of moves as the page gets it.

use serde::Serialize;

use crate::kernel::Gather;
use crate::notation::{self, MoveTree, Step};

/// A move of a variation, or what is said of a ply of the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(in crate::board) struct TreeStep {
    #[serde(flatten)]
    place: Place,
    #[serde(skip_serializing_if = "String::is_empty")]
    mark: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    comments: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    lines: Vec<Vec<TreeStep>>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
enum Place {
    /// The ply behind a move of the game, or the start.
    Game { ply: usize },
    /// A move without its player, and who makes it.
    Variation { r#move: String, by: usize },
}

impl TreeStep {
    /// Returns what there is beside the moves of the game: of each ply, if anything.
    pub(in crate::board) fn list(tree: &MoveTree, players: [&str; 2]) -> Vec<Self> {
        let place = Place::Game { ply: 0 };
        let (comments, mark) = (tree.comments.clone(), String::new());
        let start = Self { place, mark, comments, lines: Vec::new() };
        let steps = tree.line.iter().zip(1..);
        let steps = steps.map(|(step, ply)| Self::of(step, Place::Game { ply }, players));
        let is_empty =
            |one: &Self| one.mark.is_empty() && one.comments.is_empty() && one.lines.is_empty();
        [start].into_iter().chain(steps).filter(|one| !is_empty(one)).gather()
    }

    fn of(step: &Step, place: Place, players: [&str; 2]) -> Self {
        let variation =
            |line: &Vec<Step>| line.iter().map(|step| Self::varied(step, players)).gather();
        Self {
            place,
            mark: step.mark.clone(),
            comments: step.comments.clone(),
            lines: step.variations.iter().map(variation).gather(),
        }
    }

    fn varied(step: &Step, players: [&str; 2]) -> Self {
        let by = usize::from(step.text.split('[').next() == Some(players[1]));
        let place = Place::Variation { r#move: notation::body(&step.text).to_owned(), by };
        Self::of(step, place, players)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn only_what_is_said_is_sent() {
        let text = "# top\n1[a];2[b]? (2[c]!;1[d] (1[e])) 1[f]\n# end\n";
        let list = TreeStep::list(&MoveTree::read(text).unwrap(), ["1", "2"]);
        let expected = json!([
            {"ply": 0, "comments": ["top"]},
            {"ply": 2, "mark": "?", "lines": [[
                {"move": "c", "by": 1, "mark": "!"},
                {"move": "d", "by": 0, "lines": [[{"move": "e", "by": 0}]]}
            ]]},
            {"ply": 3, "comments": ["end"]}
        ]);
        assert_eq!(serde_json::to_value(list).unwrap(), expected);
        assert_eq!(TreeStep::list(&MoveTree::of(&["1[a]".to_owned()]), ["1", "2"]), []);
    }
}

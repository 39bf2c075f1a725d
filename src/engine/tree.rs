//! Trees of moves, played by the rules.

use super::session::{MoveRefused, Session};
use crate::kernel::Gather;
use crate::notation::{MoveTree, Text};

/// Plays every line of a tree from the position that the session's game starts from, and returns the tree
/// with its moves in canonical form. The session ends behind the main line.
///
/// # Errors
///
/// Says which move is refused; the session is then somewhere in the tree.
pub fn play_tree(session: &mut dyn Session, tree: &MoveTree) -> Result<MoveTree, MoveRefused> {
    let mut here = session.played();
    let tree = tree.reread(&mut |path, text| {
        go(session, &mut here, path)?;
        session
            .play(&[Text::whole(text)])
            .map_err(|refused| MoveRefused { ordinal: path.len() + 1, ..refused })?;
        here.extend(session.last_played());
        Ok(here.last().cloned().unwrap_or_default())
    })?;
    go(session, &mut here, &tree.main())?;
    Ok(tree)
}

/// Goes from the moves `here` to others.
fn go(session: &mut dyn Session, here: &mut Vec<String>, to: &[String]) -> Result<(), MoveRefused> {
    let same = here.iter().zip(to).take_while(|(one, other)| one == other).count();
    session.undo(here.len() - same);
    here.truncate(same);
    let texts: Vec<Text> = to[same..].iter().map(|text| Text::whole(text)).gather();
    session.play(&texts)?;
    here.extend_from_slice(&to[same..]);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Engine;

    #[test]
    fn every_line_is_played_and_the_main_line_last() {
        let mut engine = Engine::playing("morris").unwrap();
        let session = engine.session_mut();
        let tree = MoveTree::read("d6!;d2 (f4 (b4;a1);b4) d7\n# good\n(a7)").unwrap();
        let played = play_tree(session, &tree).unwrap();
        let text = "B[d6]!;W[d2] (W[f4] (W[b4];B[a1]) B[b4]) B[d7]\n# good\n(B[a7])";
        let expected = "B[d6]!;W[d2] (W[f4];B[b4]) (W[b4];B[a1]) B[d7]\n# good\n(B[a7])";
        assert_eq!(played, MoveTree::read(expected).unwrap());
        assert_eq!(session.played(), ["B[d6]", "W[d2]", "B[d7]"]);
        // Again, from where it ended.
        assert_eq!(play_tree(session, &MoveTree::read(text).unwrap()), Ok(played));
        let refused = play_tree(session, &MoveTree::read("d6;d2 (f4;d6)").unwrap()).unwrap_err();
        assert_eq!((refused.ordinal, refused.text.as_str()), (3, "d6"));
    }
}

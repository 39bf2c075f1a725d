//! The analysis of a session: lines, hints and judgements, for the tab that asked.

use std::time::Duration;

use tokio::time::Instant;

use super::{Asker, Room};
use crate::board::analyser::{AnalysisJob, Found, JobKind, Judging, SearchOrder};
use crate::board::child::{Gone, Heard};
use crate::board::game::Judgement;
use crate::board::line::SearchOutput;
use crate::board::message::{ErrorCode, Reply, RequestError, RequestNumber};
use crate::board::referee::Continuation;
use crate::engine::Mark;
use crate::kernel::Limits;

impl Room {
    /// Searches a position for its best lines, with an optional time limit.
    pub(super) async fn analyse(
        &mut self,
        tab: u64,
        n: RequestNumber,
        mut task: SearchOrder,
        time: Option<Duration>,
    ) -> Result<(), RequestError> {
        let (ply, game) = (task.ply, self.game_mut()?);
        let mut snapshot = game.describe(ply)?;
        if !task.line.is_empty() {
            Continuation { moves: task.line, snapshot } = game.look(ply, &task.line)?;
        }
        self.end_job().await;
        if snapshot.result.is_some() {
            self.answer(tab, n, &Reply::Done { ply, best: None, stopped: false });
            return Ok(());
        }
        let ends = time.map(|time| Instant::now() + time);
        let kind = if task.moves.is_empty() { JobKind::Lines } else { JobKind::Moves };
        if self.begin_job(tab, n, &task, &snapshot.turn, kind, ends).await {
            Ok(())
        } else {
            Err(RequestError::new(ErrorCode::Engine, "the analysis engine has ended"))
        }
    }

    /// Starts the analysis engine's job, and returns whether there is an engine.
    async fn begin_job(
        &mut self,
        tab: u64,
        n: RequestNumber,
        task: &SearchOrder,
        turn: &str,
        kind: JobKind,
        ends: Option<Instant>,
    ) -> bool {
        while !self.analyser.post.is_down() {
            let Some(game) = &self.game else { break };
            let is_first = game.player(turn) == 0;
            match self.analyser.go(game, task).await {
                Ok(()) => {
                    let from = if kind == JobKind::Moves { "explorer" } else { "look" };
                    let search = SearchOutput::new(from, task.ply, &task.line, is_first);
                    self.analyser.job = Some(AnalysisJob { tab, n, search, kind, ends });
                    return true;
                }
                Err(gone) => self.lose_look(gone),
            }
        }
        false
    }

    fn lose_look(&mut self, gone: Gone) {
        self.analyser.forget();
        let trouble = self.analyser.post.lose(gone);
        self.tell(&trouble);
    }

    /// Judges a ply, and then those before it.
    pub(super) async fn judge(
        &mut self,
        tab: u64,
        n: RequestNumber,
        last: usize,
        mut judging: Judging,
    ) {
        let mut ply = Some(last);
        while let Some(at) = ply.filter(|at| *at >= judging.first) {
            let Some(game) = &mut self.game else { break };
            let Ok(snapshot) = game.describe(at) else { break };
            let Some(result) = &snapshot.result else {
                let move_time = Some(Duration::from_millis(judging.ms));
                let limits = Limits { move_time, ..Limits::default() };
                let task = SearchOrder::bounded(at, limits);
                let turn = &snapshot.turn;
                if self.begin_job(tab, n, &task, turn, JobKind::Judge(judging), None).await {
                    return;
                }
                return self.answer(tab, n, &Reply::Done { ply: at, best: None, stopped: true });
            };
            let chance = match &result.winner {
                Some(winner) if game.player(winner) == 0 => 1.0,
                Some(_) => 0.0,
                None => 0.5,
            };
            let over = Judgement { proven: true, ..Judgement::of(chance) };
            self.judged(at, over, Some((tab, n)));
            judging.behind = Some(Found { chance, line: Vec::new() });
            ply = at.checked_sub(1);
        }
        let stopped = ply.is_some_and(|ply| ply >= judging.first);
        self.answer(tab, n, &Reply::Done { ply: ply.unwrap_or(0), best: None, stopped });
    }

    /// Stores and sends a judgement.
    pub(super) fn judged(&mut self, ply: usize, judgement: Judgement, asker: Asker) {
        let reply = super::judged(ply, &judgement);
        if let Some(game) = &mut self.game {
            game.judge(ply, judgement);
        }
        self.tell_from(&reply, asker);
    }

    pub(super) async fn look_said(&mut self, heard: Heard) {
        match heard {
            Heard::Info(text) => {
                let Some(job) = &mut self.analyser.job else { return };
                job.search.hear(&text);
                if job.kind.tells() {
                    let (tab, n, lines) = (job.tab, job.n, job.search.take_due(Instant::now()));
                    self.answer_lines(tab, n, lines);
                } else {
                    job.search.rest();
                }
            }
            Heard::Best(best) => {
                let Some(job) = self.analyser.job.take() else { return };
                match job.kind.clone() {
                    JobKind::Lines | JobKind::Moves => self.conclude(job, Some(best), false),
                    JobKind::Judge(judging) => self.judged_one(job, judging, best).await,
                }
            }
            Heard::Gone(gone) => {
                self.lose_look(gone);
                if let Some(job) = self.analyser.job.take() {
                    self.conclude(job, None, true);
                }
            }
        }
    }

    /// Judges the ply that was searched, and goes on with the one before it.
    async fn judged_one(&mut self, job: AnalysisJob, judging: Judging, best: String) {
        let Judging { ms, first, behind } = judging;
        let ply = job.search.ply();
        let line = job.search.line_of(&best);
        let found = job.search.chance().map(|chance| Found { chance, line: line.clone() });
        if let Some(Found { chance, .. }) = found {
            let loss = self.loss(ply, chance, &best, behind.as_ref().map(|behind| behind.chance));
            let is_mistake = loss.is_some_and(|loss| Mark::of_loss(loss).is_mistake());
            let refutation = behind.map(|behind| behind.line).filter(|_| is_mistake);
            let why = match (refutation, &mut self.game) {
                (Some(refutation), Some(game)) => game.lesson(ply, line, refutation),
                _ => None,
            };
            let proven = job.search.is_proven();
            let judgement = Judgement { chance, best: Some(best), loss, why, proven };
            self.judged(ply, judgement, Some((job.tab, job.n)));
        }
        match ply.checked_sub(1).filter(|before| *before >= first) {
            Some(before) => {
                let judging = Judging { ms, first, behind: found };
                self.judge(job.tab, job.n, before, judging).await;
            }
            None => self.conclude(job, None, false),
        }
    }

    /// Returns the winning chance that the move from a ply cost its player.
    pub(super) fn loss(
        &self,
        ply: usize,
        chance: f64,
        best: &str,
        behind: Option<f64>,
    ) -> Option<f64> {
        let game = self.game.as_ref()?;
        let played = game.record().get(ply)?;
        if played == best {
            return Some(0.0);
        }
        let lost = chance - behind?;
        Some((if game.mover(ply) == 0 { lost } else { -lost }).max(0.0))
    }

    /// Ends the current job, and notifies the tab that asked.
    pub(super) async fn end_job(&mut self) {
        let Some(job) = self.analyser.job.take() else { return };
        if let Some(child) = self.analyser.post.filled()
            && let Err(gone) = child.abandon()
        {
            self.lose_look(gone);
        }
        let best = job.search.best().filter(|_| job.kind.tells()).cloned();
        self.conclude(job, best, true);
    }

    /// Reports the final result of a job.
    pub(super) fn conclude(&mut self, mut job: AnalysisJob, best: Option<String>, stopped: bool) {
        let (tab, n, ply) = (job.tab, job.n, job.search.ply());
        if job.kind.tells() {
            self.answer_lines(tab, n, job.search.rest());
            // The best of some moves says nothing of the position.
            if let Some(chance) = job
                .search
                .chance()
                .filter(|_| job.kind == JobKind::Lines && job.search.is_of_game())
            {
                let proven = job.search.is_proven();
                self.judged(ply, Judgement { proven, ..Judgement::of(chance) }, None);
            }
        }
        self.answer(tab, n, &Reply::Done { ply, best, stopped });
    }
}

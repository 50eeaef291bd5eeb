//! The stage machine: row counts of each stage → status. A pure function that prevents false facts.

use serde::Serialize;

use crate::taxonomy::{DropReason, MatchFailureStage, StageStatus};

/// Row counts of each stage of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct RowCounts {
    /// Rows returned by the server, including the one beyond the limit and, on a later page, rows returned before.
    pub rows_fetched: usize,
    /// Rows that the codec could not read.
    pub rows_unreadable: usize,
    /// Readable rows that no earlier page returned.
    pub raw_rows_received: usize,
    /// Rows in the account scope.
    pub rows_after_account_scope: usize,
    /// Rows with the required fields.
    pub rows_materialized: usize,
    /// Rows with the anchor.
    pub rows_after_anchor: usize,
    /// Rows that pass the recipe's own filter.
    pub rows_after_recipe_filter: usize,
    /// Rows in the answer.
    pub rows_matched: usize,
}

impl RowCounts {
    /// The number of consecutive stages with rows.
    #[must_use]
    pub fn depth(&self) -> usize {
        [
            self.raw_rows_received,
            self.rows_after_account_scope,
            self.rows_materialized,
            self.rows_after_anchor,
            self.rows_after_recipe_filter,
        ]
        .iter()
        .take_while(|rows| **rows > 0)
        .count()
    }
}

/// The outcome of the row query.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CallOutcome {
    /// Not made.
    NotMade,
    /// Failed.
    Failed,
    /// Answered.
    Answered,
}

/// The status that the counts give.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Stage {
    /// The status.
    pub mcp_call_status: StageStatus,
    /// The stage at which matching ended without rows.
    pub match_failure_stage: MatchFailureStage,
}

impl Default for Stage {
    fn default() -> Self {
        stage(CallOutcome::NotMade, &RowCounts::default())
    }
}

/// The stage of the first zero count.
#[must_use]
pub fn stage(outcome: CallOutcome, counts: &RowCounts) -> Stage {
    use {MatchFailureStage as F, StageStatus as S};
    let (mcp_call_status, match_failure_stage) = match outcome {
        CallOutcome::NotMade => (S::Skipped, F::None),
        CallOutcome::Failed => (S::Error, F::McpCall),
        CallOutcome::Answered => match counts.depth() {
            0 if counts.rows_unreadable == 0 => (S::NoRawRows, F::McpCall),
            // No row could be read, in scope or not. Unreadable rows differ from no rows.
            0..=2 => (S::RawRowsReceivedButNotMaterialized, F::Materialize),
            3 => (S::MaterializedButNotAnchorMatched, F::AnchorMatch),
            4 => (S::MaterializedButFilteredOutByRecipe, F::RecipeFilter),
            _ => (S::MatchedNonEmpty, F::None),
        },
    };
    Stage {
        mcp_call_status,
        match_failure_stage,
    }
}

/// The rows that may be answered as facts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Facts {
    /// Rows with the anchors that pass the recipe filter.
    Matched,
    /// Near rows without the anchors; the answer must say so.
    Nearest,
    /// None.
    None,
}

/// Facts require rows: matching rows or, where no row has the anchors, the nearest rows that a recipe keeps.
#[must_use]
pub const fn facts(status: StageStatus, rows_matched: usize) -> Facts {
    match status {
        StageStatus::MatchedNonEmpty if rows_matched > 0 => Facts::Matched,
        StageStatus::MaterializedButNotAnchorMatched if rows_matched > 0 => Facts::Nearest,
        _ => Facts::None,
    }
}

/// Why nothing was materialised. `lacking` is the field that the first row lacks.
#[must_use]
pub const fn drop_reason(counts: &RowCounts, lacking: DropReason) -> DropReason {
    if counts.raw_rows_received == 0 && counts.rows_unreadable > 0 {
        DropReason::UnknownRowShape
    } else if counts.raw_rows_received == 0 || counts.rows_materialized > 0 {
        DropReason::None
    } else if counts.rows_after_account_scope == 0 {
        DropReason::DroppedByAccountScopeFilter
    } else {
        lacking
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::taxonomy::LegacyStatus;

    fn counts(stages: [usize; 5]) -> RowCounts {
        RowCounts {
            rows_fetched: stages[0],
            rows_unreadable: 0,
            raw_rows_received: stages[0],
            rows_after_account_scope: stages[1],
            rows_materialized: stages[2],
            rows_after_anchor: stages[3],
            rows_after_recipe_filter: stages[4],
            rows_matched: stages[4],
        }
    }

    #[test]
    fn the_first_empty_stage_decides() {
        use StageStatus as S;
        for (outcome, stages, status, legacy) in [
            (
                CallOutcome::NotMade,
                [0; 5],
                S::Skipped,
                LegacyStatus::Skipped,
            ),
            (CallOutcome::Failed, [0; 5], S::Error, LegacyStatus::Error),
            (
                CallOutcome::Answered,
                [0; 5],
                S::NoRawRows,
                LegacyStatus::NoRawRows,
            ),
            (
                CallOutcome::Answered,
                [3, 0, 0, 0, 0],
                S::RawRowsReceivedButNotMaterialized,
                LegacyStatus::RawRowsReceivedButNotMaterialized,
            ),
            (
                CallOutcome::Answered,
                [3, 3, 0, 0, 0],
                S::RawRowsReceivedButNotMaterialized,
                LegacyStatus::RawRowsReceivedButNotMaterialized,
            ),
            (
                CallOutcome::Answered,
                [3, 3, 3, 0, 0],
                S::MaterializedButNotAnchorMatched,
                LegacyStatus::MaterializedButNotMatched,
            ),
            (
                CallOutcome::Answered,
                [3, 3, 3, 3, 0],
                S::MaterializedButFilteredOutByRecipe,
                LegacyStatus::MaterializedButNotMatched,
            ),
            (
                CallOutcome::Answered,
                [3; 5],
                S::MatchedNonEmpty,
                LegacyStatus::MatchedNonEmpty,
            ),
        ] {
            let stage = stage(outcome, &counts(stages));
            assert_eq!(stage.mcp_call_status, status, "{outcome:?} {stages:?}");
            assert_eq!(
                stage.mcp_call_status.legacy(),
                legacy,
                "{outcome:?} {stages:?}"
            );
        }
    }

    /// Every combination of empty stages: the first empty stage decides, whatever follows.
    #[test]
    fn each_combination_has_the_status_of_its_first_empty_stage() {
        use MatchFailureStage as F;
        use StageStatus as S;
        let of_first_empty = [
            (S::NoRawRows, F::McpCall),
            (S::RawRowsReceivedButNotMaterialized, F::Materialize),
            (S::RawRowsReceivedButNotMaterialized, F::Materialize),
            (S::MaterializedButNotAnchorMatched, F::AnchorMatch),
            (S::MaterializedButFilteredOutByRecipe, F::RecipeFilter),
            (S::MatchedNonEmpty, F::None),
        ];
        for bits in 0_u8..32 {
            let stages = [1, 2, 4, 8, 16].map(|bit| usize::from(bits & bit != 0));
            let first_empty = stages.iter().take_while(|rows| **rows > 0).count();
            for (outcome, expected) in [
                (CallOutcome::NotMade, (S::Skipped, F::None)),
                (CallOutcome::Failed, (S::Error, F::McpCall)),
                (CallOutcome::Answered, of_first_empty[first_empty]),
            ] {
                let stage = stage(outcome, &counts(stages));
                let found = (stage.mcp_call_status, stage.match_failure_stage);
                assert_eq!(found, expected, "{outcome:?} {stages:?}");
            }
        }
    }

    #[test]
    fn rows_that_cannot_be_read_are_not_no_rows() {
        use StageStatus as S;
        for (unreadable, stages, status, reason) in [
            (0, [0; 5], S::NoRawRows, DropReason::None),
            (
                3,
                [0; 5],
                S::RawRowsReceivedButNotMaterialized,
                DropReason::UnknownRowShape,
            ),
            (3, [2; 5], S::MatchedNonEmpty, DropReason::None),
        ] {
            let counts = RowCounts {
                rows_unreadable: unreadable,
                ..counts(stages)
            };
            let stage = stage(CallOutcome::Answered, &counts);
            assert_eq!(stage.mcp_call_status, status, "{unreadable} {stages:?}");
            let lacking = DropReason::MissingPeriodField;
            assert_eq!(
                drop_reason(&counts, lacking),
                reason,
                "{unreadable} {stages:?}"
            );
        }
    }

    #[test]
    fn facts_need_rows_and_their_status() {
        use StageStatus as S;
        for (status, with_rows) in [
            (S::Skipped, Facts::None),
            (S::Error, Facts::None),
            (S::NoRawRows, Facts::None),
            (S::RawRowsReceivedButNotMaterialized, Facts::None),
            (S::MaterializedButNotAnchorMatched, Facts::Nearest),
            (S::MaterializedButFilteredOutByRecipe, Facts::None),
            (S::MatchedNonEmpty, Facts::Matched),
        ] {
            assert_eq!(facts(status, 1), with_rows, "{status:?}");
            assert_eq!(facts(status, 0), Facts::None, "{status:?}");
        }
    }

    #[test]
    fn drop_reasons() {
        let lacking = DropReason::MissingPeriodField;
        for (stages, reason) in [
            ([0; 5], DropReason::None),
            ([3; 5], DropReason::None),
            ([3, 0, 0, 0, 0], DropReason::DroppedByAccountScopeFilter),
            ([3, 3, 0, 0, 0], lacking),
        ] {
            assert_eq!(drop_reason(&counts(stages), lacking), reason, "{stages:?}");
        }
    }
}

//! The stage machine: counts of rows at each stage → status. A pure function; it makes false facts impossible.

use serde::Serialize;

use crate::taxonomy::{DropReason, LegacyStatus, MatchFailureStage, StageStatus};

/// Rows at each stage of one answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct RowCounts {
    /// Rows the server gave, before the one beyond the limit is cut; on a later page also those that were given before.
    pub rows_fetched: usize,
    /// Of these, rows the codec could not read.
    pub rows_unreadable: usize,
    /// Rows the codec could read and no page before gave.
    pub raw_rows_received: usize,
    /// Rows in the account scope.
    pub rows_after_account_scope: usize,
    /// Rows with the fields a row must have.
    pub rows_materialized: usize,
    /// Rows that have the anchor.
    pub rows_after_anchor: usize,
    /// Rows that pass the recipe's own filter.
    pub rows_after_recipe_filter: usize,
    /// Rows answered.
    pub rows_matched: usize,
}

impl RowCounts {
    /// How far rows came: how many stages in a row have any.
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

/// Whether and how the row query was made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CallOutcome {
    /// It was not made.
    NotMade,
    /// It failed.
    Failed,
    /// It was answered.
    Answered,
}

/// What the counts mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Stage {
    /// The status.
    pub mcp_call_status: StageStatus,
    /// The status as it was before two of them were split.
    pub mcp_call_status_legacy: LegacyStatus,
    /// Where matching ended without rows.
    pub match_failure_stage: MatchFailureStage,
}

impl Default for Stage {
    fn default() -> Self {
        stage(CallOutcome::NotMade, &RowCounts::default())
    }
}

/// Derives the stage from the first count that is zero.
#[must_use]
pub fn stage(outcome: CallOutcome, counts: &RowCounts) -> Stage {
    use {LegacyStatus as L, MatchFailureStage as F, StageStatus as S};
    let (mcp_call_status, mcp_call_status_legacy, match_failure_stage) = match outcome {
        CallOutcome::NotMade => (S::Skipped, L::Skipped, F::None),
        CallOutcome::Failed => (S::Error, L::Error, F::McpCall),
        CallOutcome::Answered => match counts.depth() {
            // Rows came, and none of them could be read: that is not the same as none.
            0 if counts.rows_unreadable > 0 => (
                S::RawRowsReceivedButNotMaterialized,
                L::RawRowsReceivedButNotMaterialized,
                F::Materialize,
            ),
            0 => (S::NoRawRows, L::NoRawRows, F::McpCall),
            // In scope or not, none could be read.
            1 | 2 => (
                S::RawRowsReceivedButNotMaterialized,
                L::RawRowsReceivedButNotMaterialized,
                F::Materialize,
            ),
            3 => (
                S::MaterializedButNotAnchorMatched,
                L::MaterializedButNotMatched,
                F::AnchorMatch,
            ),
            4 => (
                S::MaterializedButFilteredOutByRecipe,
                L::MaterializedButNotMatched,
                F::RecipeFilter,
            ),
            _ => (S::MatchedNonEmpty, L::MatchedNonEmpty, F::None),
        },
    };
    Stage {
        mcp_call_status,
        mcp_call_status_legacy,
        match_failure_stage,
    }
}

/// What may be answered as facts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Facts {
    /// Rows that have the anchors and pass the recipe.
    Matched,
    /// Rows that lie near the anchors and do not have them: an answer that must say so.
    Nearest,
    /// None.
    None,
}

/// Facts need rows: those that matched or, where no row had the anchors, those that a recipe keeps as the nearest.
#[must_use]
pub const fn facts(status: StageStatus, rows_matched: usize) -> Facts {
    match status {
        StageStatus::MatchedNonEmpty if rows_matched > 0 => Facts::Matched,
        StageStatus::MaterializedButNotAnchorMatched if rows_matched > 0 => Facts::Nearest,
        _ => Facts::None,
    }
}

/// Why nothing was materialised. `lacking`: what the first row lacks to be a row of its template.
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
                stage.mcp_call_status_legacy, legacy,
                "{outcome:?} {stages:?}"
            );
        }
    }

    /// Every combination of empty stages: the first empty one decides, and what comes after it never counts.
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

//! Counts over all intents.

use std::collections::BTreeMap;

use serde::Serialize;

use super::cards::PromptTokens;
use super::case::{Case, Counts};
use super::form::{FORMS, MEC, SQL};

#[derive(Debug, Serialize)]
pub(super) struct IntentCounts {
    pub(super) cases: Vec<Case>,
    /// Texts without a contract.
    pub(super) left_out: usize,
    pub(super) sums: Vec<Sum>,
    /// The cost of prompts.
    pub(super) told: Vec<PromptTokens>,
}

/// The sums of one tokenizer.
#[derive(Debug, Serialize)]
pub(super) struct Sum {
    pub(super) tokenizer: String,
    /// Tokens of all intents that a form can express.
    pub(super) total: Counts,
    pub(super) mean: BTreeMap<&'static str, f64>,
    /// Tokens of SQL relative to each form, over the intents that the form can express.
    pub(super) sql_to: BTreeMap<&'static str, f64>,
    /// The intent for which SQL saves least against MEC, and the ratio.
    pub(super) worst_to_mec: Option<(String, f64)>,
}

impl Sum {
    pub(super) fn of(cases: &[Case], tokenizer: &str) -> Self {
        let mut sum = Self {
            tokenizer: tokenizer.to_owned(),
            total: Counts::new(),
            mean: BTreeMap::new(),
            sql_to: BTreeMap::new(),
            worst_to_mec: None,
        };
        for form in FORMS {
            let both: Vec<(usize, usize)> = cases
                .iter()
                .filter_map(|case| {
                    let sql = case.count(tokenizer, SQL)?;
                    Some((sql, case.count(tokenizer, form)?))
                })
                .collect();
            let sql: usize = both.iter().map(|(sql, _)| sql).sum();
            let total: usize = both.iter().map(|(_, count)| count).sum();
            if total > 0 {
                sum.total.insert(form.1, total);
                sum.mean.insert(form.1, ratio(total, both.len()));
                sum.sql_to.insert(form.1, ratio(sql, total));
            }
        }
        for case in cases {
            let counts = [SQL, MEC].map(|form| case.count(tokenizer, form));
            if let [Some(sql), Some(mec)] = counts {
                let own = ratio(sql, mec);
                if (sum.worst_to_mec.as_ref()).is_none_or(|(_, worst)| own > *worst) {
                    let name = format!("{}/{}", case.domain, case.file);
                    sum.worst_to_mec = Some((name, own));
                }
            }
        }
        sum
    }
}

/// A ratio to three decimals.
fn ratio(part: usize, whole: usize) -> f64 {
    // Counts are far below the exact range of a float.
    let exact = part as f64 / whole.max(1) as f64;
    (exact * 1000.0).round() / 1000.0
}

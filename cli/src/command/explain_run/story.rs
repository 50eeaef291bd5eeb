//! Debug envelope → the steps of its story. Missing parts of the envelope are left out.

use std::fmt::Display;

use cmec_executor::Locale;
use cmec_executor::limitation::entry::Entry;
use cmec_executor::redaction::{self, HIDDEN};
use serde::Serialize;
use serde_json::Value;

use super::stage::Stage;
use super::wording::{gloss, word};

/// Visibility of values of the infobase and the question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ValueVisibility {
    Values,
    /// Names are hidden; dates, accounts and codes are shown.
    Masked,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct Step {
    pub(super) stage: Stage,
    pub(super) lines: Vec<String>,
}

pub(super) fn of(envelope: &Value, language: Locale, shown: ValueVisibility) -> Vec<Step> {
    let teller = Teller { language, shown };
    let mut read = teller.read(envelope);
    let address = at(envelope, "address");
    // A rejected or unclear text has findings and ends here.
    let is_accepted = list(at(envelope, "decode"), "findings").is_empty();
    if address.is_null() || !is_accepted {
        let explained = texts(envelope, "explain").map(|line| teller.masked(line));
        let lines: Vec<String> = explained.collect();
        if lines.is_empty() {
            read.lines.push(
                teller
                    .word("the intent was not accepted: no recipe was looked for")
                    .to_owned(),
            );
            return vec![read];
        }
        let stage = match address.is_null() {
            true => Stage::Plan,
            false => Stage::Decompose,
        };
        return vec![read, Step { stage, lines }];
    }
    let mut steps = vec![read, teller.decompose(address)];
    if !at(address, "anchor_type").is_null() {
        steps.push(teller.resolve(address));
    }
    if let Some(ways) = at(address, "ways_tried").as_array() {
        let lines = ways.iter().map(|way| teller.way(way)).collect();
        let stage = Stage::Execute;
        steps.push(Step { stage, lines });
        // A failed call has no rows to check.
        if !at(address, "rows_fetched").is_null() {
            steps.push(teller.rows(address));
        }
    }
    steps.push(teller.compose(envelope, address));
    steps
}

struct Teller {
    language: Locale,
    shown: ValueVisibility,
}

impl Teller {
    fn word(&self, english: &'static str) -> &'static str {
        word(self.language, english)
    }

    /// The words, if the condition holds.
    fn where_so(&self, is: bool, english: &'static str) -> &'static str {
        if is { self.word(english) } else { "" }
    }

    fn line(&self, label: &'static str, said: impl Display) -> String {
        format!("{}: {said}", self.word(label))
    }

    fn read(&self, envelope: &Value) -> Step {
        let decode = at(envelope, "decode");
        let mut lines = vec![format!(
            "{}; {}; {}",
            self.line("notation", text(decode, "notation")),
            self.line("tokens", number(decode, "tokens")),
            self.line("filled in or derived", list(decode, "ledger").len()),
        )];
        for finding in list(decode, "findings") {
            let message = self.masked(text(finding, "message"));
            lines.push(format!("{} {message}", text(finding, "id")));
        }
        lines.extend(self.took(decode, "decode_us"));
        let stage = Stage::Read;
        Step { stage, lines }
    }

    fn decompose(&self, address: &Value) -> Step {
        let (mode, shape) = (text(address, "detected_mode"), text(address, "query_shape"));
        let mut lines = vec![self.line("question", format!("{mode}, {shape}"))];
        let intent = text(address, "detected_intent");
        lines.push(match at(address, "selected_recipe").as_str() {
            Some(recipe) => self.line("recipe", format!("{recipe} ({intent})")),
            None => self.word("no recipe fits").to_owned(),
        });
        let filters = at(address, "extracted_filters").as_object();
        // The limit has a line of its own with its reason.
        for (name, value) in filters
            .into_iter()
            .flatten()
            .filter(|(name, _)| *name != "limit")
        {
            let value = value.as_str().unwrap_or_default();
            let value = match self.shown {
                ValueVisibility::Masked if redaction::names_somebody(name, value) => HIDDEN,
                _ => value,
            };
            let is_defaulted = texts(address, "defaulted_filters").any(|filter| filter == name);
            let defaulted = self.where_so(is_defaulted, " (by default)");
            lines.push(self.line("filter", format!("{name} = {value}{defaulted}")));
        }
        let missing = texts(address, "missing_required_filters");
        lines.extend(missing.map(|name| self.line("missing", name)));
        let limit = at(address, "limit");
        if limit.is_object() {
            let (rows, why) = (number(limit, "limit"), text(limit, "why"));
            lines.push(self.line("row limit", format!("{rows} ({why})")));
        }
        let stage = Stage::Decompose;
        Step { stage, lines }
    }

    fn resolve(&self, address: &Value) -> Step {
        let found = at(address, "anchor_value_resolved").as_str();
        let told = match (found, number(address, "ambiguity_count")) {
            (Some(found), _) => {
                let found = match self.shown {
                    ValueVisibility::Values => found,
                    ValueVisibility::Masked => HIDDEN,
                };
                let sure = self.line("confidence", text(address, "resolver_confidence"));
                format!("{} {found} ({sure})", self.word("confirmed as"))
            }
            (None, 0) => self.word("not confirmed").to_owned(),
            (None, count) => self.line("could be so many elements", count),
        };
        Step {
            stage: Stage::Resolve,
            lines: vec![format!("{}: {told}", text(address, "anchor_type"))],
        }
    }

    /// An attempted way to get rows.
    fn way(&self, way: &Value) -> String {
        let source = match text(way, "source") {
            "bank_rows" => "bank documents",
            "owners_rows" => "rows of the contract's owner",
            _ => "rows of the recipe",
        };
        let any_account = text(way, "scope") == "raw_rows_stay";
        let any_time = text(way, "window") == "available";
        format!(
            "{}{}{}: {}; {}; {}",
            self.word(source),
            self.where_so(any_account, ", without the accounts of the recipe"),
            self.where_so(any_time, ", of all available time"),
            self.coded(text(way, "status")),
            self.line("from the server", number(way, "rows_fetched")),
            self.line("fit", number(way, "rows_matched")),
        )
    }

    fn rows(&self, address: &Value) -> Step {
        let counts = [
            ("rows_fetched", "from the server"),
            ("raw_rows_received", "read"),
            ("rows_after_account_scope", "in scope"),
            ("rows_materialized", "whole"),
            ("rows_after_recipe_filter", "passed the recipe"),
            ("rows_matched", "in the answer"),
        ];
        let counts =
            counts.map(|(name, words)| format!("{} {}", number(address, name), self.word(words)));
        let accounts: Vec<&str> = texts(address, "account_scope_accounts").collect();
        let is_given_up = *at(address, "account_scope_fallback_applied") == true;
        let scope = format!(
            "{} [{}]{}",
            text(address, "account_scope_mode"),
            accounts.join(", "),
            self.where_so(is_given_up, ", given up: it had no rows"),
        );
        let mut lines = vec![counts.join(" → "), self.line("account scope", scope)];
        let drop = text(address, "materialization_drop_reason");
        if !matches!(drop, "" | "none") {
            lines.push(self.line("rows were lost", drop));
        }
        let stage = Stage::Rows;
        Step { stage, lines }
    }

    fn compose(&self, envelope: &Value, address: &Value) -> Step {
        let mut lines = vec![format!(
            "{}; {}; {}",
            text(address, "response_type"),
            self.coded(text(address, "mcp_call_status")),
            text(address, "runtime_readiness"),
        )];
        let category = at(address, "limited_reason_category").as_str();
        if let Some(category) = category {
            let reasons = texts(address, "reasons").filter(|reason| *reason != category);
            let reasons: Vec<String> = reasons.map(|reason| self.coded(reason)).collect();
            lines.push(format!(
                "{}; {}",
                self.line("reason", self.coded(category)),
                self.line("code", reasons.join(", ")),
            ));
        }
        let limitations = list(address, "limitation_data").iter();
        lines.extend(limitations.map(|data| self.limitation(data)));
        lines.extend(self.notes(envelope, address));
        for guard in list(envelope, "guardrails") {
            if *at(guard, "tripped") == true {
                lines.push(self.line("guard that held", text(guard, "name")));
            }
        }
        lines.extend(self.took(at(envelope, "decode"), "run_us"));
        let stage = Stage::Compose;
        Step { stage, lines }
    }

    /// A limitation with its code, worded by the registry.
    fn limitation(&self, data: &Value) -> String {
        let (code, values) = (text(data, "code"), at(data, "values"));
        let Some(entry) = Entry::named(code) else {
            return self.line("limitation", code.to_owned());
        };
        let value = |name: &str| {
            let (_, kind) = entry.fields.iter().find(|(own, _)| *own == name)?;
            let value = values.get(name)?.as_str()?;
            Some(match self.shown {
                ValueVisibility::Values => value.to_owned(),
                ValueVisibility::Masked => kind.hidden(value),
            })
        };
        let sentence = entry.sentence(self.language, value);
        self.line("limitation", format!("{sentence} ({code})"))
    }

    /// The explanations in the envelope that no other line covers.
    fn notes(&self, envelope: &Value, address: &Value) -> Vec<String> {
        let recipe = text(address, "selected_recipe");
        let said: Vec<&str> = texts(address, "limitations").collect();
        texts(envelope, "explain")
            .filter(|note| !said.contains(note))
            .filter(|note| recipe.is_empty() || !note.contains(recipe))
            .map(|note| self.line("note", self.masked(note)))
            .collect()
    }

    fn took(&self, decode: &Value, timing: &str) -> Option<String> {
        let micros = at(at(decode, "timings"), timing).as_u64()?;
        let unit = self.word("ms");
        let told = format!("{}.{:03} {unit}", micros / 1000, micros % 1000);
        Some(self.line("took", told))
    }

    /// A code with its meaning.
    fn coded(&self, code: &str) -> String {
        match gloss(self.language, code) {
            Some(words) => format!("{code} ({words})"),
            None => code.to_owned(),
        }
    }

    /// A line with its quoted values hidden.
    fn masked(&self, line: &str) -> String {
        match self.shown {
            ValueVisibility::Values => line.to_owned(),
            ValueVisibility::Masked => redaction::quoted(line),
        }
    }
}

/// A member of an object; `null` if it is missing.
pub(super) fn at<'v>(value: &'v Value, key: &str) -> &'v Value {
    value.get(key).unwrap_or(&Value::Null)
}

fn text<'v>(value: &'v Value, key: &str) -> &'v str {
    at(value, key).as_str().unwrap_or_default()
}

fn number(value: &Value, key: &str) -> u64 {
    at(value, key).as_u64().unwrap_or(0)
}

fn list<'v>(value: &'v Value, key: &str) -> &'v [Value] {
    at(value, key).as_array().map_or(&[], Vec::as_slice)
}

fn texts<'v>(value: &'v Value, key: &str) -> impl Iterator<Item = &'v str> {
    list(value, key)
        .iter()
        .map(|item| item.as_str().unwrap_or_default())
}

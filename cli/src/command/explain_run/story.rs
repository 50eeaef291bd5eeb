//! A debug envelope → the steps of its story. Pure; what a step does not find in the envelope it leaves out.

use cmec_executor::Locale;
use cmec_executor::redaction::{self, HIDDEN};
use serde_json::Value;

use super::stage::Stage;
use super::wording::{self, Say};

/// Whether values of the infobase and of the question are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shown {
    /// As they are.
    Values,
    /// Names are hidden; dates, accounts and codes are not.
    Masked,
}

/// One step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Step {
    pub(super) stage: Stage,
    pub(super) lines: Vec<String>,
}

/// The story of an envelope.
pub(super) fn of(envelope: &Value, language: Locale, shown: Shown) -> Vec<Step> {
    let teller = Teller { language, shown };
    let mut read = teller.read(envelope);
    let address = at(envelope, "address");
    if address.is_null() {
        let explained = teller.explained(envelope);
        if explained.is_empty() {
            read.lines.push(teller.say(Say::NotAccepted));
            return vec![read];
        }
        return vec![read, teller.step(Stage::Decompose, explained)];
    }
    let mut steps = vec![read];
    steps.push(teller.decompose(address));
    if !at(address, "anchor_type").is_null() {
        steps.push(teller.resolve(address));
    }
    if let Some(ways) = at(address, "ways_tried").as_array() {
        steps.push(teller.execute(ways));
        // A call that failed gave no rows to hold against anything.
        if !at(address, "rows_fetched").is_null() {
            steps.push(teller.rows(address));
        }
    }
    steps.push(teller.compose(envelope, address));
    steps
}

struct Teller {
    language: Locale,
    shown: Shown,
}

impl Teller {
    fn say(&self, what: Say<'_>) -> String {
        wording::say(what, self.language)
    }

    fn step(&self, stage: Stage, lines: Vec<String>) -> Step {
        Step { stage, lines }
    }

    fn read(&self, envelope: &Value) -> Step {
        let decode = at(envelope, "decode");
        let mut lines = vec![self.say(Say::Notation {
            notation: text(at(decode, "notation")),
            tokens: number(at(decode, "tokens")),
            filled: list(at(decode, "ledger")).len(),
        })];
        lines.extend((list(at(decode, "findings")).iter()).map(|finding| {
            format!(
                "{} {}",
                text(at(finding, "id")),
                self.masked(text(at(finding, "message")))
            )
        }));
        lines.extend(self.took(at(at(decode, "timings"), "decode_us")));
        self.step(Stage::Read, lines)
    }

    fn decompose(&self, address: &Value) -> Step {
        let mut lines = vec![self.say(Say::Mode {
            mode: text(at(address, "detected_mode")),
            shape: text(at(address, "query_shape")),
        })];
        lines.push(match at(address, "selected_recipe").as_str() {
            Some(recipe) => self.say(Say::Recipe {
                recipe,
                intent: text(at(address, "detected_intent")),
            }),
            None => self.say(Say::NoRecipe),
        });
        let filters = at(address, "extracted_filters").as_object();
        let defaulted = list(at(address, "defaulted_filters"));
        // The limit has a line of its own, with its reason.
        for (name, value) in filters
            .into_iter()
            .flatten()
            .filter(|(name, _)| *name != "limit")
        {
            let value = match self.shown {
                Shown::Masked if redaction::names_somebody(name) => HIDDEN,
                _ => text(value),
            };
            lines.push(self.say(Say::Filter {
                name,
                value,
                defaulted: defaulted.iter().any(|filter| filter == name),
            }));
        }
        for missing in list(at(address, "missing_required_filters")) {
            lines.push(self.say(Say::Missing(text(missing))));
        }
        if let Some(limit) = at(address, "limit").as_object() {
            let why = limit.get("why").map_or("", text);
            let rows = limit.get("limit").map_or(0, number);
            lines.push(self.say(Say::Limit { rows, why }));
        }
        self.step(Stage::Decompose, lines)
    }

    fn resolve(&self, address: &Value) -> Step {
        let kind = text(at(address, "anchor_type"));
        let line = match (
            at(address, "anchor_value_resolved").as_str(),
            number(at(address, "ambiguity_count")),
        ) {
            (Some(found), _) => self.say(Say::Resolved {
                kind,
                found: self.value(found),
                sure: text(at(address, "resolver_confidence")),
            }),
            (None, 0) => self.say(Say::Unresolved { kind }),
            (None, count) => self.say(Say::Ambiguous { kind, count }),
        };
        self.step(Stage::Resolve, vec![line])
    }

    fn execute(&self, ways: &[Value]) -> Step {
        let told = ways.iter().map(|way| {
            self.say(Say::Way {
                source: text(at(way, "source")),
                open: *at(way, "scope") == "raw_rows_stay",
                available: *at(way, "window") == "available",
                status: text(at(way, "status")),
                fetched: number(at(way, "rows_fetched")),
                matched: number(at(way, "rows_matched")),
            })
        });
        self.step(Stage::Execute, told.collect())
    }

    fn rows(&self, address: &Value) -> Step {
        let counts = [
            "rows_fetched",
            "raw_rows_received",
            "rows_after_account_scope",
            "rows_materialized",
            "rows_after_recipe_filter",
            "rows_matched",
        ];
        let counts = counts.map(|name| number(at(address, name)));
        let mut lines = vec![self.say(Say::Counts(counts))];
        let accounts: Vec<&str> = list(at(address, "account_scope_accounts"))
            .iter()
            .map(text)
            .collect();
        lines.push(self.say(Say::Scope {
            mode: text(at(address, "account_scope_mode")),
            accounts: &accounts.join(", "),
            given_up: *at(address, "account_scope_fallback_applied") == true,
        }));
        let drop = text(at(address, "materialization_drop_reason"));
        if !matches!(drop, "" | "none") {
            lines.push(self.say(Say::Dropped(drop)));
        }
        self.step(Stage::Rows, lines)
    }

    fn compose(&self, envelope: &Value, address: &Value) -> Step {
        let mut lines = vec![self.say(Say::Answer {
            kind: text(at(address, "response_type")),
            status: text(at(address, "mcp_call_status")),
            readiness: text(at(address, "runtime_readiness")),
        })];
        if let Some(category) = at(address, "limited_reason_category").as_str() {
            let reasons: Vec<&str> = list(at(address, "reasons")).iter().map(text).collect();
            lines.push(self.say(Say::Limited {
                category,
                reasons: &reasons,
            }));
        }
        let failed = *at(address, "limited_reason_category") == "execution_error";
        for limitation in list(at(address, "limitations")).iter().map(text) {
            lines.push(if failed && self.shown == Shown::Masked {
                self.say(Say::Limitation(&redaction::own_words(limitation)))
            } else {
                self.say(Say::Limitation(&self.masked(limitation)))
            });
        }
        lines.extend(self.notes(envelope, address));
        for guard in list(at(envelope, "guardrails")) {
            if *at(guard, "tripped") == true {
                lines.push(self.say(Say::Guard(text(at(guard, "name")))));
            }
        }
        lines.extend(self.took(at(at(at(envelope, "decode"), "timings"), "run_us")));
        self.step(Stage::Compose, lines)
    }

    /// What the envelope explains and no other line says.
    fn notes(&self, envelope: &Value, address: &Value) -> Vec<String> {
        let recipe = text(at(address, "selected_recipe"));
        let said = list(at(address, "limitations"));
        (list(at(envelope, "explain")).iter())
            .filter(|note| !said.contains(note))
            .map(text)
            .filter(|note| recipe.is_empty() || !note.contains(recipe))
            .map(|note| self.say(Say::Note(&self.masked(note))))
            .collect()
    }

    fn explained(&self, envelope: &Value) -> Vec<String> {
        (list(at(envelope, "explain")).iter())
            .map(|line| self.masked(text(line)))
            .collect()
    }

    fn took(&self, micros: &Value) -> Option<String> {
        micros.as_u64().map(|micros| self.say(Say::Took(micros)))
    }

    fn value<'t>(&self, value: &'t str) -> &'t str {
        match self.shown {
            Shown::Values => value,
            Shown::Masked => HIDDEN,
        }
    }

    /// A line whose quoted parts, which are values, are hidden.
    fn masked(&self, line: &str) -> String {
        match self.shown {
            Shown::Values => line.to_owned(),
            Shown::Masked => redaction::quoted(line),
        }
    }
}

/// A member of an object; `null` where it is not there.
pub(super) fn at<'v>(value: &'v Value, key: &str) -> &'v Value {
    value.get(key).unwrap_or(&Value::Null)
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

fn number(value: &Value) -> u64 {
    value.as_u64().unwrap_or(0)
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

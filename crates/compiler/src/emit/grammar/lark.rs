//! A grammar in the Lark that llguidance reads: `start`, tokens in capitals, no look-around.

use super::model::{Expr, Grammar};
use super::written::{Dialect, options};

const LARK: Dialect = Dialect {
    set: "/",
    token: |name| name.to_uppercase(),
    phrase: str::to_owned,
};

/// The whole file; `head` is its first comment, a line each.
pub(super) fn lark(grammar: &Grammar, start: &Expr, head: &[String]) -> String {
    let mut out: String = head.iter().map(|line| format!("// {line}\n")).collect();
    let mut rule = |name: &str, body: &Expr| {
        let lines = options(&LARK, body).join("\n    | ");
        out.push_str(&format!("\n{name}: {lines}\n"));
    };
    rule("start", start);
    for reached in grammar.reached(start) {
        rule(&LARK.name(reached), &reached.body);
    }
    out
}

//! A grammar in GBNF, as llama.cpp reads it and XGrammar as its EBNF: `root`, names of letters, digits and `-`.

use super::model::{Expr, Grammar};
use super::written::{Dialect, options};

const GBNF: Dialect = Dialect {
    set: "",
    token: dashed,
    phrase: dashed,
};

fn dashed(name: &str) -> String {
    name.replace('_', "-")
}

/// The whole file; `head` is its first comment, a line each.
pub(super) fn gbnf(grammar: &Grammar, start: &Expr, head: &[String]) -> String {
    let mut out: String = head.iter().map(|line| format!("# {line}\n")).collect();
    let mut rule = |name: &str, body: &Expr| {
        // A line may only be broken behind a `|`: in front of it the rule would be over.
        let lines = options(&GBNF, body).join(" |\n  ");
        out.push_str(&format!("\n{name} ::= {lines}\n"));
    };
    rule("root", start);
    for reached in grammar.reached(start) {
        rule(&GBNF.name(reached), &reached.body);
    }
    out
}

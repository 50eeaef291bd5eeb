//! Checks that a 1C register is read through a filter: a virtual table needs a parameter in its brackets, the register
//! itself one in `ГДЕ`. A bound on the resulting rows does not limit the rows that are read.

use crate::finding::{Finding, Remarks, Rule, tell};
use crate::source::Source;
use crate::source::query_tokens::{Query, SELECT, Token, TokenKind};

/// Prefixes of register names.
const REGISTERS: &[&str] = &[
    "РЕГИСТРБУХГАЛТЕРИИ",
    "ACCOUNTINGREGISTER",
    "РЕГИСТРНАКОПЛЕНИЯ",
    "ACCUMULATIONREGISTER",
    "РЕГИСТРСВЕДЕНИЙ",
    "INFORMATIONREGISTER",
];
/// Largest distance in tokens between a register and its filter; keeps the cost linear in the text.
const REACH: usize = 4096;
/// `ГДЕ`.
const WHERE: &[&str] = &["ГДЕ", "WHERE"];

pub(super) fn check(source: &Source, findings: &mut Vec<Finding>) {
    for query in source.queries.values() {
        for (position, token) in query.tokens.iter().enumerate() {
            if token.is_word(REGISTERS) && !is_filtered(query, position, token) {
                let message = "the register is read without a filter";
                tell(findings, Rule::QueryUnbounded, token.place, message)
                    .help("bind a parameter in the brackets of its table, or in `ГДЕ`");
            }
        }
    }
}

fn is_filtered(query: &Query, position: usize, register: &Token) -> bool {
    let mut rest = (query.tokens.iter().skip(position).take(REACH)).peekable();
    // `РегистрБухгалтерии.Хозрасчетный.Остатки`: words joined by dots.
    while rest.next_if(|token| is_part_of_name(token)).is_some() {}
    let is_parameter = |token: &Token| token.kind == TokenKind::Parameter;
    if rest.peek().is_some_and(|token| token.text == "(") {
        let mut inside = rest
            .skip(1)
            .take_while(|token| token.depth > register.depth);
        return inside.any(is_parameter);
    }
    // The selection ends with its brackets or at the next part of a union.
    let mut selection = rest
        .take_while(|token| token.depth >= register.depth)
        .take_while(|token| token.depth > register.depth || !token.is_word(SELECT))
        .skip_while(|token| token.depth > register.depth || !token.is_word(WHERE));
    selection.any(is_parameter)
}

fn is_part_of_name(token: &Token) -> bool {
    // `КАК` and an alias may follow a name and are words too; only dots join parts.
    (token.kind == TokenKind::Word && !token.is_word(&["КАК", "AS"])) || token.text == "."
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_filter_is_in_the_brackets_or_after_where() {
        for (text, filtered) in [
            (
                "ВЫБРАТЬ А ИЗ РегистрБухгалтерии.Х.Остатки(&М, , ) КАК Р",
                true,
            ),
            (
                "ВЫБРАТЬ А ИЗ РегистрБухгалтерии.Х.Остатки(, , ) КАК Р ГДЕ Р.Б = &Б",
                false,
            ),
            (
                "ВЫБРАТЬ А ИЗ РегистрБухгалтерии.Х.Обороты((Б = (&Б))) КАК Р",
                true,
            ),
            ("ВЫБРАТЬ А ИЗ РегистрБухгалтерии.Х КАК Р ГДЕ Р.Б = &Б", true),
            ("ВЫБРАТЬ А ИЗ РегистрБухгалтерии.Х КАК Р", false),
            (
                "ВЫБРАТЬ &Б ИЗ РегистрСведений.Х КАК Р ГДЕ Р.Активность",
                false,
            ),
            (
                "ВЫБРАТЬ А ИЗ РегистрНакопления.Х КАК Р ОБЪЕДИНИТЬ ВСЕ ВЫБРАТЬ А ИЗ С ГДЕ &Б",
                false,
            ),
            (
                "ВЫБРАТЬ А ИЗ (ВЫБРАТЬ А ИЗ РегистрБухгалтерии.Х КАК Р) КАК С ГДЕ С.Б = &Б",
                false,
            ),
            (
                "ВЫБРАТЬ А ИЗ РегистрБухгалтерии.Х КАК Р ГДЕ (Р.Б В (ВЫБРАТЬ Б ИЗ С ГДЕ &Б))",
                true,
            ),
        ] {
            let query = Query::read(0, text);
            let found = query.tokens.iter().enumerate();
            let all = found
                .filter(|(_, token)| token.is_word(REGISTERS))
                .all(|(at, token)| is_filtered(&query, at, token));
            assert_eq!(all, filtered, "{text}");
        }
    }
}

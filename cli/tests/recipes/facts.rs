//! False facts are impossible: whatever a server answers, a row that is shown is one that was asked for, or the answer
//! says what it is instead.

use cmec_executor::ports::raw_row::{Cell, RawRow};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::arbitrary_server::{ArbitraryRow, ArbitraryServer, CONTRACT, PARTY, arbitrary_row};
use crate::walk::page;

/// A recipe: its target type, the filters it can be given, its accounts, the sides that count, its own filter.
struct Asked {
    target: &'static str,
    filters: &'static [&'static str],
    accounts: &'static [&'static str],
    sides: &'static [&'static str],
    own: &'static str,
    is_strict: bool,
    /// Whether tax on advances is none of its accounts.
    is_of_debts: bool,
}

const BOTH: &[&str] = &["Дт", "Кт"];
const SETTLEMENTS: &[&str] = &["60", "62", "76"];
const MONEY: &[&str] = &["51", "52", "55"];

const fn asked(
    target: &'static str,
    filters: &'static [&'static str],
    accounts: &'static [&'static str],
    sides: &'static [&'static str],
    own: &'static str,
) -> Asked {
    Asked {
        target,
        filters,
        accounts,
        sides,
        own,
        is_strict: false,
        is_of_debts: false,
    }
}

const fn of_debts(asked: Asked) -> Asked {
    Asked {
        is_of_debts: true,
        ..asked
    }
}

const fn strict(
    target: &'static str,
    filters: &'static [&'static str],
    accounts: &'static [&'static str],
    own: &'static str,
) -> Asked {
    Asked {
        is_strict: true,
        ..asked(target, filters, accounts, BOTH, own)
    }
}

/// The recipes as the specification has them, written by hand.
const RECIPES: [Asked; 13] = [
    asked("period_coverage", &["period"], &[], BOTH, "profile"),
    asked("section_profile", &["period"], &[], BOTH, "profile"),
    of_debts(asked(
        "payable",
        &["as_of_date", "counterparty", "contract"],
        &["60", "76"],
        &["Кт"],
        "side",
    )),
    of_debts(asked(
        "receivable",
        &["as_of_date", "counterparty", "contract"],
        &["62", "76"],
        &["Дт"],
        "side",
    )),
    of_debts(strict(
        "open_contract",
        &["as_of_date", "counterparty", "contract"],
        SETTLEMENTS,
        "balance",
    )),
    of_debts(asked(
        "open_contract_candidate",
        &["as_of_date"],
        SETTLEMENTS,
        BOTH,
        "contract",
    )),
    of_debts(asked(
        "open_item",
        &["counterparty", "as_of_date", "contract"],
        SETTLEMENTS,
        BOTH,
        "any",
    )),
    asked(
        "document",
        &["counterparty", "period", "as_of_date"],
        MONEY,
        BOTH,
        "any",
    ),
    asked(
        "bank_operation",
        &["counterparty", "period", "as_of_date"],
        MONEY,
        BOTH,
        "bank",
    ),
    asked(
        "document",
        &["contract", "period", "counterparty"],
        SETTLEMENTS,
        BOTH,
        "any",
    ),
    asked(
        "bank_operation",
        &["contract", "period", "counterparty"],
        MONEY,
        BOTH,
        "bank",
    ),
    strict(
        "balance_document",
        &["account", "counterparty", "contract", "period"],
        &["62"],
        "side",
    ),
    strict(
        "account_balance",
        &["account", "as_of_date", "period"],
        &["62"],
        "any",
    ),
];

/// The intent with the first so many filters.
fn intent(asked: &Asked, filters: &[&str]) -> Value {
    let tables = cmec_decoder::generated::builtin("address").unwrap();
    let said: Vec<Value> = filters
        .iter()
        .map(|name| {
            let path = format!("{}.{name}", asked.target);
            let code = &tables
                .fields
                .iter()
                .find(|field| field.path == path)
                .unwrap()
                .code;
            match *name {
                "period" => json!({"f": code, "op": "BT", "v": ["2026-01-10", "2026-01-20"]}),
                // Two days that disagree are a question.
                "as_of_date" if asked.filters.contains(&"period") => {
                    json!({"f": code, "op": "EQ", "v": "2026-01-20"})
                }
                "as_of_date" => json!({"f": code, "op": "EQ", "v": "2026-03-31"}),
                "account" => json!({"f": code, "op": "EQ", "v": "62"}),
                _ => json!({"f": code, "op": "EQ", "v": "имя"}),
            }
        })
        .collect();
    json!({"s": "IS", "tg": [asked.target], "C": {"flt": said}})
}

fn text<'r>(row: &'r RawRow, column: &str) -> Option<&'r str> {
    row.first(&[column]).and_then(Cell::shown)
}

fn is_under(account: Option<&str>, codes: &[&str]) -> bool {
    account.is_some_and(|account| {
        codes
            .iter()
            .any(|code| account == *code || account.starts_with(&format!("{code}.")))
    })
}

fn is(row: &RawRow, column: &str, id: &str) -> bool {
    matches!(row.first(&[column]), Some(Cell::Reference(found)) if found.id == id)
}

/// Whether a row carries every anchor, in any of these columns.
fn carries(row: &RawRow, filters: &[&str], parties: &[&str], contracts: &[&str]) -> bool {
    let party = parties.iter().any(|column| is(row, column, PARTY));
    let contract = contracts.iter().any(|column| is(row, column, CONTRACT));
    (party || !filters.contains(&"counterparty")) && (contract || !filters.contains(&"contract"))
}

/// Why a row must not be among the facts of an answer that says these limitations.
fn objection(
    row: &RawRow,
    asked: &Asked,
    filters: &[&str],
    said: &dyn Fn(&str) -> bool,
) -> Option<&'static str> {
    if asked.own == "profile" {
        return None;
    }
    let day = text(row, "Период").map(|period| period.get(..10).unwrap_or(period));
    if asked.own != "balance" {
        let Some(day) = day else {
            return Some("it has no period");
        };
        if row.first(&["Регистратор"]).is_none() {
            return Some("it has no document");
        }
        if filters.contains(&"as_of_date") && day > "2026-03-31" {
            return Some("it is later than the date");
        }
        let window = "2026-01-10"..="2026-01-20";
        if filters.contains(&"period")
            && !window.contains(&day)
            && !said("period_window_auto_broadened_to_available_data")
        {
            return Some("it lies outside the period");
        }
    }
    let near = said("anchor_not_matched_fallback_rows");
    let parties = ["Контрагент", "СубконтоДт1", "СубконтоКт1"];
    if !near
        && !carries(
            row,
            filters,
            &parties,
            &["Договор", "СубконтоДт2", "СубконтоКт2"],
        )
    {
        return Some("it does not have the anchors");
    }
    let is_in = |account: Option<&str>| {
        let is_tax = asked.is_of_debts && is_under(account, &["76.АВ", "76.ВА"]);
        is_under(account, asked.accounts) && !is_tax
    };
    let side = |side: &&str| is_in(text(row, &format!("Счет{side}")));
    let in_scope = asked.sides.iter().any(side) || is_in(text(row, "Счет"));
    let given_up =
        said("account_scope_fallback_to_raw_rows") || said("documents_fallback_to_bank_rows");
    if !in_scope && (asked.is_strict || !given_up) {
        return Some("it touches no account in scope");
    }
    let kind = match row.first(&["Регистратор"]) {
        Some(Cell::Reference(document)) => document.type_name.as_str(),
        _ => "",
    };
    let on_side =
        |wanted: &dyn Fn(&str) -> bool| asked.sides.iter().any(|one| side(one) && wanted(one));
    let passes = match asked.own {
        "side" => on_side(&|side| {
            carries(
                row,
                filters,
                &[&format!("Субконто{side}1")],
                &[&format!("Субконто{side}2")],
            )
        }),
        "contract" => on_side(&|side| row.first(&[&format!("Субконто{side}2")]).is_some()),
        "bank" => kind.ends_with("РасчетногоСчета") || kind.ends_with("РасчетныйСчет"),
        _ => true,
    };
    (!passes).then_some("the recipe does not count it")
}

fn block_on<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap()
        .block_on(future)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn no_server_can_make_a_false_fact(
        recipe in 0..RECIPES.len(),
        said in 0_usize..5,
        rows in prop::collection::vec(arbitrary_row(), 0..9),
        found in 0_usize..3,
        limit in 1_u32..6,
    ) {
        let asked = &RECIPES[recipe];
        let filters = &asked.filters[..said.min(asked.filters.len())];
        let server = ArbitraryServer { rows, found };
        let (response, envelope) = block_on(page(&server, &intent(asked, filters), limit, None));
        holds(asked, filters, &server, &response, &envelope["address"]);
    }
}

fn holds(
    asked: &Asked,
    filters: &[&str],
    server: &ArbitraryServer,
    response: &Value,
    block: &Value,
) {
    let rows = response["rows"].as_array().unwrap();
    let limitations = response["limitations"].as_array().unwrap();
    let said = |code: &str| limitations.iter().any(|limitation| limitation == code);
    assert_eq!(response["returned"], rows.len(), "{response}");
    assert_eq!(block["response_type"], response["response_type"]);
    if response["response_type"] == "LIMITED_WITH_REASON" {
        assert!(rows.is_empty(), "{response}");
        assert!(
            response["reasons"]
                .as_array()
                .is_some_and(|reasons| !reasons.is_empty()),
            "{response}"
        );
        assert!(!response["limited_reason_category"].is_null(), "{response}");
        return;
    }
    assert!(!rows.is_empty(), "{response}");
    assert_eq!(block["rows_matched"], rows.len(), "{response}");
    let status = &block["mcp_call_status"];
    if said("anchor_not_matched_fallback_rows") {
        assert_eq!(status, "materialized_but_not_anchor_matched");
        assert_eq!(response["response_type"], "FACTUAL_LIST");
    } else {
        assert_eq!(status, "matched_non_empty");
    }
    let raw = server.raw();
    for row in rows {
        let number: usize = row["values"]["number"].as_str().unwrap().parse().unwrap();
        let objection = objection(&raw[number], asked, filters, &said);
        assert_eq!(
            objection, None,
            "{row} for {} {filters:?}: {response}",
            asked.target
        );
    }
}

#[test]
fn the_recipes_written_here_are_those_of_the_codebook() {
    let catalogue = cmec_executor::generated::builtin("address").unwrap();
    let recipes = &catalogue.address.as_ref().unwrap().recipes;
    // The seed's thirteen recipes come first.
    for (recipe, asked) in recipes.iter().zip(&RECIPES) {
        assert_eq!(recipe.matches.target_type, asked.target);
        if !recipe.scope.said {
            assert_eq!(recipe.scope.accounts, asked.accounts);
            assert_eq!(!recipe.scope.except.is_empty(), asked.is_of_debts);
        }
    }
}

#[tokio::test]
async fn facts_are_reached_by_every_recipe() {
    // A row that each recipe counts; the property would hold as well of a lane that never answers.
    for asked in &RECIPES {
        let mut answered = false;
        for account in 0..4 {
            let row = ArbitraryRow::all_right(account);
            let server = ArbitraryServer {
                rows: vec![row],
                found: 1,
            };
            let (response, _) = page(&server, &intent(asked, asked.filters), 5, None).await;
            answered |= response["returned"] == 1;
        }
        assert!(answered, "{} {}", asked.target, asked.own);
    }
}

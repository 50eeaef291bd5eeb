//! A server that answers whatever it likes: rows of a list, whoever and whatever time they are asked for.

use std::time::Duration;

use cmec_executor::ports::one_c::{OneC, PortError, QueryCall};
use cmec_executor::ports::raw_row::{Cell, RawRow, RawRows, Reference};
use proptest::prelude::*;

/// The counterparty and the contract every question means, and others.
pub(crate) const PARTY: &str = "party";
pub(crate) const CONTRACT: &str = "contract";
const ACCOUNTS: [&str; 9] = [
    "60.01", "62", "76.АВ", "51", "52.01", "66.03", "601", "счёт", "",
];
const KINDS: [&str; 4] = [
    "ДокументСсылка.СписаниеСРасчетногоСчета",
    "ДокументСсылка.ПоступлениеНаРасчетныйСчет",
    "ДокументСсылка.ОперацияБух",
    "",
];
const PERIODS: [&str; 5] = [
    "2026-01-15T12:00:00",
    "2026-01-05T12:00:00",
    "2026-05-01T00:00:00",
    "0001-01-01T00:00:00",
    "вчера",
];
const PARTIES: [&str; 3] = [PARTY, "another", ""];
const CONTRACTS: [&str; 3] = [CONTRACT, "other", ""];

/// A row, as indexes into the lists above; an empty text is no cell.
#[derive(Debug, Clone)]
pub(crate) struct ArbitraryRow {
    period: usize,
    kind: usize,
    debit: (usize, usize, usize),
    credit: (usize, usize, usize),
    account: usize,
    party: usize,
    contract: usize,
}

pub(crate) fn arbitrary_row() -> impl Strategy<Value = ArbitraryRow> {
    let side = || (0..ACCOUNTS.len(), 0..PARTIES.len(), 0..CONTRACTS.len());
    let rest = (0..ACCOUNTS.len(), 0..PARTIES.len(), 0..CONTRACTS.len());
    (0..PERIODS.len(), 0..KINDS.len(), side(), side(), rest).prop_map(
        |(period, kind, debit, credit, (account, party, contract))| ArbitraryRow {
            period,
            kind,
            debit,
            credit,
            account,
            party,
            contract,
        },
    )
}

impl ArbitraryRow {
    /// A row of a bank document with the anchors, on one account everywhere.
    pub(crate) fn all_right(account: usize) -> Self {
        Self {
            period: 0,
            kind: 0,
            debit: (account, 0, 0),
            credit: (account, 0, 0),
            account,
            party: 0,
            contract: 0,
        }
    }
}

/// The server.
#[derive(Debug, Clone)]
pub(crate) struct ArbitraryServer {
    pub(crate) rows: Vec<ArbitraryRow>,
    /// Elements each lookup finds.
    pub(crate) found: usize,
}

impl ArbitraryServer {
    /// The rows as it gives them, numbered so that they are known again in an answer.
    pub(crate) fn raw(&self) -> Vec<RawRow> {
        self.rows
            .iter()
            .enumerate()
            .map(|(number, row)| raw(number, row))
            .collect()
    }
}

fn raw(number: usize, row: &ArbitraryRow) -> RawRow {
    let text = |text: &str| Cell::Text(text.to_owned());
    let mut cells = vec![
        ("Период", text(PERIODS[row.period])),
        ("СчетДт", text(ACCOUNTS[row.debit.0])),
        ("СчетКт", text(ACCOUNTS[row.credit.0])),
        ("Счет", text(ACCOUNTS[row.account])),
        ("СубконтоДт1", reference(PARTIES[row.debit.1], "К")),
        ("СубконтоДт2", reference(CONTRACTS[row.debit.2], "Д")),
        ("СубконтоКт1", reference(PARTIES[row.credit.1], "К")),
        ("СубконтоКт2", reference(CONTRACTS[row.credit.2], "Д")),
        ("Контрагент", reference(PARTIES[row.party], "К")),
        ("Договор", reference(CONTRACTS[row.contract], "Д")),
    ];
    if !KINDS[row.kind].is_empty() {
        cells.push(("Регистратор", reference("document", KINDS[row.kind])));
    }
    // An account that is not there is no empty text.
    cells.retain(|(_, cell)| *cell != text(""));
    cells.push(("Номер", text(&number.to_string())));
    let cells = cells
        .into_iter()
        .map(|(name, cell)| (name.to_owned(), cell));
    RawRow {
        cells: cells.collect(),
    }
}

fn reference(id: &str, type_name: &str) -> Cell {
    if id.is_empty() {
        return Cell::Null;
    }
    Cell::Reference(Reference {
        id: id.to_owned(),
        type_name: type_name.to_owned(),
        presentation: id.to_owned(),
    })
}

#[async_trait::async_trait]
impl OneC for ArbitraryServer {
    fn row_cap(&self) -> u32 {
        1000
    }

    async fn query(&self, call: &QueryCall<'_>, _within: Duration) -> Result<RawRows, PortError> {
        let rows = match call.name() {
            "account_lookup" => vec![element("account", call)],
            "organization_lookup" => vec![element("organization", call)],
            "counterparty_lookup" => (0..self.found)
                .map(|index| element(PARTIES[index], call))
                .collect(),
            "contract_lookup" => (0..self.found)
                .map(|index| element(CONTRACTS[index], call))
                .collect(),
            _ => self.raw(),
        };
        let most = usize::try_from(call.rows()).unwrap();
        let rows: Vec<RawRow> = rows.into_iter().take(most).collect();
        let fetched = rows.len();
        Ok(RawRows {
            rows,
            fetched,
            ..RawRows::default()
        })
    }
}

/// An element of a catalogue that is called as it was asked for.
fn element(id: &str, call: &QueryCall<'_>) -> RawRow {
    let name = call.values().iter().find_map(|(_, value)| match value {
        cmec_executor::ports::one_c::ParameterValue::Text(text) => Some(text.clone()),
        _ => None,
    });
    let cells = [
        ("Ссылка", reference(id, "С")),
        ("Код", Cell::Text(name.clone().unwrap_or_default())),
        ("Наименование", Cell::Text(name.unwrap_or_default())),
        ("Владелец", reference(PARTY, "К")),
    ];
    RawRow {
        cells: cells.map(|(name, cell)| (name.to_owned(), cell)).to_vec(),
    }
}

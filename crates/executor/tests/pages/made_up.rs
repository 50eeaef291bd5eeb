//! Bank documents made up for a case, asked as 1C is: bounds of the period, the order of the text, a cap on rows.

use std::time::Duration;

use cmec_executor::ports::one_c::{OneC, ParameterValue, PortError, QueryCall};
use cmec_executor::ports::raw_row::{Cell, RawRow, RawRows, Reference};
use serde_json::{Value, json};

use crate::names;
use crate::walk::{intent, oldest_first};

/// A document: the day of its moment, its number, its bank account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Document {
    pub(crate) day: u32,
    pub(crate) number: usize,
    pub(crate) account: &'static str,
}

/// A server with these documents.
#[derive(Debug, Clone)]
pub(crate) struct MadeUp {
    pub(crate) documents: Vec<Document>,
    pub(crate) cap: u32,
    /// Id of the one counterparty.
    pub(crate) party: &'static str,
    /// Elements after each row that are no rows.
    pub(crate) unreadable: usize,
    /// Whether none of what it gives is a row.
    pub(crate) is_unreadable: bool,
}

impl MadeUp {
    /// Documents on these days, numbered as they stand.
    pub(crate) fn on(days: &[u32], cap: u32) -> Self {
        let documents = days.iter().zip(1..).map(|(day, number)| Document {
            day: *day,
            number,
            account: "51",
        });
        Self {
            documents: documents.collect(),
            cap,
            party: "party",
            unreadable: 0,
            is_unreadable: false,
        }
    }

    /// Numbers of the documents with an account, newest first.
    pub(crate) fn numbers(&self, account: &str) -> Vec<usize> {
        let sorted = self.sorted();
        let documents = sorted.iter().filter(|document| document.account == account);
        documents.map(|document| document.number).collect()
    }

    fn sorted(&self) -> Vec<Document> {
        let mut documents = self.documents.clone();
        documents.sort_by_key(|document| std::cmp::Reverse((document.day, document.number)));
        documents
    }

    fn reference(&self, id: &str) -> Cell {
        Cell::Reference(Reference {
            id: id.to_owned(),
            type_name: "Ссылка".to_owned(),
            presentation: id.to_owned(),
        })
    }

    fn row(&self, document: &Document) -> RawRow {
        let cells = [
            ("Период", Cell::Text(moment(document.day))),
            (
                "Регистратор",
                self.reference(&format!("document {}", document.number)),
            ),
            ("Номер", Cell::Text(document.number.to_string())),
            ("Контрагент", self.reference(self.party)),
            ("Счет", Cell::Text(document.account.to_owned())),
        ];
        let cells = cells.map(|(column, cell)| (column.to_owned(), cell));
        RawRow {
            cells: cells.to_vec(),
        }
    }
}

fn moment(day: u32) -> String {
    format!("2026-01-{day:02}T12:00:00")
}

#[async_trait::async_trait]
impl OneC for MadeUp {
    fn row_cap(&self) -> u32 {
        self.cap
    }

    async fn query(&self, call: &QueryCall<'_>, _within: Duration) -> Result<RawRows, PortError> {
        if call.name() == "data_through" {
            return Ok(RawRows::default());
        }
        if call.name() == "counterparty_lookup" {
            let name = Cell::Text(names::USUAL.to_owned());
            let cells = [
                ("Ссылка", self.reference(self.party)),
                ("Наименование", name),
            ];
            let cells = cells
                .map(|(column, cell)| (column.to_owned(), cell))
                .to_vec();
            let rows = vec![RawRow { cells }];
            return Ok(RawRows {
                rows,
                fetched: 1,
                ..RawRows::default()
            });
        }
        let bound = |name: &str| {
            let (_, value) = call
                .values()
                .iter()
                .find(|(known, _)| *known == name)
                .unwrap();
            match value {
                ParameterValue::Moment(moment) => moment.clone(),
                other => panic!("{name}: {other:?}"),
            }
        };
        let window = bound("НачалоПериода")..=bound("КонецПериода");
        let mut documents = self.sorted();
        if !call.text().contains("Период УБЫВ") {
            documents.reverse();
        }
        documents.retain(|document| window.contains(&moment(document.day)));
        let most = usize::try_from(call.rows().min(self.cap)).unwrap();
        let each = 1 + self.unreadable;
        let fetched = (documents.len() * each).min(most);
        let readable = if self.is_unreadable {
            0
        } else {
            fetched.div_ceil(each)
        };
        let rows = documents.iter().take(readable);
        Ok(RawRows {
            rows: rows.map(|document| self.row(document)).collect(),
            fetched,
            ..RawRows::default()
        })
    }
}

/// The question about the documents, newest first or oldest first.
pub(crate) fn question(newest_first: bool) -> Value {
    let question = intent("document", &[("F301", "EQ", json!(names::USUAL))]);
    if newest_first {
        question
    } else {
        oldest_first(question, "F303")
    }
}

/// Numbers of the documents in rows.
pub(crate) fn numbers(rows: &[Value]) -> Vec<usize> {
    rows.iter()
        .map(|row| row["values"]["number"].as_str().unwrap().parse().unwrap())
        .collect()
}

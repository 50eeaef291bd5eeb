//! Values of the query language, independent of the codec.

use std::collections::BTreeMap;

/// Parameters of a query by name, without `&`.
pub type Params = BTreeMap<String, Param>;

/// A value given for a parameter.
#[derive(Debug, Clone, PartialEq)]
pub enum Param {
    /// No value (`Неопределено`).
    Null,
    /// A string.
    Text(String),
    /// A date, `YYYY-MM-DDTHH:MM:SS`.
    Date(String),
    /// A boolean.
    Flag(bool),
    /// A number.
    Number(f64),
    /// A reference by unique identifier in lower case.
    Reference(String),
    /// An array.
    List(Vec<Param>),
    /// A value of a type that no known query takes.
    Other,
}

/// A value in a result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cell {
    /// No value.
    Null,
    /// A string.
    Text(String),
    /// A date, `YYYY-MM-DDTHH:MM:SS`.
    Date(String),
    /// An amount of money in kopecks.
    Money(i64),
    /// A whole number.
    Count(i64),
    /// A boolean.
    Flag(bool),
    /// A reference.
    Reference(Reference),
}

impl Cell {
    /// A value of another type, for a fault.
    pub(super) fn of_another_type(&self) -> Self {
        match self {
            Self::Null => Self::Null,
            Self::Text(_) | Self::Date(_) => Self::Count(7),
            Self::Money(_) | Self::Count(_) => Self::Text("много".to_owned()),
            Self::Flag(_) => Self::Date("2026-03-31T00:00:00".to_owned()),
            Self::Reference(_) => Self::Flag(true),
        }
    }
}

/// A reference to an object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reference {
    /// Unique identifier, lower case.
    pub uuid: String,
    /// Type, such as `СправочникСсылка.Контрагенты`.
    pub object_type: String,
    /// The display text of the object.
    pub presentation: String,
}

/// Rows of an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    /// Columns, in the order of the query text.
    pub columns: Vec<Column>,
    /// Rows; each has as many cells as there are columns.
    pub rows: Vec<Vec<Cell>>,
    /// The total number of rows, if the server reports it.
    pub told: Option<usize>,
    /// `true` if rows were left out; `None` if the server does not say.
    pub cut: Option<bool>,
}

impl Table {
    /// Every cell with its column.
    pub(super) fn cells_mut(&mut self) -> impl Iterator<Item = (&mut Cell, &Column)> {
        let columns = &self.columns;
        (self.rows.iter_mut()).flat_map(move |row| row.iter_mut().zip(columns))
    }
}

/// A column of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Column {
    /// Its name in the query text.
    pub name: &'static str,
    /// The type of its cells.
    pub kind: ColumnKind,
}

/// The type of a column's cells; each may also be null.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColumnKind {
    /// A string.
    Text,
    /// A date.
    Date,
    /// An amount of money.
    Money,
    /// A whole number.
    Count,
    /// A boolean.
    Flag,
    /// A reference to an account of the chart.
    Account,
    /// A reference to a document of some kind.
    Document,
    /// A reference to a counterparty.
    Counterparty,
    /// A reference to a contract.
    Contract,
    /// A reference to an organization.
    Organization,
    /// A reference to a bank account.
    BankAccount,
    /// A reference to a person.
    Person,
    /// A reference to an element of some catalogue.
    Analytic,
}

impl ColumnKind {
    /// The type of a reference, if it is fixed.
    #[must_use]
    pub fn reference_type(self) -> Option<&'static str> {
        match self {
            Self::Account => Some("ПланСчетовСсылка.Хозрасчетный"),
            Self::Counterparty => Some("СправочникСсылка.Контрагенты"),
            Self::Contract => Some("СправочникСсылка.ДоговорыКонтрагентов"),
            Self::Organization => Some("СправочникСсылка.Организации"),
            Self::BankAccount => Some("СправочникСсылка.БанковскиеСчета"),
            Self::Person => Some("СправочникСсылка.ФизическиеЛица"),
            _ => None,
        }
    }
}

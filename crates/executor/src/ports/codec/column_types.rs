//! What the columns of the query texts hold, for servers whose answers tell no types: `62` is an account in one column
//! and a number in another.

/// Longest name of a column that is read, in bytes; names of 1C have 128 letters at most. A name is kept with each of its
/// cells, so a longer one would cost as much as it is long in every row.
pub(super) const LONGEST_NAME: usize = 512;

/// What a column holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Texts, codes of accounts included.
    Text,
    /// Numbers.
    Number,
    /// Dates.
    Date,
    /// Yes or no.
    Flag,
    /// References.
    Reference,
}

/// What a column holds, by its name in the query texts.
pub(super) fn kind(column: &str) -> Kind {
    match column {
        "Период" | "НачалоДанных" | "КонецДанных" | "АктивныйГод" | "АктивныйМесяц" => {
            Kind::Date
        }
        "Ссылка"
        | "Регистратор"
        | "СубконтоДт1"
        | "СубконтоДт2"
        | "СубконтоДт3"
        | "СубконтоКт1"
        | "СубконтоКт2"
        | "СубконтоКт3"
        | "Контрагент"
        | "Договор"
        | "Организация"
        | "Владелец" => Kind::Reference,
        "Целиком" => Kind::Flag,
        "НомерСтроки" | "ДокументовЗаГод" | "ДокументовЗаМесяц" => {
            Kind::Number
        }
        other if other.starts_with("Сумма") || other.starts_with("Количество") => {
            Kind::Number
        }
        _ => Kind::Text,
    }
}

#[cfg(test)]
mod tests {
    use cmec_demo::one_c::Query;
    use cmec_demo::one_c::value::ColumnKind;

    use super::*;

    #[test]
    fn every_column_of_the_query_texts_is_what_it_holds() {
        for query in Query::ALL {
            for column in query.columns() {
                let expected = match column.kind {
                    ColumnKind::Text => Kind::Text,
                    ColumnKind::Date => Kind::Date,
                    ColumnKind::Money | ColumnKind::Count => Kind::Number,
                    ColumnKind::Flag => Kind::Flag,
                    ColumnKind::Account
                    | ColumnKind::Document
                    | ColumnKind::Counterparty
                    | ColumnKind::Contract
                    | ColumnKind::Organization => Kind::Reference,
                };
                assert_eq!(
                    kind(column.name),
                    expected,
                    "{} of {}",
                    column.name,
                    query.name()
                );
            }
        }
    }
}

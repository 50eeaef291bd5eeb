//! The type of each column of the query texts, for servers whose answers tell no types: `62` is an account in one column and
//! a number in another. The texts are whitelisted, so a table of their columns is enough; a test holds it against the texts.

/// Longest name of a column that is read, in bytes; names of 1C have 128 letters at most. A name is kept with each of its
/// cells, so a longer one would cost as much as it is long in every row.
pub(super) const LONGEST_NAME: usize = 512;

/// What a column holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ColumnType {
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
pub(super) fn column_type(column: &str) -> ColumnType {
    match column {
        "Период" | "Месяц" | "НачалоДанных" | "КонецДанных" | "АктивныйГод" | "АктивныйМесяц" => {
            ColumnType::Date
        }
        "Ссылка" | "Регистратор" | "Контрагент" | "Договор" | "Организация" | "Владелец" => {
            ColumnType::Reference
        }
        "Целиком" | "ПоСловам" => ColumnType::Flag,
        "НомерСтроки" | "ДокументовЗаГод" | "ДокументовЗаМесяц" => {
            ColumnType::Number
        }
        other if other.starts_with("Субконто") => ColumnType::Reference,
        other if other.starts_with("Сумма") || other.starts_with("Количество") => {
            ColumnType::Number
        }
        _ => ColumnType::Text,
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
                    ColumnKind::Text => ColumnType::Text,
                    ColumnKind::Date => ColumnType::Date,
                    ColumnKind::Money | ColumnKind::Count => ColumnType::Number,
                    ColumnKind::Flag => ColumnType::Flag,
                    ColumnKind::Account
                    | ColumnKind::Document
                    | ColumnKind::Counterparty
                    | ColumnKind::Contract
                    | ColumnKind::Organization => ColumnType::Reference,
                };
                assert_eq!(
                    column_type(column.name),
                    expected,
                    "{} of {}",
                    column.name,
                    query.name()
                );
            }
        }
    }
}

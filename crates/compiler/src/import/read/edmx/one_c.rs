//! English standard names of 1C: kinds of objects, standard attributes, columns of registers. Their labels are Russian,
//! as 1C shows them; names that a configuration defines are Russian already.

use crate::import::element_names::words;

/// The namespace of every 1C `$metadata`.
pub(crate) const NAMESPACE: &str = "StandardODATA";
/// Attributes that name an object for people, the best first; nobody asks for its GUID.
pub(crate) const SAID: &[&str] = &["Description", "Number", "Code"];

/// Standard names and parts of names, each with its Russian label.
const SHOWN: &[(&str, &str)] = &[
    ("AccountCr", "счет Кт"),
    ("AccountDr", "счет Дт"),
    ("AccountingRegister", "регистр бухгалтерии"),
    ("AccumulationRegister", "регистр накопления"),
    ("BusinessProcess", "бизнес-процесс"),
    ("CalculationRegister", "регистр расчета"),
    ("ChartOfAccounts", "план счетов"),
    ("ChartOfCalculationTypes", "план видов расчета"),
    ("ChartOfCharacteristicTypes", "план видов характеристик"),
    ("DataVersion", "версия данных"),
    ("DeletionMark", "пометка удаления"),
    ("DocumentJournal", "журнал документов"),
    ("ExchangePlan", "план обмена"),
    ("ExtDimension1", "субконто 1"),
    ("ExtDimension2", "субконто 2"),
    ("ExtDimension3", "субконто 3"),
    ("ExtDimensionTypes", "виды субконто"),
    ("ExtDimensions", "субконто"),
    ("InformationRegister", "регистр сведений"),
    ("IsFolder", "это группа"),
    ("LineNumber", "номер строки"),
    ("OffBalance", "забалансовый"),
    ("PredefinedDataName", "имя предопределенных данных"),
    ("RecordSet", "набор записей"),
    ("RecordType", "вид движения"),
    ("ReceivedNo", "номер принятого"),
    ("SentNo", "номер отправленного"),
    ("SliceFirst", "срез первых"),
    ("SliceLast", "срез последних"),
    ("ThisNode", "этот узел"),
    ("Account", "счет"),
    ("Active", "активность"),
    ("And", "и"),
    ("Balance", "остаток"),
    ("Base64Data", "двоичные данные"),
    ("Catalog", "справочник"),
    ("Closing", "конечный"),
    ("Code", "код"),
    ("Completed", "завершен"),
    ("Constant", "константа"),
    ("Cr", "Кт"),
    ("Currency", "валюта"),
    ("Date", "дата"),
    ("Description", "наименование"),
    ("Document", "документ"),
    ("Dr", "Дт"),
    ("Executed", "выполнена"),
    ("Expense", "расход"),
    ("Kind", "вид"),
    ("Key", "ключ"),
    ("Number", "номер"),
    ("Opening", "начальный"),
    ("Order", "порядок"),
    ("Owner", "владелец"),
    ("Parent", "родитель"),
    ("Period", "период"),
    ("Posted", "проведен"),
    ("Predefined", "предопределенный"),
    ("Quantity", "количество"),
    ("Receipt", "приход"),
    ("Record", "запись"),
    ("Recorder", "регистратор"),
    ("Ref", "ссылка"),
    ("Row", "строка"),
    ("Started", "стартован"),
    ("Task", "задача"),
    ("Turnover", "оборот"),
    ("Type", "тип"),
];

/// Name endings for kinds of records, with their labels.
const ENDS: &[(&str, &str)] = &[("_RowType", " (строка)"), ("_RecordType", " (запись)")];

/// The Russian label of a name; `None` if a part is neither Russian nor a standard name of 1C.
pub(crate) fn label(name: &str) -> Option<String> {
    if name == "Ref_Key" {
        return shown("Ref").map(str::to_owned);
    }
    for (end, said) in ENDS {
        if let Some(rest) = name.strip_suffix(end) {
            return Some(format!("{}{said}", label(rest)?));
        }
    }
    let parts = name.split('_').map(part);
    let parts: Option<Vec<String>> = parts.collect();
    Some(parts?.join(" "))
}

/// The label of one part between two `_`.
fn part(part: &str) -> Option<String> {
    if let Some(known) = shown(part) {
        return Some(known.to_owned());
    }
    let said: Option<Vec<String>> = words(part).iter().map(|one| word(one)).collect();
    said.map(|said| said.join(" "))
}

fn word(word: &str) -> Option<String> {
    if let Some(known) = shown(word) {
        return Some(known.to_owned());
    }
    if word.chars().all(|letter| letter.is_ascii_digit()) {
        return Some(word.to_owned());
    }
    let is_russian = word
        .chars()
        .any(|letter| ('\u{400}'..='\u{4ff}').contains(&letter));
    is_russian.then(|| {
        let small = word.chars().skip(1).any(char::is_lowercase) || word.chars().count() == 1;
        if small {
            word.to_lowercase()
        } else {
            word.to_owned()
        }
    })
}

fn shown(name: &str) -> Option<&'static str> {
    let found = SHOWN.iter().find(|(known, _)| *known == name);
    found.map(|(_, shown)| *shown)
}

#[cfg(test)]
mod tests {
    use super::label;

    #[test]
    fn names_of_1c_are_russian() {
        for (name, said) in [
            ("Catalog_Контрагенты", Some("справочник контрагенты")),
            (
                "AccountingRegister_Хозрасчетный_RecordType",
                Some("регистр бухгалтерии хозрасчетный (запись)"),
            ),
            (
                "Document_РеализацияТоваров",
                Some("документ реализация товаров"),
            ),
            ("Ref_Key", Some("ссылка")),
            ("DeletionMark", Some("пометка удаления")),
            ("Recorder_Type", Some("регистратор тип")),
            ("СуммаOpeningBalanceDr", Some("сумма начальный остаток Дт")),
            ("ИНН", Some("ИНН")),
            ("ExtDimension1", Some("субконто 1")),
            ("Email", None),
        ] {
            assert_eq!(label(name).as_deref(), said, "{name}");
        }
    }
}

//! Names of the types of references: `СправочникСсылка.X` in results and presentations, `Справочник.X` as the full name
//! of the metadata object, `Catalog.X` in English.

/// Kinds of objects that have references, in Russian and English.
const KINDS: &[(&str, &str)] = &[
    ("Справочник", "Catalog"),
    ("Документ", "Document"),
    ("ПланСчетов", "ChartOfAccounts"),
    ("ПланВидовХарактеристик", "ChartOfCharacteristicTypes"),
    ("ПланВидовРасчета", "ChartOfCalculationTypes"),
    ("ПланОбмена", "ExchangePlan"),
    ("БизнесПроцесс", "BusinessProcess"),
    ("Задача", "Task"),
];

/// The type of references to an object by its full name, Russian or English.
pub(super) fn of_full_name(full: &str) -> Option<String> {
    let (kind, name) = full.split_once('.')?;
    let (russian, _) = KINDS
        .iter()
        .find(|(russian, english)| [*russian, *english].contains(&kind))?;
    is_name(name).then(|| format!("{russian}Ссылка.{name}"))
}

/// The full name of the object that a type of references is of, in Russian.
pub(super) fn full_name(type_name: &str) -> Option<String> {
    let (russian, _, name) = parts(type_name)?;
    Some(format!("{russian}.{name}"))
}

/// The same in English.
pub(super) fn english(type_name: &str) -> Option<String> {
    let (_, english, name) = parts(type_name)?;
    Some(format!("{english}.{name}"))
}

fn parts(type_name: &str) -> Option<(&'static str, &'static str, &str)> {
    let (kind, name) = type_name.split_once("Ссылка.")?;
    let (russian, english) = KINDS.iter().find(|(russian, _)| *russian == kind)?;
    is_name(name).then_some((russian, english, name))
}

/// Whether a text is a name of 1C.
fn is_name(text: &str) -> bool {
    !text.is_empty()
        && text
            .chars()
            .all(|letter| letter.is_alphanumeric() || letter == '_')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_to_each_other() {
        for (russian, in_english) in KINDS {
            let type_name = format!("{russian}Ссылка.Имя_1");
            assert_eq!(full_name(&type_name), Some(format!("{russian}.Имя_1")));
            assert_eq!(english(&type_name), Some(format!("{in_english}.Имя_1")));
            for full in [format!("{russian}.Имя_1"), format!("{in_english}.Имя_1")] {
                assert_eq!(of_full_name(&full).as_ref(), Some(&type_name));
            }
        }
        for wrong in [
            "",
            "Справочник",
            "Справочник.",
            "Справочник.а?b",
            "Отчет.Имя",
        ] {
            assert_eq!(of_full_name(wrong), None, "{wrong}");
        }
    }
}

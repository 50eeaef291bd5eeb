//! The tool `get_metadata` of ROCTUP 1c-mcp-toolkit: arguments, and the JSON response `{"success":…,"data":…}`, whose
//! data are a list of objects or one object with its fields. A proxy set to TOON sends the data as one string, which is
//! read only where it is JSON: the codec reads TOON for rows only.

use std::collections::BTreeSet;

use serde::Deserialize;
use serde_json::{Map, Value};

use crate::ports::one_c::PortError;

/// Name of the tool.
pub const METADATA_TOOL: &str = "get_metadata";

/// Maximum number of objects that the tool lists in one call.
const PAGE: u32 = 1000;

/// The keys of an object's lists of fields.
const FIELDS: &[&str] = &["Реквизиты", "Измерения", "Ресурсы", "ПризнакиУчета"];

/// Arguments that list the objects of some kinds.
#[must_use]
pub fn page_arguments(kinds: &BTreeSet<&str>, offset: u64) -> Map<String, Value> {
    let kinds = Value::from_iter(kinds.iter().copied());
    Map::from_iter([
        ("meta_type".to_owned(), kinds),
        ("limit".to_owned(), Value::from(PAGE)),
        ("offset".to_owned(), Value::from(offset)),
    ])
}

/// Arguments that request one object.
#[must_use]
pub fn object_arguments(name: &str) -> Map<String, Value> {
    Map::from_iter([("filter".to_owned(), Value::from(name))])
}

/// Reads the full names of the listed objects, and the offset of the next page if any.
///
/// # Errors [`PortError::Refused`] for `success: false`, [`PortError::Malformed`] for anything but a list.
pub fn page(text: &str) -> Result<(Vec<String>, Option<u64>), PortError> {
    let answer = Answer::read(text)?;
    let next = answer.next_offset.filter(|_| answer.has_more == Some(true));
    match answer.data.is_array() {
        true => Ok((names(Some(&answer.data), "ПолноеИмя"), next)),
        false => Err(malformed("a list")),
    }
}

/// Reads the names of an object's fields. A field of a table part has the part's name and a dot as prefix.
///
/// # Errors
/// As [`page`].
pub fn fields(text: &str) -> Result<BTreeSet<String>, PortError> {
    let data = Answer::read(text)?.data;
    if !data.is_object() {
        return Err(malformed("an object"));
    }
    let mut all = BTreeSet::new();
    for key in FIELDS {
        all.extend(names(data.get(key), "Имя"));
    }
    for part in list(data.get("ТабличныеЧасти")) {
        let name = part.get("Имя").and_then(Value::as_str);
        let own = names(part.get("Реквизиты"), "Имя").into_iter();
        all.extend(own.map(|field| format!("{}.{field}", name.unwrap_or_default())));
    }
    Ok(all)
}

fn list(value: Option<&Value>) -> impl Iterator<Item = &Value> {
    value.and_then(Value::as_array).into_iter().flatten()
}

fn names(value: Option<&Value>, key: &str) -> Vec<String> {
    let names = list(value).filter_map(|own| own.get(key)?.as_str());
    names.map(str::to_owned).collect()
}

fn malformed(wanted: &str) -> PortError {
    PortError::Malformed(format!(
        "its metadata are not {wanted} in JSON; 1c-mcp-toolkit writes it with RESPONSE_FORMAT=json"
    ))
}

#[derive(Deserialize)]
struct Answer {
    success: bool,
    #[serde(default)]
    data: Value,
    error: Option<String>,
    has_more: Option<bool>,
    next_offset: Option<u64>,
}

impl Answer {
    fn read(text: &str) -> Result<Self, PortError> {
        let answer = serde_json::from_str(text);
        let mut answer: Self = answer.map_err(|error| PortError::Malformed(error.to_string()))?;
        if !answer.success {
            let why = answer.error.unwrap_or_else(|| "no reason given".to_owned());
            return Err(PortError::Refused(why));
        }
        if let Some(text) = answer.data.as_str() {
            answer.data = serde_json::from_str(text).unwrap_or_default();
        }
        Ok(answer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_answers_of_its_documents() {
        let listed = r#"{"success":true,"truncated":true,"limit":1,"returned":1,"count":1,"offset":0,"has_more":HAS,
            "next_offset":1,"data":[{"ПолноеИмя":"Документ.РеализацияТоваровУслуг","Синоним":"Реализация"}]}"#;
        for (has_more, next) in [("true", Some(1)), ("false", None)] {
            let read = page(&listed.replace("HAS", has_more)).unwrap();
            let expected = vec!["Документ.РеализацияТоваровУслуг".to_owned()];
            assert_eq!(read, (expected, next));
        }
        let told = r#"{"ТипОбъектаМетаданных":"Справочник","Имя":"Номенклатура","Реквизиты":[{"Имя":"Цена","Тип":"Число"}],
            "ТабличныеЧасти":[{"Имя":"Штрихкоды","Реквизиты":[{"Имя":"Код"}]}]}"#;
        for data in [told.to_owned(), Value::from(told).to_string()] {
            let fields = fields(&format!(r#"{{"success":true,"data":{data}}}"#)).unwrap();
            assert_eq!(Vec::from_iter(fields), ["Цена", "Штрихкоды.Код"]);
        }
    }

    #[test]
    fn names_what_is_wrong() {
        for (text, code) in [
            (
                r#"{"success":false,"error":"Таймаут"}"#,
                "mcp_query_refused",
            ),
            (
                r#"{"success":true,"data":"[1]{\"ПолноеИмя\"}:\n  А"}"#,
                "mcp_answer_malformed",
            ),
            (r#"{"success":true}"#, "mcp_answer_malformed"),
            ("", "mcp_answer_malformed"),
        ] {
            assert_eq!(page(text).unwrap_err().code(), code, "{text}");
            assert_eq!(fields(text).unwrap_err().code(), code, "{text}");
        }
    }
}

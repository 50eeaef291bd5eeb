//! `get_metadata` of ROCTUP 1c-mcp-toolkit: arguments out; in, JSON text `{"success":…,"data":…}`, where the data are a list
//! of objects or one object with its fields. A proxy that is set to TOON writes them as one string, which is read where it
//! is JSON all the same: TOON is read of rows alone.

use std::collections::BTreeSet;

use serde::Deserialize;
use serde_json::{Map, Value};

use crate::ports::one_c::PortError;

/// The tool.
pub const METADATA_TOOL: &str = "get_metadata";

/// Most objects that the tool lists at once.
const PAGE: u32 = 1000;

/// What an object has its fields under.
const FIELDS: &[&str] = &["Реквизиты", "Измерения", "Ресурсы", "ПризнакиУчета"];

/// Arguments that list the objects of some kinds.
#[must_use]
pub fn page_arguments(kinds: &BTreeSet<&str>, offset: u64) -> Map<String, Value> {
    Map::from_iter([
        (
            "meta_type".to_owned(),
            Value::from_iter(kinds.iter().copied()),
        ),
        ("limit".to_owned(), Value::from(PAGE)),
        ("offset".to_owned(), Value::from(offset)),
    ])
}

/// Arguments that ask for one object.
#[must_use]
pub fn object_arguments(name: &str) -> Map<String, Value> {
    Map::from_iter([("filter".to_owned(), Value::from(name))])
}

/// Full names of the objects that were listed, and where the next one begins.
///
/// # Errors
/// [`PortError::Refused`] for `success: false`, [`PortError::Malformed`] for anything else than a list.
pub fn page(text: &str) -> Result<(Vec<String>, Option<u64>), PortError> {
    let answer = Answer::read(text)?;
    let next = answer.next_offset.filter(|_| answer.has_more == Some(true));
    let objects = answer
        .data
        .is_array()
        .then(|| names(Some(&answer.data), "ПолноеИмя"));
    Ok((objects.ok_or_else(|| malformed("a list"))?, next))
}

/// Names of the fields of an object. Those of a table part follow its name and a dot.
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

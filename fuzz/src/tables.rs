//! A compiled table file of any bytes: it is refused, or its tables serve.

use cmec_decoder::definition::{definition, definition_text};
use cmec_decoder::language::Scenario;
use cmec_decoder::tables::{FieldDef, TABLES_FORMAT};
use cmec_decoder::{Decoder, Tables, Verdict};

use crate::said::findings_fit;

/// Most types, fields, relations and metrics of a file that texts are made of.
const MOST: usize = 12;

/// Tables that were loaded are loaded again as they are, find what they hold, and read texts about it.
pub fn table_files_are_refused_or_serve(bytes: &[u8]) {
    let Ok(file) = std::str::from_utf8(bytes) else {
        return;
    };
    let Ok(tables) = Tables::from_compiled(file) else {
        return;
    };
    let again = serde_json::json!({ "format": TABLES_FORMAT, "tables": tables }).to_string();
    let again = Tables::from_compiled(&again).expect("what was loaded is a table file");
    assert_eq!(again, tables);
    for metric in tables.metrics.iter().take(MOST) {
        let defined = definition(metric, &tables);
        assert!(defined.is_some() || definition_text(metric, &tables) == metric.definition);
    }
    let decoder = Decoder::new(&tables);
    for text in texts(&tables) {
        let decoded = decoder.decode(&text, "1");
        findings_fit(&decoded, text.as_bytes());
        assert_eq!(Decoder::new(&again).decode(&text, "1"), decoded);
        if let Verdict::Contract(contract) = &decoded.verdict {
            let _ = cmec_decoder::encode::encode(contract, &tables, decoded.account.notation);
        }
    }
}

/// Texts that name what the tables hold, and a text that is no JSON.
fn texts(tables: &Tables) -> Vec<String> {
    let mut texts = vec![String::new(), "[".repeat(64), "{\"s\":\"IS\",".to_owned()];
    let types = tables.types.iter().take(MOST).map(|def| quote(&def.name));
    let mut types: Vec<String> = types.collect();
    types.push(quote("nothing"));
    let relations: Vec<String> = (tables.relations.iter().take(MOST))
        .map(|def| format!("{{\"r\":{}}}", quote(&def.code)))
        .collect();
    let fields: Vec<&FieldDef> = tables.fields.iter().take(MOST).collect();
    let filters: Vec<String> = fields.iter().flat_map(|field| filters(field)).collect();
    let pairs = filters.iter().zip(filters.iter().skip(1));
    let choices: Vec<String> = pairs
        .map(|(one, other)| format!("{{\"any\":[[{one}],[{other},{one}]]}}"))
        .collect();
    let codes: Vec<String> = fields.iter().map(|field| quote(&field.code)).collect();
    let sorts: Vec<String> = codes
        .iter()
        .map(|code| format!("{{\"f\":{code}}}"))
        .collect();
    let metrics: Vec<String> = (codes.iter())
        .map(|code| format!("{{\"fn\":\"CNT\",\"f\":{code}}}"))
        .collect();
    let defined = tables.metrics.iter().take(MOST);
    let defined = defined.map(|metric| format!("{{\"f\":{}}}", quote(&metric.code)));
    let metrics: Vec<String> = metrics.into_iter().chain(defined).collect();
    for scenario in Scenario::ALL {
        for target in &types {
            let head = format!("{{\"s\":{},\"tg\":[{target}]", quote(scenario.code()));
            let ends = format!("\"E\":[{{\"txt\":\"a\",\"ty\":{target}}},{{\"txt\":\"b\"}}]");
            texts.push(format!("{head}}}"));
            texts.push(format!("{head},{ends},\"R\":[{}]}}", relations.join(",")));
            texts.push(format!(
                "{head},{ends},\"G\":{{\"dep\":1,\"path\":{{\"hop\":9}}}}}}"
            ));
            texts.push(format!(
                "{head},\"C\":{{\"srt\":[{}],\"pg\":{{\"lim\":9,\"off\":9,\"per\":[{}]}}}}}}",
                sorts.join(","),
                codes.join(",")
            ));
            texts.push(format!(
                "{head},\"C\":{{\"agg\":{{\"m\":[{}],\"by\":[{}]}}}}}}",
                metrics.join(","),
                codes.join(",")
            ));
            texts.push(format!(
                "{head},\"A\":[{}],\"Q\":{{\"txt\":\"why\",\"k\":9,\"cor\":[\"note\"]}}}}",
                codes.join(",")
            ));
            texts.push(format!("{head},\"X\":{{\"q\":\"which?\"}}}}"));
        }
        for filter in filters.iter().chain(&choices) {
            let scenario = quote(scenario.code());
            texts.push(format!(
                "{{\"s\":{scenario},\"tg\":[{}],\"C\":{{\"flt\":[{filter}]}}}}",
                types[0]
            ));
        }
    }
    texts
}

/// Filters on a field: with its own values and operators, with others, and with its code misspelt.
fn filters(field: &FieldDef) -> Vec<String> {
    let code = quote(&field.code);
    let labels = field.values.iter().flat_map(|value| value.labels.iter());
    let values = (field.values.iter().map(|value| quote(&value.value)))
        .chain(labels.map(|label| quote(&label.text)))
        .chain(["7", "\"2024-02-30\"", "[1,2]", "true"].map(str::to_owned));
    let mut said: Vec<String> = values
        .take(MOST)
        .map(|value| format!("{{\"f\":{code},\"op\":\"EQ\",\"v\":{value}}}"))
        .collect();
    let operators = field.operators.iter();
    said.extend(operators.map(|operator| {
        let operator = quote(operator.code());
        format!("{{\"f\":{code},\"op\":{operator},\"v\":[\"a\",\"b\"]}}")
    }));
    said.push(format!("{{\"f\":{code},\"op\":\"GT\",\"vf\":{code}}}"));
    let misspelt = quote(&format!("{}x", field.code));
    said.push(format!("{{\"f\":{misspelt},\"op\":\"EX\"}}"));
    said
}

fn quote(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

//! Inlines the scenario table into objects, giving a choice between whole objects, one for each combination.
//!
//! Engines for constrained decoding either reject `if` and `allOf` or ignore them. So each requirement of the table is
//! applied to a copy of the object that it is about.

use serde_json::{Map, Value, json};

/// All variants of an object that satisfy the rules. A conditional rule gives separate variants.
pub(super) fn forms(object: &Value, definitions: &Value, rules: &Value) -> Value {
    let work = Work { definitions };
    let rules = rules.as_array().map(Vec::as_slice).unwrap_or_default();
    let (own, of_all): (Vec<&Value>, Vec<&Value>) =
        rules.iter().partition(|rule| rule.get("if").is_some());
    let forms = own.into_iter().flat_map(|rule| {
        let parts = [rule.get("if"), rule.get("then")];
        let demands = parts.into_iter().flatten().chain(of_all.iter().copied());
        work.all(object.clone(), demands)
    });
    one_or_choice(forms.collect())
}

fn one_or_choice(mut forms: Vec<Value>) -> Value {
    match forms.len() {
        1 => forms.remove(0),
        _ => json!({ "anyOf": forms }),
    }
}

struct Work<'s> {
    definitions: &'s Value,
}

impl Work<'_> {
    /// The variants of a schema that satisfy all requirements.
    fn all<'d>(&self, schema: Value, demands: impl Iterator<Item = &'d Value>) -> Vec<Value> {
        demands.fold(vec![schema], |forms, demand| {
            let forms = forms.into_iter();
            forms.flat_map(|form| self.forms(form, demand)).collect()
        })
    }

    fn forms(&self, schema: Value, demand: &Value) -> Vec<Value> {
        let Some(demand) = demand.as_object().filter(|demand| !demand.is_empty()) else {
            return vec![schema];
        };
        // A condition is a choice: it does not apply, or its consequence holds.
        if let Some(condition) = demand.get("if") {
            let not = condition.get("not");
            let choices = not.into_iter().chain(demand.get("then"));
            return choices
                .flat_map(|one| self.forms(schema.clone(), one))
                .collect();
        }
        let Some(plain) = self.plain(schema, demand) else {
            return Vec::new();
        };
        let choices = |forms: Vec<Value>, choice: &Value| -> Vec<Value> {
            let each = choice.as_array().into_iter().flatten();
            each.flat_map(|one| forms.iter().flat_map(|form| self.forms(form.clone(), one)))
                .collect()
        };
        let mut forms = vec![plain];
        if let Some(choice) = demand.get("anyOf") {
            forms = choices(forms, choice);
        }
        let all = demand.get("allOf").and_then(Value::as_array);
        for choice in all.into_iter().flatten().filter_map(|one| one.get("anyOf")) {
            forms = choices(forms, choice);
        }
        forms
    }

    /// Applies the unconditional keywords; `None` if they contradict the schema.
    fn plain(&self, schema: Value, demand: &Map<String, Value>) -> Option<Value> {
        if demand.contains_key("$ref") {
            return Some(Value::Object(demand.clone()));
        }
        let says =
            |(keyword, _): &(&String, &Value)| !matches!(keyword.as_str(), "anyOf" | "allOf");
        let mut demanded = demand.iter().filter(says).peekable();
        if demanded.peek().is_none() {
            return Some(schema);
        }
        let mut schema = self.followed(schema)?;
        for (keyword, wanted) in demanded {
            match (keyword.as_str(), wanted) {
                ("properties", Value::Object(wanted)) => self.properties(&mut schema, wanted)?,
                ("items", wanted) => {
                    if let Some(items) = schema.get_mut("items") {
                        *items = one_or_choice(self.forms(items.take(), wanted));
                    }
                }
                ("required", Value::Array(wanted)) => require(&mut schema, wanted),
                // Only `not: {}` occurs here, which no value satisfies.
                ("not", _) => return None,
                (keyword, wanted) => {
                    schema.insert(keyword.to_owned(), wanted.clone());
                }
            }
        }
        is_sayable(&schema).then_some(Value::Object(schema))
    }

    fn properties(
        &self,
        schema: &mut Map<String, Value>,
        wanted: &Map<String, Value>,
    ) -> Option<()> {
        let Some(Value::Object(properties)) = schema.get_mut("properties") else {
            return Some(());
        };
        for (name, wanted) in wanted {
            if is_absent(wanted) {
                // An empty list means the same as an absent one.
                properties.shift_remove(name);
            } else if let Some(property) = properties.get_mut(name) {
                let forms = self.forms(property.take(), wanted);
                if forms.is_empty() {
                    return None;
                }
                *property = one_or_choice(forms);
            }
        }
        Some(())
    }

    /// The keywords of a schema after following its reference.
    fn followed(&self, schema: Value) -> Option<Map<String, Value>> {
        let reference = schema.get("$ref").and_then(Value::as_str);
        let name = reference.and_then(|reference| reference.strip_prefix("#/$defs/"));
        match name {
            Some(name) => self.definitions.get(name)?.as_object().cloned(),
            None => match schema {
                Value::Object(schema) => Some(schema),
                _ => None,
            },
        }
    }
}

fn is_absent(demand: &Value) -> bool {
    *demand == json!(false) || *demand == json!({ "maxItems": 0 })
}

fn require(schema: &mut Map<String, Value>, wanted: &[Value]) {
    if let Some(Value::Array(required)) = schema.get_mut("required") {
        let more = wanted.iter().filter(|key| !required.contains(key));
        let more: Vec<Value> = more.cloned().collect();
        required.extend(more);
    }
}

/// True where every required key has a valid value.
fn is_sayable(schema: &Map<String, Value>) -> bool {
    let required = schema.get("required").and_then(Value::as_array);
    let properties = schema.get("properties").and_then(Value::as_object);
    let mut keys = required.into_iter().flatten().filter_map(Value::as_str);
    properties.is_none_or(|properties| keys.all(|key| properties.contains_key(key)))
}

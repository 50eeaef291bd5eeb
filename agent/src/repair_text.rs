//! A retried intent: the unclear part alone, which is merged into the earlier text, or a whole text, which must keep
//! everything that was clear. A model that drops a condition would get the answer to another question.

use cmec_decoder::contract::Contract;
use cmec_decoder::{Decoded, Decoder, Extract, Notation, Options, Spelling, Tables, Verdict};
use serde_json::{Map, Value, json};

use crate::chat::tool::ToolCall;

/// The pointer to the arguments in a call.
const ARGUMENTS: &str = "/function/arguments";

/// An intent as text, with its notation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct IntentText {
    pub(super) tool: String,
    pub(super) notation: Notation,
    pub(super) text: String,
}

impl IntentText {
    /// The intent in a call; `text`: the SQL, if it is the only argument.
    pub(super) fn of(call: &ToolCall, text: Option<(String, Notation)>) -> Self {
        let tool = call.name.clone();
        match text {
            Some((text, notation)) => Self {
                tool,
                notation,
                text,
            },
            None => Self {
                text: as_call(&tool, &call.arguments),
                notation: Notation::ToolCall,
                tool,
            },
        }
    }

    pub(super) fn read<'t>(&'t self, decoder: Decoder<'t>, trace_id: &str) -> Decoded<'t> {
        self.reader(decoder).decode(&self.text, trace_id)
    }

    /// A decoder for its notation only.
    fn reader<'d>(&self, decoder: Decoder<'d>) -> Decoder<'d> {
        decoder.with_options(Options {
            spelling: Spelling::Only(self.notation),
            // Models put SQL in fences.
            extract: match self.notation {
                Notation::Sql => Extract::On,
                _ => Extract::Off,
            },
            ..Options::default()
        })
    }

    /// The same with the part replaced that a later call repeats; `None` if that call repeats no part.
    pub(super) fn with_part(
        &self,
        said: &Self,
        (decoder, arguments): (Decoder<'_>, &str),
    ) -> Option<Self> {
        let mut merged = String::new();
        let parts = match self.notation {
            Notation::Sql => vec![said.text.clone()],
            _ => parts(arguments),
        };
        let fits = parts.iter().any(|part| {
            let decoded = self
                .reader(decoder)
                .patch(&self.text, part, &mut merged, "");
            matches!(decoded.verdict, Verdict::Contract(_))
        });
        fits.then(|| Self {
            text: merged,
            ..said.clone()
        })
    }

    /// The clear part as a separate text; `None` if nothing is clear.
    pub(super) fn clear(&self, decoder: Decoder<'_>) -> Option<Self> {
        let text = match self.notation {
            Notation::Sql => self.reader(decoder).clear_conditions(&self.text)?,
            _ => {
                let call: Value = serde_json::from_str(&self.text).ok()?;
                let said = call.pointer(ARGUMENTS)?.as_str()?;
                let mut arguments: Value = serde_json::from_str(said).ok()?;
                let unclear = self.read(decoder, "").account.findings;
                let pointers = unclear.iter().map(|one| one.pointer.as_str());
                let mut pointers: Vec<&str> = pointers.collect();
                // From the end of a list, so that earlier indices stay valid.
                pointers.sort_unstable_by(|one, other| other.cmp(one));
                pointers.dedup();
                for pointer in pointers {
                    leave_out(&mut arguments, pointer.strip_prefix(ARGUMENTS)?);
                }
                as_call(&self.tool, &arguments.to_string())
            }
        };
        (!text.is_empty()).then(|| Self {
            text,
            ..self.clone()
        })
    }
}

/// The clear part of an earlier text that a new one omits.
pub(super) fn left_out(before: &IntentText, said: &IntentText, tables: &Tables) -> Option<String> {
    let decoder = Decoder::new(tables);
    let clear = before.clear(decoder)?;
    let (own, wanted) = (said.read(decoder, ""), clear.read(decoder, ""));
    let (Verdict::Contract(own), Verdict::Contract(wanted)) = (own.verdict, wanted.verdict) else {
        return None;
    };
    let has_all = has_all_of(&own, &wanted, tables.limits.page_default);
    (!has_all).then(|| clear.text.clone())
}

/// True where a contract asks for everything that another one asks for. `page`: the default page size.
fn has_all_of(said: &Contract<'_>, clear: &Contract<'_>, page: u32) -> bool {
    let (own, wanted) = (&said.constraints, &clear.constraints);
    let in_order = has_all(&own.filters, &wanted.filters) && has_all(&own.sort, &wanted.sort);
    let asks_page = wanted.pagination.limit != page || wanted.pagination.offset != 0;
    let has_page = !asks_page || own.pagination == wanted.pagination;
    let (named, meant) = (&said.grounding, &clear.grounding);
    let has_names = has_all(&named.target_types, &meant.target_types)
        && has_all(&named.entity_list, &meant.entity_list)
        && has_all(&named.relations, &meant.relations)
        && has_all(&named.target_attributes, &meant.target_attributes);
    let has_sets = has_all(&own.groups, &wanted.groups)
        && (wanted.set_ops.is_none() || own.set_ops == wanted.set_ops);
    let has_numbers = match (&own.aggregation, &wanted.aggregation) {
        (_, None) => true,
        (None, Some(_)) => false,
        (Some(own), Some(wanted)) => {
            has_all(&own.metrics, &wanted.metrics)
                && has_all(&own.group_by, &wanted.group_by)
                && has_all(&own.having, &wanted.having)
                && has_all(&own.sort, &wanted.sort)
        }
    };
    let has_text = match (&said.rag_params, &clear.rag_params) {
        (_, None) => true,
        (None, Some(_)) => false,
        (Some(own), Some(wanted)) => own.query_text == wanted.query_text,
    };
    in_order && has_page && has_names && has_sets && has_numbers && has_text
}

fn has_all<T: PartialEq>(own: &[T], wanted: &[T]) -> bool {
    wanted.iter().all(|one| own.contains(one))
}

/// A call in the form that the decoder reads.
pub(super) fn as_call(tool: &str, arguments: &str) -> String {
    let function = json!({"name": tool, "arguments": arguments});
    json!({"type": "function", "function": function}).to_string()
}

/// The patches that the arguments of a call may contain: the part itself, or a single argument with it.
fn parts(arguments: &str) -> Vec<String> {
    let mut parts = vec![arguments.to_owned()];
    let named: Option<Map<String, Value>> = serde_json::from_str(arguments).ok();
    if let Some(named) = named.filter(|named| named.len() == 1) {
        let named = named.into_iter();
        let named = named.map(|(name, value)| (format!("{ARGUMENTS}/{}", escaped(&name)), value));
        parts.push(Value::Object(named.collect()).to_string());
    }
    parts
}

fn escaped(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

/// Removes the target of a pointer: the nearest enclosing list item, or a member of the outermost object.
fn leave_out(arguments: &mut Value, pointer: &str) {
    let steps: Vec<&str> = pointer.split('/').skip(1).collect();
    let of_list = steps.iter().rposition(|step| step.parse::<usize>().is_ok());
    let last = of_list.unwrap_or(0);
    let Some((step, before)) = steps.get(..=last).and_then(<[_]>::split_last) else {
        return;
    };
    let around: String = before.iter().map(|step| format!("/{step}")).collect();
    match (arguments.pointer_mut(&around), step.parse::<usize>()) {
        (Some(Value::Array(members)), Ok(at)) if at < members.len() => {
            members.remove(at);
        }
        (Some(Value::Object(members)), _) => {
            members.remove(*step);
        }
        _ => {}
    }
}

//! JSON-LD → graph. Contexts are read where they stand; none is ever fetched.
//!
//! Before JSON-LD is read, the JSON is walked once to bound what its contexts cost.

use std::fmt;

use oxjsonld::{JsonLdErrorCode, JsonLdParser};
use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};

use super::graph::{Graph, too_deep};
use super::turtle::{node, term};
use crate::finding::Rule;
use crate::import::bounds::{BASE, CONTEXT_WORK, JSON_DEPTH, TRIPLES};
use crate::import::finding::{ImportFinding, shown};

/// Reads a JSON-LD text.
pub(crate) fn read(text: &str) -> Result<Graph, ImportFinding> {
    measured(text)?;
    let mut graph = Graph::default();
    let parser = JsonLdParser::new().with_base_iri(BASE);
    let parser = parser.unwrap_or_default();
    for quad in parser.for_slice(text) {
        let quad = quad.map_err(|error| {
            let remote = matches!(
                error.code(),
                Some(
                    JsonLdErrorCode::LoadingRemoteContextFailed
                        | JsonLdErrorCode::LoadingDocumentFailed
                )
            );
            let message = shown(&error.to_string());
            let finding = if remote {
                ImportFinding::new(
                    Rule::OntologyRemote,
                    format!("a context is not in the file: {message}"),
                )
                .help("write the context out in the file; nothing is fetched")
            } else {
                ImportFinding::new(Rule::OntologySyntax, format!("not JSON-LD: {message}"))
            };
            match error.location() {
                Some(place) => finding.at(place.start.line + 1, place.start.column + 1),
                None => finding,
            }
        })?;
        graph.add(
            node(quad.subject),
            quad.predicate.as_str(),
            term(quad.object),
        )?;
    }
    Ok(graph)
}

/// What a context may cost: it is applied to every object it is in force for.
#[derive(Debug, Default)]
struct Measure {
    values: usize,
    objects: usize,
    context_keys: usize,
    fault: Option<Fault>,
}

/// Why the walk ended early.
#[derive(Debug, Clone, Copy)]
enum Fault {
    TooDeep,
    TooMany,
}

/// Walks the JSON once before it is read as JSON-LD.
fn measured(text: &str) -> Result<(), ImportFinding> {
    let mut measure = Measure::default();
    let mut json = serde_json::Deserializer::from_str(text);
    let walk = Walk {
        measure: &mut measure,
        in_context: InContext::No,
        depth: 0,
    };
    let walked = walk.deserialize(&mut json).and_then(|()| json.end());
    match measure.fault {
        Some(Fault::TooDeep) => return Err(too_deep(JSON_DEPTH)),
        Some(Fault::TooMany) => {
            let message = format!("the ontology has more than {TRIPLES} JSON values");
            return Err(ImportFinding::new(Rule::OntologyTooLarge, message)
                .help("import a module of it at a time"));
        }
        None => {}
    }
    walked.map_err(|error| {
        let number = |count: usize| u64::try_from(count).unwrap_or(u64::MAX);
        let message = format!("not JSON: {}", shown(&error.to_string()));
        ImportFinding::new(Rule::OntologySyntax, message)
            .at(number(error.line()), number(error.column()))
    })?;
    if measure.objects.saturating_mul(measure.context_keys) > CONTEXT_WORK {
        let message = format!(
            "{} objects under contexts of {} keys are too many",
            measure.objects, measure.context_keys
        );
        return Err(ImportFinding::new(Rule::OntologyTooLarge, message)
            .help("write it as Turtle, or with a smaller context"));
    }
    Ok(())
}

/// Whether a value stands in a context.
#[derive(Clone, Copy, PartialEq, Eq)]
enum InContext {
    Yes,
    No,
}

struct Walk<'m> {
    measure: &'m mut Measure,
    in_context: InContext,
    depth: usize,
}

impl Walk<'_> {
    fn inner(&mut self, in_context: InContext) -> Walk<'_> {
        Walk {
            measure: &mut *self.measure,
            in_context,
            depth: self.depth + 1,
        }
    }

    /// Counts the value and holds its depth against the bound.
    fn fits<E: serde::de::Error>(&mut self) -> Result<(), E> {
        self.measure.values += 1;
        let fault = if self.depth > JSON_DEPTH {
            Fault::TooDeep
        } else if self.measure.values > TRIPLES {
            Fault::TooMany
        } else {
            return Ok(());
        };
        self.measure.fault = Some(fault);
        Err(E::custom("a bound was met"))
    }
}

impl<'de> DeserializeSeed<'de> for Walk<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(mut self, json: D) -> Result<(), D::Error> {
        self.fits()?;
        json.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Walk<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_bool<E>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_i64<E>(self, _: i64) -> Result<(), E> {
        Ok(())
    }

    fn visit_u64<E>(self, _: u64) -> Result<(), E> {
        Ok(())
    }

    fn visit_f64<E>(self, _: f64) -> Result<(), E> {
        Ok(())
    }

    fn visit_str<E>(self, _: &str) -> Result<(), E> {
        Ok(())
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut items: A) -> Result<(), A::Error> {
        let in_context = self.in_context;
        while items.next_element_seed(self.inner(in_context))?.is_some() {}
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut entries: A) -> Result<(), A::Error> {
        self.measure.objects += 1;
        while let Some(key) = entries.next_key::<String>()? {
            let in_context = if self.in_context == InContext::Yes || key == "@context" {
                self.measure.context_keys += 1;
                InContext::Yes
            } else {
                InContext::No
            };
            entries.next_value_seed(self.inner(in_context))?;
        }
        Ok(())
    }
}

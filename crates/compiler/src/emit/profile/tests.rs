//! What is counted of a codebook is what is measured of its schemas.

use std::path::Path;

use cmec_decoder::tables::{FieldDef, Tables};

use super::budget::{Budget, Measure};
use super::weight::Weigher;
use super::{Over, Profile};
use crate::{compile, load_dir};

const DOMAINS: &[&str] = &["address", "enterprise", "mind", "wine"];

const MEASURES: &[Measure] = &[
    Measure::Properties,
    Measure::Levels,
    Measure::EnumValues,
    Measure::Characters,
    Measure::LongEnum,
    Measure::Optional,
    Measure::Unions,
];

fn tables(domain: &str) -> Tables {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../codebook");
    let model = compile(&load_dir(folder.join(domain)).unwrap()).model;
    model.unwrap().tables().clone()
}

fn figures(figure: impl Fn(Budget) -> usize) -> Vec<(Measure, usize)> {
    let measures = MEASURES.iter();
    measures
        .map(|measure| (*measure, figure(Budget::new(*measure, 0))))
        .collect()
}

/// By every measure, whether the profile has a budget for it or not.
fn agrees(tables: &Tables, what: &str) {
    for profile in Profile::all() {
        if profile.budgets.is_empty() {
            continue;
        }
        let weight = Weigher::cmec(tables, profile);
        let emitted = profile.cmec(tables);
        assert_eq!(
            figures(|budget| weight.measured(budget).have),
            figures(|budget| budget.measured(&emitted).have),
            "{what}: the cMEC of {}, {}",
            tables.name,
            profile.name
        );
        let documents = profile.documents(tables).into_iter();
        let documents: Vec<_> = documents.collect();
        let mut over: Vec<Over> = profile.too_many_tools(tables).into_iter().collect();
        over.extend(profile.request(tables, documents.iter().flat_map(|one| &one.measured)));
        over.extend(documents.into_iter().flat_map(|document| document.over));
        assert_eq!(profile.over(tables), over, "{what}: {}", tables.name);
    }
}

/// The codebook with its fields changed.
fn with_fields(tables: &Tables, change: impl Fn(usize, &FieldDef) -> Option<FieldDef>) -> Tables {
    let fields = tables.fields.iter().enumerate();
    Tables {
        fields: fields.filter_map(|(at, field)| change(at, field)).collect(),
        ..tables.clone()
    }
}

#[test]
fn counted_is_measured_in_every_domain() {
    for domain in DOMAINS {
        agrees(&tables(domain), "as shipped");
    }
}

/// Whatever makes a part of the schema go, or changes how filters share their shapes.
#[test]
fn counted_is_measured_whatever_a_codebook_lacks() {
    for domain in DOMAINS {
        let whole = tables(domain);
        let without = |change: fn(&mut FieldDef)| {
            with_fields(&whole, |_, field| {
                let mut field = field.clone();
                change(&mut field);
                Some(field)
            })
        };
        let no_relations = Tables {
            relations: Vec::new().into(),
            ..whole.clone()
        };
        let no_corpora = Tables {
            corpora: Vec::new().into(),
            ..whole.clone()
        };
        let other_order = with_fields(&whole, |at, field| {
            let mut field = field.clone();
            if at % 2 == 0 {
                field.operators.to_mut().reverse();
            }
            Some(field)
        });
        let of_one_operator = with_fields(&whole, |at, field| {
            let mut field = field.clone();
            let operators = field.operators.to_mut();
            let kept = at % operators.len();
            *operators = vec![operators[kept]];
            Some(field)
        });
        for (what, tables) in [
            ("no relations", no_relations),
            ("no corpora", no_corpora),
            ("no fields", with_fields(&whole, |_, _| None)),
            (
                "nothing to sort by",
                without(|field| field.sortable = false),
            ),
            (
                "nothing to group by",
                without(|field| field.groupable = false),
            ),
            (
                "no operators",
                without(|field| field.operators.to_mut().clear()),
            ),
            (
                "values nobody lists",
                without(|field| field.values.to_mut().clear()),
            ),
            ("another order of operators", other_order),
            ("one operator each", of_one_operator),
        ] {
            agrees(&tables, what);
        }
        for alone in 0..whole.fields.len() {
            let one = with_fields(&whole, |at, field| (at == alone).then(|| field.clone()));
            agrees(&one, &format!("field {alone} alone"));
        }
    }
}

/// Enums that have a budget of their own, codes beyond ASCII, and values that differ from field to field.
#[test]
fn counted_is_measured_of_large_codebooks() {
    let whole = tables("enterprise");
    let fields = (0..8).flat_map(|copy| {
        whole.fields.iter().map(move |field| {
            let mut field = field.clone();
            field.code = format!("поле{copy}{}", field.code).into();
            if let Some(value) = field.values.to_mut().first_mut()
                && copy > 4
            {
                value.value = format!("{}{copy}", value.value).into();
            }
            field
        })
    });
    let large = Tables {
        fields: fields.collect(),
        // Where relations lead to places, fields are told by a pattern.
        relations: Vec::new().into(),
        ..whole.clone()
    };
    let strict = Profile::named("openai-strict").unwrap();
    let long = Weigher::cmec(&large, strict).measured(Budget::new(Measure::LongEnum, 0));
    assert!(long.have > 0);
    agrees(&large, "large");
}

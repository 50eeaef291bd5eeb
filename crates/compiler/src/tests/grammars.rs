//! The shape of the emitted grammars. That they say what the decoder reads is held in `tests/grammars`.

use super::shipped::model;
use super::{CODEBOOK, sources, town, town_model};
use crate::artefact::Artefact;
use crate::{EmitKind, compile, emit};

/// The rules of a grammar, without its head and its first rule.
fn rules(grammar: &Artefact) -> Vec<&str> {
    grammar.text.trim_end().split("\n\n").skip(2).collect()
}

/// What a host asks for at run time is what is written into the files.
#[test]
fn a_grammar_by_its_tables_is_the_one_of_the_codebook() {
    use crate::emit::{GrammarForm, GrammarNotation, GrammarOptions, grammar};
    let model = town_model();
    let (tables, catalogue) = (model.tables(), model.catalogue());
    let files = emit(&model, EmitKind::Grammars);
    for (notation, of) in [
        ("c02", GrammarNotation::C02),
        ("line", GrammarNotation::Line),
    ] {
        for (ending, form) in [("lark", GrammarForm::Lark), ("gbnf", GrammarForm::Gbnf)] {
            let path = format!("town.{notation}.{ending}");
            let file = files.iter().find(|file| file.path == path).unwrap();
            let options = GrammarOptions {
                notation: of,
                ..GrammarOptions::default()
            };
            let text = grammar(tables, catalogue, &options, form).unwrap();
            assert_eq!(text, file.text, "{path}");
        }
    }
    let vine = GrammarOptions {
        types: &["vine"],
        ..GrammarOptions::default()
    };
    let unknown = grammar(tables, catalogue, &vine, GrammarForm::Lark);
    assert!(unknown.is_err());
}

#[test]
fn a_scenario_has_rules_of_its_domain() {
    let grammars = emit(&town_model(), EmitKind::Grammars);
    let forms = ["line", "line.canonical", "c02"];
    for (form, grammars) in forms
        .iter()
        .zip(grammars.chunks(grammars.len() / forms.len()))
    {
        scenarios_have_rules_of_their_domain(form, grammars);
    }
}

/// Of the reading grammar a scenario has a choice of items of its own.
fn scenarios_have_rules_of_their_domain(notation: &str, grammars: &[Artefact]) {
    let is_reading = notation == "line";
    let [lark, gbnf, scenarios @ ..] = grammars else {
        panic!("{} grammars", grammars.len());
    };
    assert_eq!(lark.path, format!("town.{notation}.lark"));
    assert_eq!(gbnf.path, format!("town.{notation}.gbnf"));
    // Those of its lanes, and a question back.
    assert_eq!(scenarios.len(), 2 * 5);
    for scenario in scenarios {
        let whole = if scenario.path.ends_with(".lark") {
            rules(lark)
        } else {
            rules(gbnf)
        };
        for rule in rules(scenario) {
            let has = whole.contains(&rule);
            assert!(is_reading || has, "{}: {rule}", scenario.path);
        }
    }
}

/// A codebook without relations has nothing to ask about them with.
#[test]
fn what_cannot_be_said_has_no_grammar() {
    let grammars = emit(&model("mind"), EmitKind::Grammars);
    let of = |scenario: &str| {
        let mut paths = grammars.iter().map(|grammar| grammar.path.as_str());
        let one = |notation| format!("mind.{scenario}.{notation}.lark");
        let [c02, line] = ["c02", "line"].map(one);
        let has = paths.clone().any(|path| path == c02);
        assert_eq!(paths.any(|path| path == line), has, "{scenario}");
        has
    };
    assert!(of("instance_search") && of("clarify"));
    assert!(!of("relation_query") && !of("relation_existence"));
    assert!(!grammars[0].text.contains("\"R\""));
}

#[test]
fn no_rule_stands_twice() {
    for grammar in emit(&town_model(), EmitKind::Grammars) {
        let names: Vec<&str> = (rules(&grammar).into_iter())
            .filter_map(|rule| rule.split([':', ' ']).next())
            .collect();
        for name in &names {
            let count = names.iter().filter(|other| *other == name).count();
            assert_eq!(count, 1, "{}: {name}", grammar.path);
        }
    }
}

#[test]
fn long_repeats_are_not_counted() {
    let with_cap = |cap: u32| {
        let mut files = town();
        let limits = format!("limits: {{page_cap: 500, list_cap: {cap}}}");
        files[1].1 = CODEBOOK.replace("limits: {page_cap: 500}", &limits);
        let grammars = emit(
            &compile(&sources(&files)).model.unwrap(),
            EmitKind::Grammars,
        );
        let c02 = grammars.iter().find(|one| one.path == "town.c02.lark");
        c02.unwrap().text.clone()
    };
    assert!(with_cap(256).contains("(\",\" type)~0..255"));
    assert!(with_cap(257).contains("(\",\" type)*"));
    // A list of one has nothing to repeat.
    assert!(with_cap(1).contains("\"[\" type \"]\""));
}

/// Grammars of the small codebook with so many more fields.
fn with_fields(count: usize) -> Vec<Artefact> {
    let fields: String = (100..100 + count)
        .map(|number| {
            let kind = ["date", "integer", "decimal", "string"][number % 4];
            format!(
                "  X{number}: {{path: park.more{number}, type: {kind}, sortable: true, groupable: true, label: {{ru: поле {number}, en: field {number}}}}}\n"
            )
        })
        .collect();
    let mut files = town();
    files[1].1 = CODEBOOK.replace("relations:\n", &format!("{fields}relations:\n"));
    let compiled = compile(&sources(&files));
    emit(&compiled.model.unwrap(), EmitKind::Grammars)
}

#[test]
fn grammars_grow_as_the_codebook_does() {
    let [small, middle, large] = [100, 200, 400].map(with_fields);
    for (index, grammar) in small.iter().enumerate() {
        let [small, middle, large] = [&small, &middle, &large].map(|all| all[index].text.len());
        assert_eq!(large - middle, 2 * (middle - small), "{}", grammar.path);
    }
}

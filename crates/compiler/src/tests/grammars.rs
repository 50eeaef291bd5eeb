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
    use crate::emit::{GrammarForm, GrammarOptions, grammar};
    let model = town_model();
    let (tables, catalogue) = (model.tables(), model.catalogue());
    let files = emit(&model, EmitKind::Grammars);
    for (ending, form) in [("lark", GrammarForm::Lark), ("gbnf", GrammarForm::Gbnf)] {
        let path = format!("town.line.{ending}");
        let file = files.iter().find(|file| file.path == path).unwrap();
        let text = grammar(tables, catalogue, &GrammarOptions::default(), form).unwrap();
        assert_eq!(text, file.text, "{path}");
    }
    let vine = GrammarOptions {
        types: &["vine"],
        ..GrammarOptions::default()
    };
    let unknown = grammar(tables, catalogue, &vine, GrammarForm::Lark);
    assert!(unknown.is_err());
}

#[test]
fn every_scenario_has_a_grammar() {
    let grammars = emit(&town_model(), EmitKind::Grammars);
    let [lark, gbnf, scenarios @ ..] = grammars.as_slice() else {
        panic!("{} grammars", grammars.len());
    };
    assert_eq!(lark.path, "town.line.lark");
    assert_eq!(gbnf.path, "town.line.gbnf");
    // Those of its lanes, and a question back.
    assert_eq!(scenarios.len(), 2 * 5);
}

/// A codebook without relations has nothing to ask about them with.
#[test]
fn what_cannot_be_said_has_no_grammar() {
    let grammars = emit(&model("mind"), EmitKind::Grammars);
    let of = |scenario: &str| {
        let mut paths = grammars.iter().map(|grammar| grammar.path.as_str());
        let line = format!("mind.{scenario}.line.lark");
        paths.any(|path| path == line)
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

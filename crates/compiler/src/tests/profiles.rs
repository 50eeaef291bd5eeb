//! Codebooks over the budgets of a provider.

use super::{sources, town};
use crate::compile;
use crate::emit::profile::Profile;
use crate::words::{self, PROFILES};

/// A codebook of thousands of codes is told by how much, and keeps all of them.
#[test]
fn very_many_codes_are_over_a_budget_and_none_is_left_out() {
    let mut files = town();
    let more: String = (100..1400)
        .map(|number| format!("  F{number}: {{path: owner.f{number}, type: string, label: {{ru: поле, en: field}}}}\n"))
        .collect();
    let (_, text) = files
        .iter_mut()
        .find(|(name, _)| name == "codebook.yaml")
        .unwrap();
    // Where relations lead to places, fields are told by a pattern.
    let lines = text.lines().filter(|line| !line.starts_with("  R0"));
    let lines = lines.map(|line| {
        if line == "relations:" {
            more.trim_end()
        } else {
            line
        }
    });
    *text = lines.map(|line| format!("{line}\n")).collect();
    let compilation = compile(&sources(&files));
    let messages: Vec<&str> = compilation
        .findings
        .iter()
        .map(|finding| finding.message.as_str())
        .collect();
    assert_eq!(
        messages,
        [
            "`cmec-c0.2` has 2682 enum values and `openai-strict` allows 1000: 1682 too many",
            "nothing can answer `relation_query` here",
        ]
    );
    let model = compilation.model.unwrap();
    let schema = Profile::named("openai-strict")
        .unwrap()
        .cmec(model.tables())
        .to_string();
    assert!((100..1400).all(|number| schema.contains(&format!("\"F{number}\""))));
}

/// Tools are counted together: they go into one request.
#[test]
fn more_tools_than_a_request_takes_are_over_a_budget() {
    let mut files = town();
    let tools: String = (0..20)
        .map(|number| {
            format!("  find_{number}: {{scenario: instance_search, target: park, description: Finds., parameters: {{}}}}\n")
        })
        .collect();
    for (name, text) in &mut files {
        match name.as_str() {
            "tools.yaml" => *text = format!("tools:\n{tools}"),
            "codebook.yaml" => text.push_str("profiles: [anthropic]\n"),
            _ => {}
        }
    }
    let compilation = compile(&sources(&files));
    let messages = compilation
        .findings
        .iter()
        .map(|finding| finding.message.as_str());
    assert!(
        messages
            .clone()
            .any(|message| message == "`town` has 21 tools and `anthropic` allows 20: 1 too many"),
        "{:?}",
        messages.collect::<Vec<_>>()
    );
}

#[test]
fn the_names_a_codebook_may_list_are_those_of_the_profiles() {
    let names: Vec<&str> = Profile::all().iter().map(|profile| profile.name).collect();
    assert_eq!(words::names(PROFILES), names);
}

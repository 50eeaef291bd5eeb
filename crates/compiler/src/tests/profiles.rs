//! Codebooks over the budgets of a provider.

use super::{shipped, sources, town};
use crate::compile;
use crate::emit::client::Client;
use crate::emit::profile::Profile;
use crate::emit::{ToolForm, tools};
use crate::words::{self, PROFILES};

/// A codebook with thousands of codes is reported as over budget and still written in full.
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
    // With relations, fields would be expressed by a pattern.
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

/// Tools are counted together, since they share a request.
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
            .any(|message| message == "`town` has 22 tools and `anthropic` allows 20: 2 too many"),
        "{:?}",
        messages.collect::<Vec<_>>()
    );
}

#[test]
fn the_names_a_codebook_may_list_are_those_of_the_profiles_and_clients() {
    let profiles = Profile::all().iter().map(|profile| profile.name);
    let clients = Client::all().iter().map(|client| client.name);
    let own = clients.filter(|name| Profile::named(name).is_none());
    let names: Vec<&str> = profiles.chain(own).collect();
    assert_eq!(words::names(PROFILES), names);
}

/// A description is cut at its client's limit and starts with the essentials.
#[test]
fn descriptions_keep_to_the_cuts_of_clients() {
    for domain in shipped::DOMAINS {
        let model = shipped::model(domain);
        let (tables, catalogue) = (model.tables(), model.catalogue());
        for client in Client::all() {
            let whole = tools(tables, catalogue, ToolForm::Mcp, None);
            let cut = tools(tables, catalogue, ToolForm::Mcp, Some(client));
            let over = client.over(tables, catalogue);
            for (whole, cut) in whole.iter().zip(&cut) {
                let [told, shown] = [whole, cut].map(|tool| tool["description"].as_str().unwrap());
                let most = client.description.map_or(usize::MAX, |cut| cut.most);
                assert!(
                    shown.chars().count() <= most,
                    "{domain} {}: {shown}",
                    client.name
                );
                let name = cut["name"].as_str().unwrap();
                let is_told = over
                    .iter()
                    .any(|over| over.document == name && over.is_cut());
                if tables.tools.iter().any(|tool| tool.name == name) {
                    assert_eq!(is_told, told != shown, "{domain} {}: {name}", client.name);
                    assert!(told.starts_with(shown.trim_end_matches('…')), "{shown}");
                    continue;
                }
                // Other descriptions continue in the arguments, so nothing is lost.
                assert!(!is_told);
                if told != shown {
                    let (beginning, goes_on) = shown.rsplit_once('\n').unwrap();
                    let schema = &cut["inputSchema"];
                    let sql = &schema["properties"]["sql"];
                    let (about, of) = match name == tables.ask_tool() {
                        true => (&sql["description"], "of `sql`."),
                        false => (&schema["description"], "of the arguments."),
                    };
                    assert!(goes_on.ends_with(of), "{shown}");
                    let told: Vec<&str> = told.split_whitespace().collect();
                    let shown: Vec<&str> = beginning.split_whitespace().collect();
                    let rest = told.strip_prefix(shown.as_slice()).unwrap();
                    let about: Vec<&str> = about.as_str().unwrap().split_whitespace().collect();
                    assert!(about.ends_with(rest), "{domain}: {name}");
                }
            }
            let asked = cut[1]["description"].as_str().unwrap();
            let essentials = asked.lines().next().unwrap();
            assert!(essentials.chars().count() <= 512, "{essentials}");
            for said in [domain, "`sql`", "ASK 'question'", &*tables.types[0].name] {
                assert!(essentials.contains(said), "{said}: {essentials}");
            }
        }
    }
}

//! Checks that a tool has a unique name that providers accept, an existing target, and a lane that answers it.

use crate::finding::{Finding, Remarks, Rule, Spanned, tell};
use crate::source::Source;
use crate::source::tools::ToolSource;

/// Longest name of a function or argument that providers accept.
pub(super) const NAME_CHARACTERS: usize = 64;

pub(super) fn check(source: &Source, findings: &mut Vec<Finding>) {
    for tool in source.tools.iter().flat_map(|tools| &tools.tools) {
        taken(source, tool, findings);
        plain("tool", &tool.name, findings);
        for parameter in &tool.parameters {
            plain("parameter", &parameter.name, findings);
        }
        target(source, tool, findings);
        let fields = tool.fields.iter().map(|said| (said.text(), said));
        for (path, said) in tool.sorted_by().chain(fields) {
            field(source, (path, said), findings);
        }
        lane(source, tool, findings);
    }
    for results in source.tools.iter().flat_map(|tools| &tools.results) {
        plain("list", &results.list, findings);
        for (key, fields) in &results.joined {
            plain("key", key, findings);
            for said in fields {
                field(source, (said.text(), said), findings);
            }
        }
    }
}

fn field(source: &Source, (path, said): (&str, &Spanned<String>), findings: &mut Vec<Finding>) {
    let codebook = &source.codebook;
    if codebook.lost.has_path(path) || codebook.field_at(path).is_some() {
        return;
    }
    let message = format!("no field has the path `{path}`");
    tell(findings, Rule::DanglingField, said.place, message)
        .nearest(path, codebook.paths().map(Spanned::text));
}

fn taken(source: &Source, tool: &ToolSource, findings: &mut Vec<Finding>) {
    let Some(domain) = &source.codebook.name else {
        return;
    };
    let exported = ["query", "ask"].map(|verb| format!("{verb}_{domain}"));
    if exported.contains(&tool.name.value) {
        let message = format!("`{}` is a tool every codebook exports", tool.name);
        tell(findings, Rule::ToolName, tool.name.place, message)
            .also(domain.place, "it has this domain's name")
            .help("give this tool another name");
    }
}

fn plain(what: &str, name: &Spanned<String>, findings: &mut Vec<Finding>) {
    let legal = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '-');
    let fits = name.value.chars().count() <= NAME_CHARACTERS;
    if fits && name.value.chars().all(legal) {
        return;
    }
    let message = format!("providers refuse the name of the {what} `{name}`");
    let help = format!("use at most {NAME_CHARACTERS} Latin letters, digits, `_` and `-`");
    tell(findings, Rule::ToolName, name.place, message).help(help);
}

fn target(source: &Source, tool: &ToolSource, findings: &mut Vec<Finding>) {
    let Some(target) = &tool.target else { return };
    let codebook = &source.codebook;
    if codebook.lost.has_type(target.text()) {
        return;
    }
    if codebook.type_named(target.text()).is_none() {
        let message = format!("there is no type `{target}`");
        tell(findings, Rule::DanglingType, target.place, message)
            .nearest(target.text(), codebook.type_names());
        return;
    }
    let filtered = tool.parameters.iter().filter_map(|own| own.field.as_ref());
    let named = filtered.chain(&tool.fields).map(|said| (said.text(), said));
    for (path, said) in named.chain(tool.sorted_by()) {
        let field = codebook.field_at(path);
        if field.is_some_and(|field| field.type_name() != target.value) {
            let message = format!("`{path}` is no field of `{target}`");
            tell(findings, Rule::ToolTarget, said.place, message)
                .also(target.place, "the tool's target");
        }
    }
}

fn lane(source: &Source, tool: &ToolSource, findings: &mut Vec<Finding>) {
    for scenario in std::iter::once(&tool.scenario).chain(&tool.without_filters) {
        let mut listed = source.codebook.lanes.iter().flat_map(|(_, list)| list);
        if !listed.any(|listed| listed.value == scenario.value) {
            let name = scenario.value.name();
            let message = format!("no lane answers `{name}`");
            tell(findings, Rule::ToolLane, scenario.place, message)
                .help(format!("add `{name}` to a lane of `codebook.yaml`"));
        }
    }
}

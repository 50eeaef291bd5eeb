//! An alias means one thing where it stands in a line: among the fields of its type, or among the relations, and it is
//! no code, no type and no keyword.

use std::collections::HashMap;

use cmec_decoder::language::is_line_keyword;

use crate::finding::{Finding, Place, Rule, Spanned};
use crate::source::Source;

/// What a name is, and where it stands.
type Named = (&'static str, Place);

pub(super) fn check(source: &Source, findings: &mut Vec<Finding>) {
    let codebook = &source.codebook;
    // Most codebooks give few aliases or none; their codes need not be laid out for those.
    let said = (codebook.fields.iter()).any(|field| field.alias.is_some())
        || (codebook.relations.iter()).any(|relation| relation.alias.is_some());
    if !said {
        return;
    }
    let mut everywhere: HashMap<&str, Named> = HashMap::new();
    for ty in &codebook.types {
        everywhere.insert(ty.name.text(), ("type", ty.name.place));
    }
    for field in &codebook.fields {
        everywhere.insert(field.code.text(), ("code", field.code.place));
    }
    for relation in &codebook.relations {
        everywhere.insert(relation.code.text(), ("code", relation.code.place));
    }
    // By the type whose fields they are names of; relations are of none.
    let mut taken: HashMap<(&str, &str), (Named, &str)> = HashMap::new();
    for field in &codebook.fields {
        let named = ("name", field.path.place);
        let scope = (field.type_name.as_str(), field.name.as_str());
        taken.entry(scope).or_insert((named, field.code.text()));
    }
    for relation in &codebook.relations {
        let named = ("name", relation.name.place);
        let scope = ("", relation.name.text());
        taken.entry(scope).or_insert((named, relation.code.text()));
    }
    let fields = (codebook.fields.iter())
        .filter_map(|field| Some((field.type_name.as_str(), &field.code, field.alias.as_ref()?)));
    let relations = (codebook.relations.iter())
        .filter_map(|relation| Some(("", &relation.code, relation.alias.as_ref()?)));
    for (scope, code, alias) in fields.chain(relations) {
        let other = (taken.get(&(scope, alias.text())))
            .filter(|(_, owner)| *owner != code.text())
            .map(|(named, _)| *named);
        if let Some(named) = everywhere.get(alias.text()).copied().or(other) {
            findings.push(collision(alias).also(named.1, format!("the {} is here", named.0)));
        } else if is_line_keyword(alias.text()) {
            findings.push(collision(alias));
        } else {
            let named = (("alias", alias.place), code.text());
            taken.insert((scope, alias.text()), named);
        }
    }
}

fn collision(alias: &Spanned<String>) -> Finding {
    let message = format!(
        "the alias `{}` is already a name of something else",
        alias.value
    );
    Finding::new(Rule::AliasCollision, alias.place, message).help("choose another alias")
}

//! Checks that an alias is unambiguous among the fields of its type or the relations from it, and is neither a code nor
//! a type.

use std::collections::HashMap;

use crate::finding::{Finding, Place, Remarks, Rule, tell};
use crate::source::Source;
use crate::source::codebook::Codebook;
use crate::source::elements::Scope;

/// The kind and the place of a name.
type NameUse = (&'static str, Place);

pub(super) fn check(source: &Source, findings: &mut Vec<Finding>) {
    let codebook = &source.codebook;
    names_in_sql(codebook, findings);
    // Most codebooks have few aliases or none, so the index of codes is built only if needed.
    if codebook.aliases().next().is_none() {
        return;
    }
    let mut everywhere: HashMap<&str, NameUse> = HashMap::new();
    for ty in &codebook.types {
        everywhere.insert(ty.name.text(), ("type", ty.name.place));
    }
    for code in codebook.codes() {
        everywhere.insert(code.text(), ("code", code.place));
    }
    let mut taken: HashMap<(Scope<'_>, &str), (NameUse, &str)> = HashMap::new();
    for field in &codebook.fields {
        let named = ("name", field.path.place);
        let scope = (field.scope(), field.name());
        taken.entry(scope).or_insert((named, field.code.text()));
    }
    // A relation's own name is valid at every type it starts from and takes precedence over an alias.
    let mut relations: HashMap<&str, (NameUse, &str)> = HashMap::new();
    for relation in &codebook.relations {
        let named = ("name", relation.name.place);
        relations
            .entry(relation.name.text())
            .or_insert((named, relation.code.text()));
    }
    for (scope, code, alias) in codebook.aliases() {
        let names = match scope {
            Scope::FieldsOf(_) => None,
            Scope::RelationsFrom(_) => relations.get(alias.text()),
        };
        let known = taken.get(&(scope, alias.text())).or(names);
        let other = (known.filter(|(_, owner)| *owner != code.text())).map(|(named, _)| *named);
        let named = everywhere.get(alias.text()).copied().or(other);
        if named.is_none() {
            let named = (("alias", alias.place), code.text());
            taken.insert((scope, alias.text()), named);
            continue;
        }
        let message = format!("the alias `{alias}` is already a name of something else");
        let finding =
            tell(findings, Rule::AliasCollision, alias.place, message).help("choose another alias");
        if let Some((what, place)) = named {
            finding.also(place, format!("the {what} is here"));
        }
    }
}

/// Reports two tables, or two columns of a type, with the same SQL name.
fn names_in_sql(codebook: &Codebook, findings: &mut Vec<Finding>) {
    let tables = codebook.types.iter().map(|ty| ("", &ty.sql));
    let columns = codebook.fields.iter().map(|own| (own.parts().0, &own.sql));
    let relations = codebook.relations.iter();
    let columns = columns.chain(relations.map(|own| (own.from.text(), &own.sql)));
    let mut seen: HashMap<(&str, &str), Place> = HashMap::new();
    for (scope, name) in tables.chain(columns) {
        let Some(name) = name else { continue };
        if let Some(first) = seen.insert((scope, name.text()), name.place) {
            let message = format!("`{name}` is already a name in SQL");
            tell(findings, Rule::AliasCollision, name.place, message)
                .also(first, "first here")
                .help("choose another name");
        }
    }
}

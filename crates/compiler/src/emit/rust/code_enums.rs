//! Checked → typed Rust: an enum of the types, of the fields, of the relations, and of the values of each enum field.
//!
//! A `match` over one of them without `_` is what tells a program that the codebook has something new. Look-ups are
//! `const` or a search by halves in a `static` list: nothing is made at start-up.
//!
//! The enums are exhaustive on purpose. They are made for hosts only: the built-in domains need none.

use std::collections::HashMap;
use std::fmt::Write as _;

use cmec_decoder::tables::Tables;

use super::identifiers::Names;
use super::literal::quoted;
use crate::artefact::{Artefact, GENERATED_FOR_HOST};
use crate::resolve::checked::Checked;

/// A file may be included in any crate, and need not use all of itself.
const LINTS: &str = "#[allow(dead_code, unreachable_pub, clippy::enum_variant_names, clippy::match_same_arms, clippy::too_many_lines)]\n";

/// `<domain>.codes.rs`. It has no `use` and no inner documentation, so that it can be included anywhere.
pub(super) fn of_domain(checked: &Checked) -> Artefact {
    let tables = checked.tables();
    let names = Names::of(tables);
    let mut text = format!("{GENERATED_FOR_HOST}\n");
    let offered: Vec<String> = (checked.catalogue().lanes.iter())
        .map(|rule| format!("{SCENARIO}::{}", rule.scenario.variant()))
        .collect();
    // Writing to a `String` cannot fail.
    let _ = write!(
        text,
        "\n/// The scenarios that `{}` answers.\n{LINTS}pub const SCENARIOS: &[{SCENARIO}] = &[{}];\n",
        checked.name(),
        offered.join(", ")
    );
    let _ = write!(
        text,
        "\n/// SHA-256 of the codebook these are of; a table file that is loaded has the same in `source_hash`, or is of another.\n{LINTS}pub const SOURCE_HASH: &str = {};\n",
        quoted(&tables.source_hash)
    );
    text.push_str(&of_types(tables, &names).written());
    text.push_str(&of_fields(tables, &names).written());
    text.push_str(&of_relations(tables, &names).written());
    for list in of_values(tables, &names) {
        text.push_str(&list.written());
    }
    Artefact {
        path: format!("{}.codes.rs", checked.name()),
        text,
    }
}

const SCENARIO: &str = "::cmec_decoder::language::Scenario";
const VALUE_TYPE: &str = "::cmec_decoder::language::ValueType";

/// One enum.
struct Enum<'t> {
    doc: String,
    name: &'t str,
    variants: &'t [String],
    /// What each variant is called elsewhere; the first says what its documentation does.
    texts: Vec<Text<'t>>,
    /// What else each variant has, as Rust.
    facts: Vec<Fact>,
    /// A line of its own in the `impl`.
    constant: Option<String>,
}

/// A text that each variant has, and by which it is found.
struct Text<'t> {
    name: &'static str,
    doc: &'static str,
    of: Vec<&'t str>,
}

/// An expression that each variant has.
struct Fact {
    name: &'static str,
    doc: &'static str,
    ty: &'static str,
    of: Vec<String>,
}

fn of_types<'t>(tables: &'t Tables, names: &'t Names) -> Enum<'t> {
    Enum {
        doc: format!("A type of `{}`.", tables.name),
        name: "Type",
        variants: &names.types,
        texts: vec![Text {
            name: "code",
            doc: "Its code, which is its name in contracts",
            of: tables.types.iter().map(|ty| ty.name.as_ref()).collect(),
        }],
        facts: Vec::new(),
        constant: None,
    }
}

fn of_fields<'t>(tables: &'t Tables, names: &'t Names) -> Enum<'t> {
    let types = types_by_name(tables, names);
    Enum {
        doc: format!("A field of `{}`.", tables.name),
        name: "Field",
        variants: &names.fields,
        texts: vec![
            Text {
                name: "path",
                doc: "Its path, as in contracts",
                of: tables.fields.iter().map(|one| one.path.as_ref()).collect(),
            },
            Text {
                name: "code",
                doc: "Its registered code",
                of: tables.fields.iter().map(|one| one.code.as_ref()).collect(),
            },
        ],
        facts: vec![
            Fact {
                name: "value_type",
                doc: "The type of its values",
                ty: VALUE_TYPE,
                of: (tables.fields.iter())
                    .map(|one| format!("{VALUE_TYPE}::{}", one.value_type.variant()))
                    .collect(),
            },
            Fact {
                name: "of_type",
                doc: "The type it is a field of",
                ty: "Type",
                of: (tables.fields.iter())
                    .map(|one| of_type(&types, &one.type_name))
                    .collect(),
            },
        ],
        constant: None,
    }
}

fn of_relations<'t>(tables: &'t Tables, names: &'t Names) -> Enum<'t> {
    let types = types_by_name(tables, names);
    let relations = &tables.relations;
    Enum {
        doc: format!("A relation of `{}`.", tables.name),
        name: "Relation",
        variants: &names.relations,
        texts: vec![
            Text {
                name: "name",
                doc: "Its name, as in contracts",
                of: relations.iter().map(|one| one.name.as_ref()).collect(),
            },
            Text {
                name: "code",
                doc: "Its registered code",
                of: relations.iter().map(|one| one.code.as_ref()).collect(),
            },
        ],
        facts: vec![
            Fact {
                name: "starts_at",
                doc: "The type it starts from",
                ty: "Type",
                of: relations
                    .iter()
                    .map(|one| of_type(&types, &one.from))
                    .collect(),
            },
            Fact {
                name: "leads_to",
                doc: "The type it leads to",
                ty: "Type",
                of: relations
                    .iter()
                    .map(|one| of_type(&types, &one.to))
                    .collect(),
            },
        ],
        constant: None,
    }
}

type Types<'t> = HashMap<&'t str, &'t str>;

fn types_by_name<'t>(tables: &'t Tables, names: &'t Names) -> Types<'t> {
    let variants = names.types.iter().map(String::as_str);
    tables
        .types
        .iter()
        .map(|ty| ty.name.as_ref())
        .zip(variants)
        .collect()
}

/// The member of `Type` with this name, which a rule found to be there.
fn of_type(types: &Types<'_>, name: &str) -> String {
    format!("Type::{}", types.get(name).copied().unwrap_or_default())
}

/// An enum for each field that has values.
fn of_values<'t>(tables: &'t Tables, names: &'t Names) -> impl Iterator<Item = Enum<'t>> {
    let named = names.fields.iter().zip(&names.values);
    let fields = tables.fields.iter().zip(named);
    let with = fields.filter(|(field, _)| !field.values.is_empty());
    with.map(|(field, (name, values))| Enum {
        doc: format!("A value of `{}`.", field.path),
        name,
        variants: values,
        texts: vec![Text {
            name: "value",
            doc: "The value, as in contracts",
            of: field.values.iter().map(|one| one.value.as_ref()).collect(),
        }],
        facts: Vec::new(),
        constant: Some(format!(
            "    /// The field whose values these are.\n    pub const FIELD: Field = Field::{name};\n\n"
        )),
    })
}

impl Enum<'_> {
    fn written(&self) -> String {
        let Self { doc, name, .. } = self;
        let mut text = format!(
            "\n/// {doc}\n#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]\n{LINTS}pub enum {name} {{\n"
        );
        let said = self.texts.first().map_or(&[][..], |text| &text.of);
        for (variant, said) in self.variants.iter().zip(said) {
            let _ = writeln!(text, "    /// `{}`.\n    {variant},", said.escape_debug());
        }
        let _ = write!(text, "}}\n\n{LINTS}impl {name} {{\n");
        text.push_str(self.constant.as_deref().unwrap_or_default());
        let _ = write!(
            text,
            "    /// All of them, in the order of the codebook.\n    pub const ALL: &'static [Self] = &[{}];\n",
            members(self.variants)
        );
        for one in &self.texts {
            let texts: Vec<String> = one.of.iter().map(|text| quoted(text)).collect();
            text.push_str(&self.method(one.name, one.doc, "&'static str", &texts));
            text.push_str(&self.found_by(one));
        }
        for fact in &self.facts {
            text.push_str(&self.method(fact.name, fact.doc, fact.ty, &fact.of));
        }
        text.push_str("}\n");
        text
    }

    fn method(&self, name: &str, doc: &str, ty: &str, of: &[String]) -> String {
        let arms: String = (self.variants.iter().zip(of))
            .map(|(variant, value)| format!("            Self::{variant} => {value},\n"))
            .collect();
        format!(
            "\n    /// {doc}.\n    #[must_use]\n    pub const fn {name}(self) -> {ty} {{\n        match self {{\n{arms}        }}\n    }}\n"
        )
    }

    fn found_by(&self, text: &Text<'_>) -> String {
        let name = text.name;
        let mut sorted: Vec<(&str, &String)> = text.of.iter().copied().zip(self.variants).collect();
        sorted.sort_unstable();
        let variants: Vec<String> = sorted
            .iter()
            .map(|(_, variant)| (*variant).clone())
            .collect();
        let list = if variants == self.variants {
            "Self::ALL".to_owned()
        } else {
            format!("&[{}]", members(&variants))
        };
        format!(
            "\n    /// The one with this {name}.\n    #[must_use]\n    pub fn from_{name}({name}: &str) -> ::core::option::Option<Self> {{\n        \
             const SORTED: &[{enumeration}] = {list};\n        \
             let found = SORTED.binary_search_by(|known| known.{name}().cmp({name}));\n        \
             SORTED.get(found.ok()?).copied()\n    }}\n",
            enumeration = self.name,
            list = list.replace("Self::", &format!("{}::", self.name)),
        )
    }
}

fn members(variants: &[String]) -> String {
    let members: Vec<String> = variants
        .iter()
        .map(|name| format!("Self::{name}"))
        .collect();
    members.join(", ")
}

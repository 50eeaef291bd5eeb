//! Checked → typed Rust: enums of the types, the fields, the relations, and the values of each enum field.
//!
//! An exhaustive `match` shows a host at compile time that the codebook has something new, so the enums are not
//! `non_exhaustive`. Look-ups are `const` or a binary search in a `static` list, without work at start-up. Only hosts
//! get these enums; the built-in domains need none.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt::Display;

use cmec_decoder::blank::is_unseen;
use cmec_decoder::tables::{Label, Tables};

use super::identifiers::Names;
use crate::artefact::{Artefact, GENERATED_FOR_HOST};
use crate::resolve::checked::Checked;
use crate::text::joined;

/// The file may be included in any crate and need not be used in full.
const LINTS: &str = "#[allow(dead_code, unreachable_pub, clippy::enum_variant_names, clippy::match_same_arms, clippy::too_many_lines)]\n";

/// `<domain>.codes.rs`. It has no `use` and no inner doc comment, so that it can be included anywhere.
pub(super) fn of_domain(checked: &Checked) -> Artefact {
    let tables = checked.tables();
    let names = Names::of(tables);
    let mut text = format!("{GENERATED_FOR_HOST}\n");
    let offered = checked.catalogue().lanes.iter();
    let offered = offered.map(|rule| format!("{SCENARIO}::{}", rule.scenario.variant()));
    text.push_str(&format!(
        "\n/// The scenarios that `{}` answers.\n{LINTS}pub const SCENARIOS: &[{SCENARIO}] = &[{}];\n",
        checked.name(),
        joined(offered, ", ")
    ));
    text.push_str(&format!(
        "\n/// SHA-256 of the codebook these are of; a table file that is loaded has the same in `source_hash`, or is of another.\n{LINTS}pub const SOURCE_HASH: &str = {};\n",
        quoted(&tables.source_hash)
    ));
    text.push_str(&of_types(tables, &names).written());
    text.push_str(&of_fields(tables, &names).written());
    text.push_str(&of_relations(tables, &names).written());
    if !tables.metrics.is_empty() {
        text.push_str(&of_metrics(tables, &names).written());
    }
    for list in of_values(tables, &names) {
        text.push_str(&list.written());
    }
    Artefact {
        path: format!("{}.codes.rs", checked.name()),
        text,
    }
}

const SCENARIO: &str = "::cmec_decoder::language::Scenario";
const UNKNOWN: &str = "::cmec_decoder::tables::UnknownNameError";
const VALUE_TYPE: &str = "::cmec_decoder::language::ValueType";

#[derive(Default)]
struct Enum<'t> {
    doc: String,
    name: &'t str,
    variants: &'t [String],
    /// The documentation of each variant, where the codebook has any.
    about: Vec<String>,
    /// The identifiers of each variant; the first is also shown in its documentation.
    texts: Vec<Text<'t>>,
    /// Further data of each variant, as Rust expressions.
    facts: Vec<Fact>,
    /// An extra line in the `impl`.
    constant: String,
}

/// A text that each variant has and can be looked up by.
struct Text<'t> {
    name: &'static str,
    doc: &'static str,
    of: Vec<&'t str>,
}

struct Fact {
    name: &'static str,
    doc: &'static str,
    ty: &'static str,
    of: Vec<String>,
}

fn text<'t>(
    name: &'static str,
    doc: &'static str,
    of: impl Iterator<Item = &'t Cow<'static, str>>,
) -> Text<'t> {
    let of = of.map(AsRef::as_ref).collect();
    Text { name, doc, of }
}

fn fact(
    name: &'static str,
    doc: &'static str,
    ty: &'static str,
    of: impl Iterator<Item: Display>,
) -> Fact {
    let of = of.map(|member| format!("{ty}::{member}")).collect();
    Fact { name, doc, ty, of }
}

fn of_types<'t>(tables: &'t Tables, names: &'t Names) -> Enum<'t> {
    let types = tables.types.iter();
    let code = types.clone().map(|ty| &ty.name);
    Enum {
        doc: format!("A type of `{}`.", tables.name),
        name: "Type",
        variants: &names.types,
        about: types.map(|ty| about(&ty.labels, &ty.description)).collect(),
        texts: vec![text(
            "code",
            "Its code, which is its name in contracts",
            code,
        )],
        ..Enum::default()
    }
}

fn of_fields<'t>(tables: &'t Tables, names: &'t Names) -> Enum<'t> {
    let types = types_by_name(tables, names);
    let fields = tables.fields.iter();
    let path = fields.clone().map(|one| &one.path);
    let code = fields.clone().map(|one| &one.code);
    let value_type = fields.clone().map(|one| one.value_type.variant());
    let of_type = fields.clone().map(|one| variant(&types, &one.type_name));
    Enum {
        doc: format!("A field of `{}`.", tables.name),
        name: "Field",
        variants: &names.fields,
        texts: vec![
            text("path", "Its path, as in contracts", path),
            text("code", CODE, code),
        ],
        facts: vec![
            fact(
                "value_type",
                "The type of its values",
                VALUE_TYPE,
                value_type,
            ),
            fact("of_type", "The type it is a field of", "Type", of_type),
        ],
        about: fields
            .map(|one| about(&one.labels, &one.description))
            .collect(),
        ..Enum::default()
    }
}

/// The documentation of a code.
const CODE: &str = "Its registered code";

/// The identifiers of elements with a name and a code.
fn name_and_code<'t>(
    all: impl Iterator<Item = (&'t Cow<'static, str>, &'t Cow<'static, str>)> + Clone,
) -> Vec<Text<'t>> {
    let names = all.clone().map(|(name, _)| name);
    let name = text("name", "Its name, as in contracts", names);
    vec![name, text("code", CODE, all.map(|(_, code)| code))]
}

fn of_relations<'t>(tables: &'t Tables, names: &'t Names) -> Enum<'t> {
    let types = types_by_name(tables, names);
    let relations = tables.relations.iter();
    let from = relations.clone().map(|one| variant(&types, &one.from));
    let to = relations.clone().map(|one| variant(&types, &one.to));
    Enum {
        doc: format!("A relation of `{}`.", tables.name),
        name: "Relation",
        variants: &names.relations,
        texts: name_and_code(relations.clone().map(|one| (&one.name, &one.code))),
        facts: vec![
            fact("starts_at", "The type it starts from", "Type", from),
            fact("leads_to", "The type it leads to", "Type", to),
        ],
        about: relations
            .map(|one| about(&one.labels, &one.description))
            .collect(),
        ..Enum::default()
    }
}

fn of_metrics<'t>(tables: &'t Tables, names: &'t Names) -> Enum<'t> {
    let types = types_by_name(tables, names);
    let metrics = tables.metrics.iter();
    let of_type = metrics.clone().map(|one| variant(&types, &one.type_name));
    Enum {
        doc: format!("A metric of `{}`.", tables.name),
        name: "Metric",
        variants: &names.metrics,
        texts: name_and_code(metrics.clone().map(|one| (&one.name, &one.code))),
        facts: vec![fact("of_type", "The type it is over", "Type", of_type)],
        about: metrics
            .map(|one| about(&one.labels, &one.description))
            .collect(),
        ..Enum::default()
    }
}

/// A text that is safe in a comment: one line, without Markdown characters and invisible characters.
fn plain(text: &str) -> String {
    let mut plain = String::new();
    for letter in text.chars() {
        match letter {
            '`' | '<' | '>' | '[' | ']' | '*' | '_' | '\\' => plain.extend(['\\', letter]),
            '\'' | '"' => plain.push(letter),
            letter if letter.is_whitespace() => plain.push(' '),
            letter => plain.extend(letter.escape_debug()),
        }
    }
    plain
}

/// Labels and description, for the documentation of a variant.
fn about(labels: &[Label], description: &str) -> String {
    let labels = joined(labels.iter().map(|label| label.text.as_ref()), ", ");
    let parts = [labels.as_str(), description].into_iter();
    joined(parts.filter(|part| !part.is_empty()), ". ")
}

type Types<'t> = HashMap<&'t str, &'t str>;

fn types_by_name<'t>(tables: &'t Tables, names: &'t Names) -> Types<'t> {
    let types = tables.types.iter().map(|ty| ty.name.as_ref());
    types.zip(names.types.iter().map(String::as_str)).collect()
}

/// The member of `Type` with this name; a rule has checked that it exists.
fn variant<'t>(types: &Types<'t>, name: &str) -> &'t str {
    types.get(name).copied().unwrap_or_default()
}

/// An enum for each field with listed values.
fn of_values<'t>(tables: &'t Tables, names: &'t Names) -> impl Iterator<Item = Enum<'t>> {
    let named = names.fields.iter().zip(&names.values);
    let fields = tables.fields.iter().zip(named);
    let with = fields.filter(|(field, _)| !field.values.is_empty());
    with.map(|(field, (name, variants))| {
        let values = field.values.iter().map(|one| &one.value);
        Enum {
            doc: format!("A value of `{}`.", field.path),
            name,
            variants,
            about: (field.values.iter())
                .map(|one| about(&one.labels, ""))
                .collect(),
            texts: vec![text("value", "The value, as in contracts", values)],
            facts: Vec::new(),
            constant: format!(
                "    /// The field whose values these are.\n    pub const FIELD: Field = Field::{name};\n\n"
            ),
        }
    })
}

impl Enum<'_> {
    fn written(&self) -> String {
        let Self {
            doc,
            name,
            constant,
            ..
        } = self;
        let said = self.texts.first().map_or(&[][..], |text| &text.of);
        let variants: String = (self.variants.iter().zip(said).zip(&self.about))
            .map(|((variant, said), about)| {
                let said = said.escape_debug();
                let about = match about.as_str() {
                    "" => ".".to_owned(),
                    about => format!(": {}", plain(about)),
                };
                format!("    /// `{said}`{about}\n    {variant},\n")
            })
            .collect();
        let members = joined(
            self.variants.iter().map(|name| format!("Self::{name}")),
            ", ",
        );
        let mut text = format!(
            "\n/// {doc}\n#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]\n{LINTS}pub enum {name} {{\n{variants}}}\n\n\
             {LINTS}impl {name} {{\n{constant}    \
             /// All of them, in the order of the codebook.\n    pub const ALL: &'static [Self] = &[{members}];\n"
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
        if let Some(first) = self.texts.first() {
            text.push_str(&self.text_forms(first.name));
        }
        text
    }

    /// `Display` and `FromStr` by the text that contracts use.
    fn text_forms(&self, by: &str) -> String {
        let name = self.name;
        format!(
            "\nimpl ::core::fmt::Display for {name} {{\n    \
             fn fmt(&self, out: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {{\n        \
             out.pad(self.{by}())\n    }}\n}}\n\n\
             impl ::core::str::FromStr for {name} {{\n    \
             type Err = {UNKNOWN};\n\n    \
             fn from_str(text: &str) -> ::core::result::Result<Self, Self::Err> {{\n        \
             Self::from_{by}(text).ok_or({UNKNOWN})\n    }}\n}}\n"
        )
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
        let (name, enumeration) = (text.name, self.name);
        let mut sorted: Vec<(&str, &String)> = text.of.iter().copied().zip(self.variants).collect();
        sorted.sort_unstable();
        let variants = sorted.iter().map(|(_, variant)| *variant);
        let list = if variants.clone().eq(self.variants) {
            format!("{enumeration}::ALL")
        } else {
            let members = variants.map(|variant| format!("{enumeration}::{variant}"));
            format!("&[{}]", joined(members, ", "))
        };
        format!(
            "\n    /// The one with this {name}.\n    #[must_use]\n    pub fn from_{name}({name}: &str) -> ::core::option::Option<Self> {{\n        \
             const SORTED: &[{enumeration}] = {list};\n        \
             let found = SORTED.binary_search_by(|known| known.{name}().cmp({name}));\n        \
             SORTED.get(found.ok()?).copied()\n    }}\n"
        )
    }
}

/// A Rust string literal on one line. Control characters and bidirectional overrides are escaped, because a reader
/// cannot see them.
fn quoted(text: &str) -> String {
    let mut literal = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' | '\\' => literal.extend(['\\', letter]),
            letter if is_unseen(letter) => literal.extend(letter.escape_default()),
            letter => literal.push(letter),
        }
    }
    literal.push('"');
    literal
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn texts_are_quoted() {
        assert_eq!(quoted("a\"\\\u{202e}\n企"), r#""a\"\\\u{202e}\n企""#);
    }
}

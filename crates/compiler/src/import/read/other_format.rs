//! Formats that are recognised but not supported, each with advice.

use crate::finding::Rule;
use crate::import::finding::ImportFinding;

/// Name with article, test for the format, and advice.
type OtherFormat = (&'static str, fn(&Text<'_>) -> bool, &'static str);

/// The parts of a text that the tests look at.
struct Text<'t> {
    head: &'t str,
    ending: &'t str,
}

const DATABASE: &str =
    "import the database that it describes: `cmec import postgres://USER@HOST/NAME --out DIR`";
const LOAD: &str = "load it into SQLite, and import that: `cmec import sqlite:FILE --out DIR`";
const WITH_DATABASE: &str = "its types come from the database that it describes: add `--db sqlite:FILE` or \
    `--db postgres://USER@HOST/NAME`";

/// The most specific formats come first, because the first match wins.
#[rustfmt::skip]
const OTHER_FORMATS: &[OtherFormat] = &[
    (OSSIE, |text| text.has("semantic_model") || text.has("version") && text.has("datasets"), WITH_DATABASE),
    ("a dbt file", |text| text.any_of(&["semantic_models", "model-paths", "dbt_schema_version"]) || text.has("version") && text.has("models"), DATABASE),
    ("an OpenAPI document", |text| text.has("openapi") || text.has("swagger"), DATABASE),
    ("a LinkML schema", |text| text.has("classes") && text.any_of(&["id", "prefixes", "slots"]), "import what `gen-owl` of LinkML makes of it"),
    ("a JSON Schema", |text| text.any_of(&["$schema", "$defs", "properties"]), DATABASE),
    ("a Prisma schema", |text| text.begins(&["datasource ", "model "]), DATABASE),
    ("a GraphQL schema", |text| text.has("__schema") || text.begins(&["type ", "schema ", "interface ", "extend type "]), DATABASE),
    ("SQL", |text| text.begins(&["create ", "insert ", "pragma ", "begin"]), LOAD),
    ("a table of texts", |text| ["csv", "tsv"].iter().any(|own| text.ending.eq_ignore_ascii_case(own)), LOAD),
];

/// A format that is supported, but only together with a database.
const OSSIE: &str = "an Ossie model";

/// How many bytes of a text are searched.
const HEAD: usize = 64 << 10;

/// The finding for a text in a known but unsupported format; `None` if the format is unknown. `name`: the file name.
pub(crate) fn refused(text: &str, name: &str) -> Option<ImportFinding> {
    let (name, _, help) = format(text, name)?;
    let message = match *name {
        OSSIE => format!("this is {OSSIE}, which says no types"),
        other => format!("this is {other}, which is not read"),
    };
    Some(ImportFinding::new(Rule::OntologyFormat, message).help(*help))
}

/// The finding for a text in another known format where an Ossie model is expected.
pub(crate) fn refused_as_ossie(text: &str, name: &str) -> Option<ImportFinding> {
    let is_other = format(text, name).is_some_and(|(name, ..)| *name != OSSIE);
    is_other.then(|| refused(text, name))?
}

fn format(text: &str, name: &str) -> Option<&'static OtherFormat> {
    let text = Text {
        head: text.get(..text.floor_char_boundary(HEAD)).unwrap_or(text),
        ending: name.rsplit_once('.').map_or("", |(_, ending)| ending),
    };
    OTHER_FORMATS.iter().find(|(_, is, _)| is(&text))
}

impl Text<'_> {
    /// True where the text has a key: at the start of a YAML line, or anywhere in JSON.
    fn has(&self, key: &str) -> bool {
        let behind = |line: &str| {
            let rest = line.strip_prefix(key)?.strip_prefix(':')?;
            rest.chars()
                .next()
                .is_none_or(char::is_whitespace)
                .then_some(())
        };
        match self.head.trim_start().starts_with(['{', '[']) {
            true => self.head.contains(&format!("\"{key}\"")),
            false => self.head.lines().any(|line| behind(line).is_some()),
        }
    }

    fn any_of(&self, keys: &[&str]) -> bool {
        keys.iter().any(|key| self.has(key))
    }

    /// True where a line begins with one of these words, in any case.
    fn begins(&self, words: &[&str]) -> bool {
        let is = |line: &str, word: &str| {
            let start = line.get(..word.len());
            start.is_some_and(|start| start.eq_ignore_ascii_case(word))
        };
        let mut lines = self.head.lines();
        lines.any(|line| words.iter().any(|word| is(line, word)))
    }
}

#[cfg(test)]
mod tests {
    use super::super::format::told;

    #[test]
    fn other_formats_are_named_with_what_to_do() {
        for (name, text, said, help) in [
            (
                "m.yaml",
                "# x\nversion: 0.2.0.dev0\ndatasets:\n",
                "an Ossie model",
                "--db",
            ),
            (
                "m.yml",
                "semantic_model:\n- name: a\n",
                "an Ossie model",
                "--db",
            ),
            (
                "m.yml",
                "semantic_models:\n- name: a\n",
                "a dbt file",
                "postgres://",
            ),
            (
                "m.yml",
                "version: 2\nmodels:\n- name: a\n",
                "a dbt file",
                "postgres://",
            ),
            (
                "dbt_project.yml",
                "name: a\nprofile: a\nmodel-paths: [models]\n",
                "a dbt file",
                "postgres://",
            ),
            (
                "manifest.json",
                "{\"metadata\": {\"dbt_schema_version\": \"v12\"}}",
                "a dbt file",
                "postgres://",
            ),
            (
                "m.yaml",
                "# x\nid: https://a/b\nclasses:\n  A:\n",
                "a LinkML schema",
                "gen-owl",
            ),
            (
                "m.yaml",
                "openapi: 3.1.0\n",
                "an OpenAPI document",
                "postgres://",
            ),
            (
                "m.json",
                "{\"openapi\": \"3.1.0\"}",
                "an OpenAPI document",
                "postgres://",
            ),
            (
                "m.json",
                "{\"type\": \"object\", \"properties\": {}}",
                "a JSON Schema",
                "postgres://",
            ),
            (
                "m.graphql",
                "\"\"\"x\"\"\"\ntype A {\n  b: Int\n}\n",
                "a GraphQL schema",
                "postgres://",
            ),
            (
                "m.json",
                "{\"data\": {\"__schema\": {}}}",
                "a GraphQL schema",
                "postgres://",
            ),
            (
                "m.prisma",
                "datasource db {\n}\nmodel A {\n}\n",
                "a Prisma schema",
                "postgres://",
            ),
            ("m.sql", "-- x\nCREATE TABLE a (b INT);\n", "SQL", "sqlite:"),
            ("m.csv", "a,b\n1,2\n", "a table of texts", "sqlite:"),
        ] {
            let finding = told(text, name).unwrap_err();
            let advice = finding.help.unwrap_or_default();
            assert!(
                finding.message.starts_with(&format!("this is {said}, ")),
                "{text}: {}",
                finding.message
            );
            assert!(advice.contains(help), "{text}: {advice}");
        }
        // An ontology may contain the same words.
        for text in [
            "@prefix a: <b:> .\nmodel a a:b .",
            "{\"@id\": \"a\", \"properties\": 1}",
            "# x\n@prefix a: <b:> .\ntype a a:b .",
        ] {
            assert!(told(text, "x").is_ok(), "{text}");
        }
    }
}

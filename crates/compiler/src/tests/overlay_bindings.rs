//! Bindings in an overlay.

use super::{BINDINGS, sources, town};
use crate::{Colour, compile, render};

/// The key and the columns of the parks, or the findings.
fn with_overlay(overlay: &str) -> Result<(String, Vec<String>), String> {
    let mut files = town();
    files.push(("bindings.yaml".to_owned(), BINDINGS.to_owned()));
    files.push(("overlay.yaml".to_owned(), overlay.to_owned()));
    let sources = sources(&files);
    let compilation = compile(&sources);
    let Some(model) = compilation.model else {
        return Err(render(&compilation.findings, &sources, Colour::Plain));
    };
    let catalogue = model.catalogue().structured.as_ref().unwrap();
    let parks = catalogue.types.iter().find(|own| own.type_name == "park");
    let parks = parks.unwrap();
    let columns = parks.fields.iter().map(|field| field.column.to_string());
    Ok((parks.key.join(" "), columns.collect()))
}

#[test]
fn it_is_laid_over_key_by_key() {
    let over = "bindings: {types: {park: {key: code, columns: {area: {column: size}}}}}\n";
    let columns = ["name", "owner_id", "period", "account", "size", "kind"];
    let columns = columns.map(str::to_owned).to_vec();
    assert_eq!(with_overlay(over), Ok(("code".to_owned(), columns)));
}

/// The matching of a column can be set without its name; errors point into the overlay.
#[test]
fn a_column_keeps_its_name() {
    let over = "bindings: {types: {park: {columns: {kind: {match: exact_then_part}}}}}\n";
    insta::assert_snapshot!(with_overlay(over).unwrap_err());
}

/// Removed types are reported as gone, not as bindings without keys.
#[test]
fn what_is_gone_is_named() {
    let over = "bindings:
  types:
    parc: {columns: {name: {match: part}}}
    park: {columns: {sort: {match: part}, size: {column: size}}}
";
    insta::assert_snapshot!(with_overlay(over).unwrap_err());
}

/// A time zone is an offset, because a zone name may imply daylight saving time.
#[test]
fn a_time_zone_is_an_offset_from_utc() {
    let minutes = |zone: &str| {
        let mut files = town();
        let bindings = format!("time_zone: {zone}\n{BINDINGS}");
        files.push(("bindings.yaml".to_owned(), bindings));
        let model = compile(&sources(&files)).model;
        model.map(|model| model.catalogue().structured.as_ref().unwrap().minutes_ahead)
    };
    for (zone, ahead) in [
        ("'+03:00'", 180),
        ("+08:00", 480),
        ("-09:30", -570),
        ("+00:00", 0),
    ] {
        assert_eq!(minutes(zone), Some(ahead), "{zone}");
    }
    for zone in [
        "Europe/Moscow",
        "3",
        "'+3:00'",
        "+15:00",
        "+03:60",
        "'+0300'",
        "[]",
        "'++3:00'",
    ] {
        assert_eq!(minutes(zone), None, "{zone}");
    }
}

//! Tables in a page that is written by hand: each stands between two comments, `<!-- generated: NAME -->` and
//! `<!-- /generated -->`; only what is between them is written.

/// The page with its tables as they should be.
pub(crate) fn with_tables(
    path: &str,
    page: &str,
    tables: &[(&str, String)],
) -> Result<String, String> {
    let mut page = page.to_owned();
    for (name, table) in tables {
        let start = format!("<!-- generated: {name} -->\n");
        let parts = page
            .split_once(&start)
            .and_then(|(before, rest)| Some((before, rest.split_once("<!-- /generated -->")?.1)));
        let (before, after) = parts.ok_or_else(|| format!("{path}: no markers of {name}"))?;
        page = format!("{before}{start}\n{table}\n<!-- /generated -->{after}");
    }
    Ok(page)
}

/// A text as code in a cell of a table, where `|` ends the cell.
pub(crate) fn quoted(text: &str) -> String {
    format!("`{}`", text.replace('|', "\\|"))
}

pub(crate) fn head<const COLUMNS: usize>(titles: [&str; COLUMNS]) -> String {
    format!("{}|{}\n", row(titles), "---|".repeat(COLUMNS))
}

pub(crate) fn row<const COLUMNS: usize>(cells: [&str; COLUMNS]) -> String {
    format!("| {} |\n", cells.join(" | "))
}

//! `cmec index --rows TYPE`: rows of a table without vectors → a file of their vectors.

use std::path::Path;

use cmec_executor::indexing::embedding;
use cmec_executor::lane::structured::row_indexing::{BuiltRows, RowSource};
use cmec_executor::ports::row_vectors::RowsOf;
use cmec_executor::ports::row_vectors::file::{NextRowVectors, RowVectorFile};

use super::IndexCommand;
use crate::domain::Domain;
use crate::terminal::arguments::Global;
use crate::terminal::exit::{CliError, Exit};
use crate::terminal::runtime::runtime;
use crate::terminal::{output, progress};
use crate::world::database;

pub(super) fn run(
    arguments: &IndexCommand,
    (type_name, file): (&str, &Path),
    global: &Global,
) -> Result<Exit, CliError> {
    let domain = Domain::load(&arguments.domain)?;
    let structured = domain.catalogue.structured.as_ref();
    let catalogue = structured.ok_or_else(|| {
        CliError::usage("--rows: the domain has no `bindings.yaml`, and no tables")
    })?;
    let tables = domain.tables.as_ref();
    let of = RowsOf::of_type((tables, catalogue), type_name);
    let of = of.ok_or_else(|| {
        let known = catalogue.types.iter().map(|own| own.type_name.as_ref());
        let known = known.collect::<Vec<_>>().join(", ");
        CliError::usage(format!(
            "--rows: no table is of that type; there are {known}"
        ))
    })?;
    let runtime = runtime()?;
    let embedder = arguments.embedder()?;
    let vectors = runtime.block_on(embedding(&*embedder));
    let vectors = vectors.map_err(CliError::failed)?;
    let vectors = vectors.ok_or_else(|| CliError::usage("--rows: --embed-url says no model"))?;
    let mut next = NextRowVectors::new(of, vectors);
    let before = match arguments.anew || !file.exists() {
        true => None,
        false => {
            let before = RowVectorFile::open(file);
            let before = before.and_then(|own| own.check_goes_on(&next).map(|()| own));
            let help = "say `--anew` to make it anew";
            Some(before.map_err(|error| CliError::failed(error).help(help))?)
        }
    };
    let database = database::of(&arguments.database, &domain)?;
    let source = RowSource {
        tables,
        catalogue,
        database: &*database,
        embedder: &*embedder,
    };
    let all = runtime.block_on(source.count(type_name));
    let bar = progress::counted(all.map_err(CliError::failed)?);
    let read = |rows: usize| bar.inc(rows as u64);
    let built = runtime.block_on(source.fill(&mut next, before.as_ref(), read));
    bar.finish_and_clear();
    let built = built.map_err(CliError::failed)?;
    next.write(file).map_err(CliError::failed)?;
    output::report(global, &built, text)?;
    Ok(Exit::Done)
}

fn text(built: &BuiltRows) -> String {
    let BuiltRows {
        rows,
        written,
        kept,
        without_text,
    } = built;
    format!("{rows} rows: {written} written, {kept} as before, {without_text} without a text\n")
}

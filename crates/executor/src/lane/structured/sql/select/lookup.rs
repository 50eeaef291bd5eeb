//! The statements that look an entity up by its name.

use sea_query::{Expr, ExprTrait, SelectStatement, UnionType};

use crate::catalogue::TypeBinding;
use crate::lane::structured::plan::NamedEntity;
use crate::lane::structured::sql::context::{SqlContext, WriteError};
use crate::lane::structured::sql::places::{field_value, row_security};
use crate::lane::structured::sql::statement;
use crate::lane::structured::sql::values::connectives::{any_of, every};
use crate::lane::structured::sql::values::expressions::{call, column};
use crate::lane::structured::sql::values::{connectives, keys, texts};
use crate::plain_name::plain;
use crate::ports::database::Statement;

/// How a name is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Match {
    /// Letter by letter, with the key, the identifying field and the label.
    Exact,
    /// Without case, quotation marks and blanks, and with `ё` as `е`.
    Plain,
    /// By its words, all of which the name must contain.
    Words,
}

/// The statement that looks an entity up. A result row has the type, the key and the name of an instance; there are at
/// most `most`. `None` where the comparison cannot find anything.
///
/// # Errors
/// The bindings do not cover a name.
pub fn lookup(
    context: &SqlContext<'_>,
    named: &NamedEntity<'_>,
    how: Match,
    most: u32,
) -> Result<Option<Statement>, WriteError> {
    let entity = named.entity;
    let said = entity.id.as_deref().unwrap_or(&entity.text);
    let words: Vec<String> = plain(said).split(' ').map(str::to_owned).collect();
    if how != Match::Exact && (entity.id.is_some() || words.iter().all(String::is_empty)) {
        return Ok(None);
    }
    let of_type = |table: &&TypeBinding| {
        let own = table.type_name.as_ref();
        let fits = named.types.is_empty() || named.types.contains(&own);
        entity.type_name.as_deref().map_or(fits, |name| name == own)
    };
    let mut all: Option<SelectStatement> = None;
    for table in context.types().filter(of_type) {
        let select = lookup_in(context, table, said, entity.id.is_some(), (how, &words))?;
        connectives::union(&mut all, UnionType::All, select);
    }
    let Some(all) = all else {
        let name = entity.type_name.as_deref().unwrap_or_default();
        return Err(WriteError::Unknown(name.to_owned()));
    };
    let alias = context.alias('e');
    let column = |name: &str| column(&alias, name);
    let mut select = SelectStatement::new();
    for name in ["y", "k", "l"] {
        select.expr_as(column(name), name);
    }
    select.from_subquery(all, alias.clone());
    // Among names that contain the words, a short one is the nearest.
    select.order_by_expr(call("length", [column("l")]), sea_query::Order::Asc);
    for name in ["l", "y", "k"] {
        select.order_by_expr(column(name), sea_query::Order::Asc);
    }
    select.limit(u64::from(most));
    Ok(Some(statement(&select, context.engine)?))
}

fn lookup_in(
    context: &SqlContext<'_>,
    table: &TypeBinding,
    said: &str,
    is_id: bool,
    (how, words): (Match, &[String]),
) -> Result<SelectStatement, WriteError> {
    let alias = context.alias('t');
    let key = row_security::key_of(context, &table.type_name, &alias)?;
    let name = field_value::label_of(table, &alias);
    let mut names = vec![name.clone()];
    let identifying = context.key_path(&table.type_name);
    if let Some(def) = identifying.and_then(|path| context.tables.field_by_path(&path)) {
        let own = &context.field(def)?.column;
        if table.label.as_ref() != [own.clone()] {
            names.push(column(&alias, own));
        }
    }
    let fits = match how {
        Match::Exact => {
            let tests = names.into_iter().map(|name| name.eq(said.to_owned()));
            let mut tests: Vec<Expr> = tests.collect();
            if is_id {
                tests.insert(0, key.clone().cast_as("text").eq(said.to_owned()));
            }
            any_of(tests)
        }
        Match::Plain => {
            let is = |name: Expr| texts::plain(context.engine, name).eq(plain(said));
            any_of(names.into_iter().map(is).collect())
        }
        Match::Words => {
            let has = |name: Expr| {
                let name = texts::plain(context.engine, name);
                let each = words.iter().map(|word| {
                    texts::has_piece(context.engine, name.clone(), Expr::val(word.clone()))
                });
                every(each.collect())
            };
            any_of(names.into_iter().map(has).collect())
        }
    };
    let mut select = SelectStatement::new();
    select
        .expr_as(Expr::val(table.type_name.to_string()), "y")
        .expr_as(keys::key_told(context.engine, key), "k")
        .expr_as(name.cast_as("text"), "l")
        .from(row_security::placed(context, &table.type_name, &alias)?)
        .and_where(fits);
    Ok(select)
}

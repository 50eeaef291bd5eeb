//! Texts as SQL of each engine: their collations, their forms and their pieces.

use sea_query::{BinOper, Expr, ExprTrait};

use crate::lane::structured::sql::values::expressions::call;
use crate::ports::database::{Engine, FOLDING_COLLATION};

/// A text in lower case with `ё` as `е`.
pub(crate) fn folded(engine: Engine, text: Expr) -> Expr {
    match engine {
        Engine::Sqlite => call("cmec_folded", [text]),
        Engine::Postgres => {
            let lower = call("lower", [collated(text, FOLDING_COLLATION)]);
            call("translate", [lower, Expr::cust("'ё'"), Expr::cust("'е'")])
        }
    }
}

pub(crate) fn collated(expr: Expr, collation: &'static str) -> Expr {
    expr.binary(BinOper::Custom("COLLATE"), Expr::col(collation))
}

/// A text with a collation by code points.
pub(crate) fn by_code_points(engine: Engine, text: Expr) -> Expr {
    match engine {
        // SQLite compares bytes, and UTF-8 bytes have the order of code points.
        Engine::Sqlite => text,
        Engine::Postgres => collated(text, "C"),
    }
}

/// A column as text. SQLite converts a text compared with a number by the declared type of the column.
pub(crate) fn as_text(engine: Engine, column: Expr) -> Expr {
    match engine {
        Engine::Sqlite => column,
        Engine::Postgres => column.cast_as("text"),
    }
}

pub(crate) fn has_piece(engine: Engine, text: Expr, piece: Expr) -> Expr {
    let place = match engine {
        Engine::Sqlite => "instr",
        Engine::Postgres => "strpos",
    };
    call(place, [text, piece]).gt(Expr::cust("0"))
}

pub(crate) fn begins_with(engine: Engine, text: Expr, piece: Expr) -> Expr {
    match engine {
        Engine::Sqlite => {
            let length = call("length", [piece.clone()]);
            call("substr", [text, Expr::cust("1"), length]).eq(piece)
        }
        Engine::Postgres => call("starts_with", [text, piece]),
    }
}

pub(crate) fn ends_with(engine: Engine, text: Expr, piece: Expr) -> Expr {
    match engine {
        Engine::Sqlite => call("cmec_ends_with", [text, piece]),
        Engine::Postgres => {
            let length = call("length", [piece.clone()]);
            call("right", [text, length]).eq(piece)
        }
    }
}

/// Letters as an SQL string literal.
fn quoted(letters: impl Iterator<Item = char>) -> Expr {
    let text: String = letters.collect();
    Expr::cust(format!("'{}'", text.replace('\'', "''")))
}

/// A text in the form of [`composed`](crate::plain_name::composed).
pub(crate) fn composed(engine: Engine, text: Expr) -> Expr {
    match engine {
        Engine::Sqlite => call("cmec_composed", [text]),
        Engine::Postgres => {
            let normal = call("normalize", [text, Expr::cust("NFC")]);
            let wide = quoted(('\u{ff01}'..='\u{ff5e}').chain(['\u{3000}']));
            let narrow = quoted(('!'..='~').chain([' ']));
            call("translate", [normal, wide, narrow])
        }
    }
}

/// A name in the form of [`plain`](crate::plain_name::plain).
pub(crate) fn plain(engine: Engine, name: Expr) -> Expr {
    if engine == Engine::Sqlite {
        return call("cmec_plain", [name]);
    }
    let replaced = |text: Expr, pattern: &'static str, by: &'static str| {
        let [pattern, by, everywhere] = [pattern, by, "'g'"].map(Expr::cust);
        call("regexp_replace", [text, pattern, by, everywhere])
    };
    let narrow = folded(engine, composed(engine, name));
    let bare = replaced(narrow, "'[\"«»“”„‟‘’''`]'", "''");
    let blanks = replaced(bare, "'\\s+'", "' '");
    let unspaced = "'(?<=[\\u3040-\\u9fff]) (?=[\\u3040-\\u9fff])'";
    call("btrim", [replaced(blanks, unspaced, "''")])
}

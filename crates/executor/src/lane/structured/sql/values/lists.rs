//! Lists as SQL of each engine: their members, and the lists that groups gather.

use sea_query::{Expr, ExprTrait, Func, FunctionCall};

use crate::lane::structured::sql::values::expressions::call;
use crate::ports::database::Engine;

/// The members of a list column as JSON.
pub(crate) fn list(engine: Engine, list: Expr) -> Expr {
    match engine {
        Engine::Sqlite => list,
        Engine::Postgres => call("to_jsonb", [list]),
    }
}

pub(crate) fn no_list(engine: Engine) -> Expr {
    match engine {
        Engine::Sqlite => Expr::cust("NULL"),
        Engine::Postgres => Expr::cust("NULL").cast_as("jsonb"),
    }
}

/// The members of a list as a table with one column, and the name of the column in the table with an alias.
pub(crate) fn members(engine: Engine, list: Expr, alias: &str) -> (FunctionCall, &str) {
    match engine {
        Engine::Sqlite => (Func::cust("json_each").arg(list), "value"),
        Engine::Postgres => (Func::cust("unnest").arg(list), alias),
    }
}

/// The distinct values in order, as JSON.
pub(crate) fn listed(engine: Engine, value: Expr) -> Expr {
    gathered(engine, distinct(engine, value.clone()), value)
}

pub(crate) fn all_of(engine: Engine, value: Expr) -> Expr {
    gathered(engine, value.clone(), value)
}

fn gathered(engine: Engine, values: Expr, by: Expr) -> Expr {
    let (gather, ordered) = match engine {
        Engine::Sqlite => ("json_group_array", "? ORDER BY ?"),
        Engine::Postgres => ("jsonb_agg", "$1 ORDER BY $2"),
    };
    call(gather, [Expr::cust_with_exprs(ordered, [values, by])])
}

/// `DISTINCT` values, as an argument of an aggregate function.
pub(crate) fn distinct(engine: Engine, value: Expr) -> Expr {
    let text = match engine {
        Engine::Sqlite => "DISTINCT ?",
        Engine::Postgres => "DISTINCT $1",
    };
    Expr::cust_with_expr(text, value)
}

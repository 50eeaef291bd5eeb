//! Rules about a live database that differs from `bindings.yaml`.

use super::doc;

doc::table! {
    TABLE_MISSING "CB150" "table-missing" Error {
        what: "a table of the bindings that the database does not have",
        why: "every statement that reads it is refused",
        example: "types: {park: {table: park, …}} over a database with the table `parks`",
        instead: "types: {park: {table: parks, …}}",
    }
    COLUMN_MISSING "CB151" "column-missing" Error {
        what: "a column of the bindings that its table does not have",
        why: "every statement that reads it is refused",
        example: "columns: {area: area} over a table with the column `area_km2`",
        instead: "columns: {area: area_km2}",
    }
    COLUMN_TYPE "CB152" "column-type" Error {
        what: "a column that does not hold what its field or its key says",
        why: "a comparison of two types is refused, or never true",
        example: "F005: {path: park.area, type: decimal} over the column `area text`",
        instead: "F005: {path: park.area, type: string}, or the column `area numeric`",
    }
    NO_KEY "CB153" "no-key" Warning {
        what: "the key of a type can be empty or stand in several rows",
        why: "rows without a key are left out, and rows with the same one are taken for one",
        example: "key: number over a column `number` that no unique index is on",
        instead: "key: id, or a unique index on `number`",
    }
    NO_INDEX "CB154" "no-index" Warning {
        what: "a column that tables are joined by has no index",
        why: "each step along the relation reads the whole table",
        example: "park_2_owner: {foreign_key: owner_id} without an index on `owner_id`",
        instead: "CREATE INDEX \"parks_owner_id\" ON \"parks\" (\"owner_id\")",
    }
    VALUE_UNLISTED "CB155" "value-unlisted" Warning {
        what: "rows have values that the enum of the codebook does not list",
        why: "nobody can ask for these rows by their value",
        example: "values: [open, closed] over rows with `planned`",
        instead: "values: [open, closed, planned]",
    }
    VALUES_OUT_OF_FORM "CB156" "values-out-of-form" Warning {
        what: "a column has values that are not of the form of its field",
        why: "such a value counts as missing in every answer",
        example: "F005: {path: park.area, type: decimal} over rows with `12,5` and an empty text",
        instead: "rows with `12.5` and NULL, or F005: {path: park.area, type: string}",
    }
}

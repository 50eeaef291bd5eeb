//! Rules about the tables of `bindings.yaml`.

use super::doc;

doc::table! {
    BINDING_NOWHERE "CB130" "binding-nowhere" Error {
        what: "a binding of something the codebook does not have",
        why: "nothing would ever read it; another name was probably meant",
        example: "types: {prak: {table: parks, …}}",
        instead: "types: {park: {table: parks, …}}",
    }
    UNBOUND_TYPE "CB131" "unbound-type" Error {
        what: "a type without a table",
        why: "a question about it could not be answered",
        example: "bindings.yaml without the type `park`",
        instead: "types: {park: {table: parks, key: id, label: name, columns: {…}}}",
    }
    UNBOUND_FIELD "CB132" "unbound-field" Error {
        what: "a field without a column",
        why: "a filter on it could not be answered",
        example: "columns: {name: name} where the type has `city`, too",
        instead: "columns: {name: name, city: city}",
    }
    UNBOUND_RELATION "CB133" "unbound-relation" Error {
        what: "a relation that is not exactly one of foreign key and link table",
        why: "a hop along it could not be made, or in two ways",
        example: "park_2_owner: {}",
        instead: "park_2_owner: {foreign_key: owner_id}",
    }
    BOUND_TWICE "CB134" "bound-twice" Error {
        what: "a table, a column or a key stands for two things",
        why: "one of the two would read the other's values",
        example: "columns: {name: title, city: title}",
        instead: "columns: {name: title, city: city}",
    }
    BINDING_NAME "CB135" "binding-name" Error {
        what: "a text that is no name of a table or a column",
        why: "names go into statements in quotes, letter by letter, and no database keeps such a one",
        example: "table: town.parks.of_the_city",
        instead: "table: town.\"parks.of_the_city\"",
    }
    BINDING_SHAPE "CB136" "binding-shape" Error {
        what: "a binding that cannot hold what it is of",
        why: "a question that decodes must not fail for want of a column",
        example: "columns: {area: {column: area, match: exact_then_part}}",
        instead: "columns: {area: area}",
    }
    BINDING_ONE "CB137" "binding-one" Warning {
        what: "a relation that leads to one by its binding and not by the codebook, or the other way round",
        why: "what is shown along a relation to one has one value, and along others it is asked about",
        example: "enterprise_2_park: {foreign_key: park_id}",
        instead: "R001: {name: enterprise_2_park, from: enterprise, to: park, to_one: true}",
    }
}

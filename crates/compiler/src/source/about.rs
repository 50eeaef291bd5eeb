//! What each key of a codebook's files means. Editors show it (the schemas), `cmec explain` tells it, and the reference
//! of the files lists it.
//!
//! A key is known by the keys above it, without the names that are the author's: `fields.path`. The same key may stand
//! in several places, and the longest row that ends a path is the one that holds.

mod lane_files;

/// What is said of an element, on its cards too.
const DESCRIPTION: &str = "What it is, in a sentence, where its name does not say it: the scale of a number, what counts. A text in the first language of the codebook, or a map of languages to texts. The card of a language shows the text in it alone; the reference page and the questions back show the English one, or the first.";

/// Rows: the end of a path, and what stands there.
const ROWS: &[(&str, &str)] = &[
    // What elements of every kind have.
    ("label", "Name for people, one per language."),
    (
        "synonyms",
        "Other names for people, a list per language. Values of an enum are read by them; types, fields and relations are offered by them when a name is not registered.",
    ),
    (
        "description",
        "What it is, in a sentence. Tool definitions and the reference page show it.",
    ),
    ("types.description", DESCRIPTION),
    ("fields.description", DESCRIPTION),
    ("relations.description", DESCRIPTION),
    ("metrics.description", DESCRIPTION),
    (
        "alias",
        "Short name for a line, where the automatic one is not wanted. A code keeps its alias.",
    ),
    (
        "deprecated",
        "Not to be said any more. It is left off the card, still decodes, and `validate` warns of it.",
    ),
    (
        "deprecated.since",
        "Version of the codebook from which it is deprecated.",
    ),
    ("deprecated.instead", "Code, path or value to say instead."),
    // codebook.yaml
    (
        "name",
        "Name of the domain: lower-case letters, digits and `_`, a letter first.",
    ),
    (
        "version",
        "Version of the file, `1.0.0`. The author raises it.",
    ),
    (
        "contract_version",
        "Newest version of the contract that hosts of this domain execute. Default: v0.2-lite.",
    ),
    (
        "languages",
        "Languages of labels and questions, such as `zh`, `ru`, `en`. The first is the default.",
    ),
    (
        "lanes",
        "Scenarios that are open, by the lane that runs them. Any other scenario decodes to a question (DEC037), and no schema, grammar, tool or card offers it.",
    ),
    (
        "lanes.address",
        "Scenarios that the recipes of `recipes.yaml` answer from a 1C server.",
    ),
    (
        "lanes.structured",
        "Scenarios that are answered from the tables of `bindings.yaml`.",
    ),
    (
        "lanes.retrieval",
        "Scenarios that are answered from texts, as `retrieval.yaml` says.",
    ),
    ("types", "Types of things, by name."),
    (
        "types.key",
        "Name of the field that identifies an instance. A value of it is meant where a line names an instance.",
    ),
    (
        "fields",
        "Fields, by code: `F` and digits. A code is given once and never reused.",
    ),
    (
        "fields.path",
        "`type.field`: the full name, as in contracts.",
    ),
    (
        "fields.type",
        "Type of the values. `text` is for long texts, `reference` for instances of another type.",
    ),
    (
        "fields.values",
        "Values of an enum: a list, or a map from each value to its names.",
    ),
    (
        "fields.reference",
        "Type that a value of type `reference` names an instance of.",
    ),
    ("fields.array", "Whether an instance has a list of values."),
    (
        "fields.unit",
        "Unit of the figures, such as `CNY` or `percent`. The card shows it, and figures of two units are not compared.",
    ),
    (
        "fields.operators",
        "Operators that a filter may use. Default: all that fit the type.",
    ),
    ("fields.sortable", "Whether rows may be sorted by it."),
    ("fields.groupable", "Whether rows may be grouped by it."),
    (
        "fields.figures",
        "Whether texts of the field consist of digits, as account codes do. A bare number beside it is then a question.",
    ),
    (
        "fields.ordered",
        "Whether texts have an order, so that LT, LE, GT, GE and BT compare them.",
    ),
    (
        "fields.case",
        "Whether texts that differ in case alone are the same (`folded`) or not (`exact`, the default).",
    ),
    (
        "relations",
        "Directed relations between types, by code: `R` and digits.",
    ),
    ("relations.name", "Name of the relation, as in contracts."),
    ("relations.from", "Type it starts from."),
    ("relations.to", "Type it leads to."),
    (
        "relations.inverse",
        "Name of another relation, with a code of its own, that says the same the other way round.",
    ),
    (
        "relations.to_one",
        "Whether it leads to at most one instance. Fields behind it may then be shown in a row.",
    ),
    (
        "relations.from_one",
        "Whether at most one instance leads to each of its ends.",
    ),
    (
        "metrics",
        "Numbers that the domain defines, by code: `M` and digits. Each may use those before it.",
    ),
    (
        "metrics.name",
        "Name of the metric, as in contracts and lines.",
    ),
    (
        "metrics.definition",
        "What it is, as a line about one type: `enterprise listed=true count`. The last number is its value.",
    ),
    (
        "metrics.not_additive",
        "Paths of fields over whose values it does not add up, as a balance does not over days. An intent fixes each of them or groups by it.",
    ),
    (
        "metrics.time",
        "Path of the field of days or moments whose periods it reads. An intent groups by such a period.",
    ),
    (
        "metrics.cumulative",
        "Whether it is over everything up to the end of the period.",
    ),
    (
        "metrics.window",
        "How far back from the end of the period it reads, such as `-3m`.",
    ),
    (
        "metrics.offset",
        "Which period it reads instead, such as `-1y`: the same one a year earlier.",
    ),
    (
        "reserved",
        "Codes, names and values that were given once and are gone. They are never given again.",
    ),
    (
        "profiles",
        "Providers and clients whose limits the emitted schemas and tools are held to. Default: all providers but `anthropic`, and no client.",
    ),
    (
        "ignored",
        "Ids of warnings (CB…) and of change rules (CD…) that are not told, each with the reason. Errors cannot be ignored.",
    ),
    // limits, in the core and in a domain
    (
        "limits",
        "Bounds of what is read and asked for. What a domain leaves out is the core's.",
    ),
    ("page_default", "Rows when no limit is said."),
    ("page_cap", "Most rows that can be asked for."),
    ("offset_cap", "Most rows that can be skipped."),
    ("depth_cap", "Greatest depth of a subgraph."),
    ("hops_default", "Hops of a path when none are said."),
    ("hops_cap", "Most hops of a path."),
    ("filters_cap", "Most filters of an intent."),
    ("list_cap", "Most values in a list."),
    ("top_k_cap", "Most texts that can be asked for."),
    ("candidates_cap", "Most candidates of a question."),
    ("input_bytes", "Longest text that is read, in bytes."),
    ("input_depth", "Deepest nesting of JSON that is read."),
    // policy, in the core and in a domain
    (
        "policy",
        "What a finding of each class leads to: `reject`, `clarify`, or rules for some fields. What a domain leaves out is the core's.",
    ),
    (
        "policy.syntax",
        "The text is not JSON, a line or a tool call.",
    ),
    ("policy.duplicate_key", "A key is said twice."),
    ("policy.unknown_key", "A key is not one of the notation."),
    (
        "policy.shape",
        "A value is not of the JSON type its key has.",
    ),
    (
        "policy.unknown_code",
        "A code, a name or a word is not registered.",
    ),
    (
        "policy.illegal_field",
        "A field does not belong where it is said.",
    ),
    (
        "policy.illegal_operator",
        "An operator does not fit its field.",
    ),
    ("policy.illegal_value", "A value does not fit its field."),
    ("policy.over_cap", "More is asked for than `limits` allow."),
    (
        "policy.conflict",
        "Two parts of an intent exclude each other.",
    ),
    (
        "policy.missing_part",
        "A part that the scenario needs is not said.",
    ),
    (
        "policy.forbidden_part",
        "A part is said that the scenario does not take.",
    ),
    (
        "policy.principals",
        "What the host says of whoever asks: name → its type. No model can say it.",
    ),
    ("policy.principals.type", "Type of its values."),
    (
        "policy.principals.array",
        "Whether it has any number of values. Default: `false`, exactly one.",
    ),
    (
        "policy.rows",
        "Which rows may be seen: type → its row filters, or `public`. Once one type has rows, every type says its own.",
    ),
    ("policy.rows.field", "Path of a field of the type."),
    (
        "policy.rows.operator",
        "Operator of the filter. Default: `eq`; `in` where `is` is a list, `contains` where the field is an array.",
    ),
    (
        "policy.rows.is",
        "Value, or a list of them where the operator takes several, or `$name` of a principal. A constant that begins with `$` is written with two.",
    ),
    (
        "rule.action",
        "What a finding of this class leads to: `reject` or `clarify`.",
    ),
    (
        "rule.fields",
        "Paths of the fields it is for. Default: all.",
    ),
    // overlay.yaml
    (
        "fields.code",
        "Code of a field that the overlay adds. A field of the codebook keeps its own.",
    ),
    (
        "relations.code",
        "Code of a relation that the overlay adds. A relation of the codebook keeps its own.",
    ),
    (
        "metrics.code",
        "Code of a metric that the overlay adds. An import makes none.",
    ),
    (
        "overlay/bindings",
        "What is laid over `bindings.yaml`, with its keys. A column may be said without its name.",
    ),
    // core.yaml
    (
        "vocabulary",
        "Codes of the contract language and their names.",
    ),
    ("vocabulary.scenarios", "Kinds of question."),
    ("vocabulary.outputs", "Forms of an answer."),
    ("vocabulary.operators", "Operators of filters."),
    ("vocabulary.orders", "Orders of rows."),
    ("vocabulary.directions", "Directions of a relation."),
    (
        "vocabulary.derivations",
        "What is derived from fields where a field can stand.",
    ),
    ("vocabulary.functions", "Functions of an aggregation."),
    (
        "vocabulary.set_operators",
        "Operations on two sets of rows.",
    ),
    ("vocabulary.question_kinds", "Kinds of question to texts."),
    ("vocabulary.retrieval_modes", "How deep texts are searched."),
    (
        "scenarios",
        "What an intent of each scenario must and must not say.",
    ),
    (
        "scenarios.outputs",
        "Outputs that fit; the first is the default.",
    ),
    (
        "scenarios.required",
        "Parts that must be said: of each list, one.",
    ),
    ("scenarios.forbidden", "Parts that must not be said."),
    (
        "scenarios.default_limit",
        "Rows when no limit is said, where it is not `page_default`.",
    ),
    ("scenarios.default_depth", "Depth when none is said."),
    // bindings.yaml
    ("types.table", "Table with a row for each instance."),
    ("bindings/types", "Types, by name, and their tables."),
    (
        "bindings/types.key",
        "Column that identifies a row, or a list of columns that do together.",
    ),
    (
        "types.only",
        "Columns and the value that every instance has there. Default: every row is an instance.",
    ),
    (
        "types.key_type",
        "What that column holds: `plain`, whole numbers or texts, or `uuid` of PostgreSQL. Default: `plain`.",
    ),
    (
        "bindings/types.label",
        "Column with the name that people know an instance by.",
    ),
    (
        "types.embedding",
        "Column with a vector for each row, where there is one.",
    ),
    ("embedding.column", "Name of the column."),
    ("embedding.dimension", "How many numbers a vector has."),
    (
        "embedding.model",
        "Name of the model that made the vectors: a question is embedded by the same.",
    ),
    (
        "embedding.metric",
        "How near two vectors are: `cosine`, `euclidean` or `inner_product`. Default: `cosine`.",
    ),
    (
        "types.columns",
        "Fields, by their name without the type (not by code), and their columns; a list of values may have a table of its own, and one value the row of another table.",
    ),
    ("columns.table", "Table with a row for each value."),
    ("columns.owner", "Its column with the key of the instance."),
    ("columns.column", "Its column with the value."),
    (
        "columns.match",
        "How a value is found in an array of texts: `exact` is a member, `exact_then_part` a part of one where no member is exactly so. Default: `exact`.",
    ),
    (
        "bindings/relations",
        "Relations, by name (not by code), and their keys: a foreign key, or a link table.",
    ),
    (
        "relations.foreign_key",
        "Column with the key of the other end.",
    ),
    ("relations.of", "End whose table has the foreign key."),
    ("relations.link", "Table with a row for each pair."),
    ("link.table", "Name of the link table."),
    (
        "link.from",
        "Its column with the key of the instance the relation starts from.",
    ),
    (
        "link.to",
        "Its column with the key of the instance it leads to.",
    ),
    // tools.yaml
    ("tools", "Tools that a model may call, by name."),
    (
        "tools.scenario",
        "Scenario of the contract that a call becomes.",
    ),
    (
        "tools.without_filters",
        "Scenario of a call that says no filter, where it is another one.",
    ),
    (
        "tools.output",
        "Output of the contract. Default: that of the scenario.",
    ),
    ("tools.target", "Type that is asked for."),
    ("tools.parameters", "Parameters, by name."),
    (
        "parameters.field",
        "Path of the field that the parameter filters.",
    ),
    (
        "parameters.operator",
        "Operator of that filter. Default: `eq`.",
    ),
    (
        "parameters.says",
        "What it says where it is no filter: the text to look for.",
    ),
    ("parameters.type", "JSON type of the argument."),
    ("parameters.required", "Whether a call must have it."),
    (
        "parameters.on_unknown_value",
        "What becomes of a value the field does not have: `drop` leaves the filter out and says so. Default: a question.",
    ),
    (
        "parameters.lower_bound_of",
        "Parameter that is the upper bound. A lower bound that is not below it is left out, and that is said.",
    ),
    (
        "results",
        "Form in which answers to these tools go back to a model. Default: that of every other tool.",
    ),
    ("results.list", "Key of the list of rows."),
    (
        "results.joined",
        "Keys of a row whose value joins those of several fields, each with the paths of its fields.",
    ),
];

/// The files of a codebook, without `.yaml`.
const FILES: &[(&str, &str)] = &[
    (
        "codebook",
        "Types, fields and relations of a domain, and what may be asked. Every domain has it.",
    ),
    (
        "overlay",
        "What people write over a codebook that an import makes. Elements stand under their path or name, not under a code. No import writes it.",
    ),
    ("bindings", "Tables and columns of a database."),
    ("recipes", "Queries to a 1C server."),
    ("retrieval", "Searches of texts."),
    ("tools", "Tools that are shaped by hand."),
    (
        "examples",
        "Questions that a model is shown on its card, and the lines that say them.",
    ),
    (
        "core",
        "The contract language. It is built in; a domain has none of its own.",
    ),
];

/// What a file is for.
pub(crate) fn about_file(name: &str) -> &'static str {
    let file = FILES.iter().find(|(file, _)| *file == name);
    file.map_or("", |(_, about)| about)
}

/// What the key at this path of a file means, `fields.path` of `codebook`. `None`: there is no such key.
pub(crate) fn about(file: &str, path: &str) -> Option<&'static str> {
    row(file, path).map(|(_, text)| *text)
}

fn all() -> impl Iterator<Item = &'static (&'static str, &'static str)> {
    ROWS.iter().chain(lane_files::ROWS)
}

fn row(file: &str, path: &str) -> Option<&'static (&'static str, &'static str)> {
    let holds = |end: &str| match end.split_once('/') {
        Some((of, whole)) => of == file && whole == path,
        None => (path.strip_suffix(end)).is_some_and(|rest| rest.is_empty() || rest.ends_with('.')),
    };
    let rows = all().filter(|(end, _)| holds(end));
    rows.max_by_key(|(end, _)| end.len())
}

#[cfg(test)]
pub(crate) fn rows() -> impl Iterator<Item = &'static str> {
    all().map(|(end, _)| *end)
}

/// The row that holds for a path, for the test that none is idle.
#[cfg(test)]
pub(crate) fn row_of(file: &str, path: &str) -> Option<&'static str> {
    row(file, path).map(|(end, _)| *end)
}

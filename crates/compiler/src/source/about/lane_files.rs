//! What each key of `recipes.yaml` and `retrieval.yaml` means.

/// Rows: the end of a path, and what stands there.
pub(super) const ROWS: &[(&str, &str)] = &[
    // recipes.yaml
    ("filters", "Filters of the recipes, by name."),
    ("filters.type", "Type of the value."),
    ("filters.values", "Values it may have."),
    (
        "filters.required_when",
        "When it is needed, for people. The list of a recipe decides.",
    ),
    ("filters.note", "Remark for people."),
    ("recipes/limits", "Row limits of the recipes."),
    ("limits.default", "Rows when no limit is said."),
    ("limits.max", "Most rows of a recipe with `limit: base`."),
    (
        "limits.extended_max",
        "Most rows of a recipe with `limit: extended`.",
    ),
    (
        "limits.account",
        "Least rows when an account is named and no limit is said.",
    ),
    (
        "templates",
        "Query texts and where their parameters come from, by name.",
    ),
    ("templates.rows", "Shape of the rows that the query gives."),
    (
        "templates.query",
        "Files with the query text, under `queries/`.",
    ),
    ("query.period_desc", "Query text with the newest first."),
    ("query.period_asc", "Query text with the oldest first."),
    (
        "templates.parameters",
        "Parameters of the query text, without `&`.",
    ),
    (
        "parameters.filters",
        "Filters that give the value: the first of them that is said.",
    ),
    (
        "parameters.as",
        "Form in which the value is put into the query.",
    ),
    (
        "parameters.absent",
        "Value when none of the filters is said.",
    ),
    (
        "anchors",
        "Filters whose value is confirmed first, and the template of the look-up.",
    ),
    ("recipes", "Recipes, by name: one contract, one query."),
    ("recipes.intent", "Intent that the recipe answers."),
    ("recipes.purpose", "What it is for, in a sentence."),
    (
        "recipes.match",
        "Contracts that the recipe is for. No contract may fit two of them.",
    ),
    ("match.scenario", "Scenario of the contract."),
    ("match.target_type", "Type the contract asks for."),
    ("match.with", "Filter that must be said."),
    ("match.without", "Filter that must not be said."),
    (
        "recipes.required",
        "Filters that must be said. A missing one is asked for.",
    ),
    ("recipes.required_any", "Filters of which one must be said."),
    (
        "recipes.defaults",
        "Filters that have a value when they are not said.",
    ),
    ("recipes.optional", "Filters that may be said."),
    ("recipes.template", "Template whose query gives the rows."),
    (
        "recipes.totals",
        "Template whose query gives the totals of a summary.",
    ),
    (
        "recipes.scope",
        "Accounts within which rows are looked for.",
    ),
    (
        "scope.mode",
        "`strict`: rows of other accounts are never shown. `preferred`: they are, where there are no others.",
    ),
    (
        "scope.accounts",
        "Codes of the accounts, or `said`: the account of the question.",
    ),
    (
        "scope.except",
        "Codes of accounts below them that are left out.",
    ),
    (
        "scope.side",
        "Side of a posting on which the account stands.",
    ),
    (
        "recipes.row_filter",
        "Test that each row must pass after the query.",
    ),
    (
        "recipes.fallbacks",
        "What is tried, in this order, where a query gives no row.",
    ),
    (
        "recipes.bank_rows",
        "Template that gives bank documents in place of movements.",
    ),
    (
        "recipes.caveats",
        "Limitations that every answer of the recipe states.",
    ),
    (
        "recipes.limit",
        "Which of `limits` bounds the rows: `base` (`max`) or `extended` (`extended_max`).",
    ),
    (
        "recipes.all_time",
        "`max`: a question without a period shows as many rows as it may.",
    ),
    (
        "recipes.account_intent",
        "Whether the recipe is about one account, so that `as_of_date` and the limit have defaults of their own.",
    ),
    (
        "recipes.result",
        "`FACTUAL_LIST`: rows. `FACTUAL_SUMMARY`: totals and the top rows.",
    ),
    (
        "recipes.state",
        "Whether the recipe runs or is only planned.",
    ),
    // examples.yaml
    (
        "examples/examples",
        "Questions by language, each with the line that says it; the most ordinary ones first.",
    ),
    (
        "examples.intent",
        "The line, or by language the line of each.",
    ),
    // retrieval.yaml
    ("document_types", "Types of documents."),
    (
        "aliases",
        "What documents call their types, by type; English plurals need not be said.",
    ),
    (
        "corpora",
        "Collections of documents, by name, and the document types in each; those of `overview` stand first in the widest search.",
    ),
    (
        "indexes",
        "Folders of the text indexes that corpora have of their own, by the name of the corpus or of the document type, relative to this folder. A search that names no index asks all of them as one list.",
    ),
    (
        "modes",
        "Depths of a search and how many texts each may give.",
    ),
    ("modes.fast", "The shallowest search."),
    ("modes.deep", "A search for related texts."),
    ("modes.architect", "A search that starts from overviews."),
    ("top_k_min", "Fewest texts that can be asked for."),
    ("top_k_max", "Most texts that can be asked for."),
    (
        "always_excluded",
        "States of a document that no search shows.",
    ),
    (
        "retrieval/profiles",
        "How each kind of question is searched.",
    ),
    ("profiles.mode", "Depth of the search."),
    ("profiles.type_in", "Document types that are searched."),
    ("profiles.top_k", "Texts when no number is said."),
    (
        "questions",
        "Phrases by which each kind of question is known.",
    ),
    (
        "projects",
        "Tags that are projects: a question about a thing in one is not about every text of the project, and the name of a project does not count as a word of an answer.",
    ),
    (
        "broader",
        "Tags that are parts of others, each with those: a question that names one asks for both.",
    ),
    (
        "tags",
        "Tags of documents, and the words that stand for each.",
    ),
    (
        "labels",
        "What people call document types and sets of them.",
    ),
];

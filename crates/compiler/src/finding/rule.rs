//! Every rule of the compiler in one table. Ids are permanent: never renumbered or reused.

mod bindings;
pub(crate) mod doc;
mod documents;
mod drift;
mod examples;
mod lock;
mod metrics;
mod ontology;
mod profiles;
mod retrieval;
mod table;
mod tools;

use doc::{RuleDoc, Severity};
use table::rules;

/// Every rule, sorted by id.
#[must_use]
pub fn rules() -> &'static [RuleDoc] {
    DOCS
}

rules! {
    YamlSyntax "CB001" "yaml-syntax" Error {
        what: "the file is not YAML",
        why: "nothing behind the mistake can be read",
        example: "types: {park: {key: name",
        instead: "types: {park: {key: name}}",
    }
    NotUtf8 "CB002" "not-utf8" Error {
        what: "the file is not UTF-8",
        why: "names in other encodings would be read as something else",
        example: "a file saved as Windows-1251",
        instead: "the same file saved as UTF-8",
    }
    DuplicateKey "CB003" "duplicate-key" Error {
        what: "a key stands twice in one map",
        why: "one of the two would be lost without a word; for codes it is how two people give the same one",
        example: "F001: {…} and, lines below, F001: {…}",
        instead: "F001: {…} and F002: {…}",
    }
    YamlFeature "CB004" "yaml-feature" Error {
        what: "an anchor, alias, tag, directive or second document",
        why: "a codebook reads the same in every tool only without them, and aliases can blow up a small file",
        example: "label: *same",
        instead: "label: {en: name}",
    }
    TooDeep "CB005" "too-deep" Error {
        what: "lists and maps are nested too deep",
        why: "a codebook needs six levels; more is a mistake or an attack",
        example: "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[",
        instead: "required: [[target_type, entity]]",
    }
    TooLarge "CB006" "too-large" Error {
        what: "a file or a text is too large",
        why: "limits keep a compile quick on any input",
        example: "a description of a megabyte",
        instead: "a description of one sentence",
    }
    MissingFile "CB007" "missing-file" Error {
        what: "a file the codebook needs is not there",
        why: "the part it should hold cannot be compiled",
        example: "query: {period_desc: queries/absent.1c}",
        instead: "query: {period_desc: queries/movements.1c}",
    }
    UnusedFile "CB008" "unused-file" Warning {
        what: "a file of the folder is read by nothing",
        why: "it is a slip in a name, or rubbish somebody will believe in",
        example: "recipe.yaml",
        instead: "recipes.yaml",
    }
    BadPath "CB009" "bad-path" Error {
        what: "a file name leaves the codebook's folder",
        why: "a codebook is one folder; it must mean the same wherever it lies",
        example: "query: {period_desc: ../secret.1c}",
        instead: "query: {period_desc: queries/movements.1c}",
    }
    UnknownKey "CB010" "unknown-key" Error {
        what: "a key that no form has",
        why: "a slip in a key would switch something off without a word",
        example: "F001: {path: park.name, tpye: string}",
        instead: "F001: {path: park.name, type: string}",
    }
    MissingKey "CB011" "missing-key" Error {
        what: "a key that must be there is not",
        why: "there is no safe default for it",
        example: "F001: {path: park.name}",
        instead: "F001: {path: park.name, type: string}",
    }
    WrongShape "CB012" "wrong-shape" Error {
        what: "a value has the wrong shape",
        why: "a list, map, text or number was needed",
        example: "languages: ru",
        instead: "languages: [ru]",
    }
    UnknownWord "CB013" "unknown-word" Error {
        what: "a word that its closed list does not have",
        why: "only the listed words have a meaning",
        example: "type: money",
        instead: "type: decimal",
    }
    DuplicateItem "CB014" "duplicate-item" Error {
        what: "a list names the same thing twice",
        why: "the second does nothing; another name was probably meant",
        example: "operators: [eq, eq]",
        instead: "operators: [eq, ne]",
    }
    MoreWarnings "CB015" "more-warnings" Warning {
        what: "there are more warnings than are told",
        why: "nobody reads fifty thousand lines, and one cause makes most of them",
        example: "52724 fields without a label in German",
        instead: "languages without `de`, or ignored: {CB034: the German labels come later}",
    }
    DuplicateCode "CB020" "duplicate-code" Error {
        what: "two of the fields, relations and types have the same code; a type's is its name",
        why: "a code must say one thing, wherever it is read",
        example: "fields: {X1: …}, relations: {X1: …}",
        instead: "fields: {F001: …}, relations: {R001: …}",
    }
    ReservedCode "CB021" "reserved-code" Error {
        what: "a reserved code is used",
        why: "the code was given once; old outputs and caches still mean the old thing",
        example: "reserved: [F011], fields: {F011: …}",
        instead: "fields: {F012: …}",
    }
    LookAlike "CB022" "look-alike" Error {
        what: "two names look the same and are not",
        why: "a person and a model cannot tell Cyrillic `С` from Latin `C`",
        example: "C001 and С001",
        instead: "C001 and C002",
    }
    IllegalCharacter "CB023" "illegal-character" Error {
        what: "a code or name has a character or a form it may not have",
        why: "codes travel through many notations, file names and Rust",
        example: "fields: {Ф001: …}",
        instead: "fields: {F001: …}",
    }
    DuplicateName "CB024" "duplicate-name" Error {
        what: "two fields have one path, or two relations one name",
        why: "contracts use paths and names; they must say one thing",
        example: "F001 and F002 both `park.name`",
        instead: "F001 is `park.name`, F002 is `park.city`",
    }
    AliasCollision "CB025" "alias-collision" Error {
        what: "an alias is also another name in its type or among the relations, a code, a type or a keyword",
        why: "a query could not tell what is meant",
        example: "two fields of one type with `alias: name`",
        instead: "alias: name and alias: short",
    }
    DanglingType "CB026" "dangling-type" Error {
        what: "a type that the codebook does not have",
        why: "nothing can be of it",
        example: "F001: {path: prak.name, type: string}",
        instead: "F001: {path: park.name, type: string}",
    }
    DanglingField "CB027" "dangling-field" Error {
        what: "a field that the codebook does not have",
        why: "a key or a policy for it could never apply",
        example: "park: {key: nmae}",
        instead: "park: {key: name}",
    }
    DanglingInverse "CB028" "dangling-inverse" Error {
        what: "an inverse that is not a relation the other way round",
        why: "turning a hop round would change its ends",
        example: "inverse: absent",
        instead: "inverse: park_2_enterprise",
    }
    OperatorMisfit "CB029" "operator-misfit" Error {
        what: "an operator that makes no sense on the type",
        why: "a filter with it would be valid and could not be run",
        example: "{type: boolean, operators: [contains]}",
        instead: "{type: boolean, operators: [eq]}",
    }
    EnumWithoutValues "CB030" "enum-without-values" Error {
        what: "an enum field lists no values",
        why: "no value could ever be valid",
        example: "{path: park.kind, type: enum}",
        instead: "{path: park.kind, type: enum, values: [science, industry]}",
    }
    ValuesWithoutEnum "CB031" "values-without-enum" Error {
        what: "values are listed on a field that is no enum",
        why: "they would not be checked",
        example: "{type: string, values: [a, b]}",
        instead: "{type: enum, values: [a, b]}",
    }
    AmbiguousValue "CB032" "ambiguous-value" Error {
        what: "a synonym names two values, or is itself another value",
        why: "the decoder would have to guess which value is meant",
        example: "open: {synonyms: {en: [live]}}, active: {synonyms: {en: [live]}}",
        instead: "open: {synonyms: {en: [unlocked]}}, active: {synonyms: {en: [live]}}",
    }
    UnknownLanguage "CB033" "unknown-language" Error {
        what: "a language the codebook does not declare",
        why: "its texts would never be shown",
        example: "languages: [ru], label: {en: name}",
        instead: "languages: [ru, en], label: {en: name}",
    }
    MissingLabel "CB034" "missing-label" Warning {
        what: "a declared language has no label here",
        why: "a question in that language would show a code",
        example: "languages: [ru, en], label: {en: name}",
        instead: "label: {ru: название, en: name}",
    }
    ReferenceMisfit "CB035" "reference-misfit" Error {
        what: "a reference without its type, or a type without a reference",
        why: "the executor could not tell what is referred to",
        example: "{path: park.owner, type: reference}",
        instead: "{path: park.owner, type: reference, reference: person}",
    }
    UnitMisfit "CB036" "unit-misfit" Error {
        what: "a unit on a field that is no number",
        why: "a unit of a text means nothing",
        example: "{type: string, unit: km2}",
        instead: "{type: decimal, unit: km2}",
    }
    DeprecatedInstead "CB037" "deprecated-instead" Error {
        what: "what is to be said instead of something deprecated is not there, or deprecated itself",
        why: "whoever is warned would be sent from one warning to the next, or nowhere",
        example: "deprecated: {since: 2.0, instead: park.absent}",
        instead: "deprecated: {since: 2.0, instead: park.title}",
    }
    IgnoredRule "CB038" "ignored-rule" Error {
        what: "something is ignored that is an error, or that no rule is",
        why: "a list of what is not told must not grow lines that do nothing, and an error is always told",
        example: "ignored: {CB021: nobody has the old outputs}",
        instead: "ignored: {CB034: the French labels come with the next version}",
    }
    HiddenCharacter "CB039" "hidden-character" Error {
        what: "a text for people or models has something that cannot be seen",
        why: "a line break ends a line of the card, and what turns the direction shows another text than there is",
        example: "label: {en: \"name\\nof the park\"}",
        instead: "label: {en: name of the park}",
    }
    CoreDisagrees "CB040" "core-disagrees" Error {
        what: "the core vocabulary is not the decoder's",
        why: "a contract would say one thing to people and another to the program",
        example: "operators: {EQ: equals}",
        instead: "operators: {EQ: eq}",
    }
    ScenarioMissing "CB041" "scenario-missing" Error {
        what: "the scenario table lacks a scenario or its outputs",
        why: "the decoder would not know what it needs",
        example: "scenarios without `hybrid`",
        instead: "a row for every scenario",
    }
    ScenarioContradiction "CB042" "scenario-contradiction" Error {
        what: "a scenario requires what it forbids",
        why: "no contract of it could be valid",
        example: "{required: [[metric]], forbidden: [metric]}",
        instead: "{required: [[metric]], forbidden: [groups]}",
    }
    ScenarioUnreachable "CB043" "scenario-unreachable" Warning {
        what: "a lane lists a scenario that nothing can answer",
        why: "a model would be told of something that always fails",
        example: "lanes: {structured: [relation_query]} without relations",
        instead: "relations: {R001: …}",
    }
    ScenarioTwoLanes "CB044" "scenario-two-lanes" Error {
        what: "a scenario is in two lanes",
        why: "which one answers would depend on order",
        example: "address: [text_rag], retrieval: [text_rag]",
        instead: "retrieval: [text_rag]",
    }
    LaneWithoutFile "CB045" "lane-without-file" Error {
        what: "a lane lacks the file that says how it answers",
        why: "the address lane needs `recipes.yaml`, the retrieval lane `retrieval.yaml`",
        example: "lanes: {address: [instance_search]} alone",
        instead: "the same with `recipes.yaml`",
    }
    FileWithoutLane "CB046" "file-without-lane" Warning {
        what: "a lane's file is there and the lane is not",
        why: "nothing of it can be reached",
        example: "recipes.yaml without the lane `address`",
        instead: "lanes: {address: [instance_search]}",
    }
    CaseMisfit "CB047" "case-misfit" Error {
        what: "an order or a case on a field that has none, or both on one field",
        why: "texts alone have letters, and those without case have no order by code points",
        example: "{type: integer, case: folded}",
        instead: "{type: string, case: folded}",
    }
    UnitSpelling "CB048" "unit-spelling" Warning {
        what: "a unit is written like another one, and not the same",
        why: "figures of two units are not compared, and a model would have to guess whether they are two",
        example: "unit: EUR, and of another field unit: Euro",
        instead: "unit: EUR of both",
    }
    LimitsContradict "CB050" "limits-contradict" Error {
        what: "limits contradict each other",
        why: "the default would exceed its own cap, or a cap lets nothing through",
        example: "page_default: 50, page_cap: 20",
        instead: "page_default: 20, page_cap: 50",
    }
    RowFilterMisfit "CB052" "row-filter-misfit" Error {
        what: "a row filter is none its field can have",
        why: "which rows may be seen must be a filter a contract can hold, or nothing would be kept out at all",
        example: "rows: {park: [{field: park.opened_on, operator: ge, is: yesterday}]}",
        instead: "rows: {park: [{field: park.opened_on, operator: ge, is: 2020-01-01}]}",
    }
    TypeWithoutRows "CB053" "type-without-rows" Error {
        what: "a type says nothing of its rows, where another does",
        why: "a type that was forgotten would be open to everyone",
        example: "rows: {enterprise: [{field: enterprise.tenant, is: $tenant}]}",
        instead: "rows: {enterprise: [{field: enterprise.tenant, is: $tenant}], park: public}",
    }
    DanglingPrincipal "CB054" "dangling-principal" Error {
        what: "a row filter names a principal that is none",
        why: "no host could say it, so nobody would see a row",
        example: "rows: {enterprise: [{field: enterprise.tenant, is: $tenent}]}",
        instead: "rows: {enterprise: [{field: enterprise.tenant, is: $tenant}]}",
    }
    UnusedPrincipal "CB055" "unused-principal" Warning {
        what: "a principal that no row filter names",
        why: "every host must say it, and it keeps nothing out",
        example: "principals: {tenant: {type: string}}, and no `$tenant`",
        instead: "rows: {enterprise: [{field: enterprise.tenant, is: $tenant}]}",
    }
    UnknownFilter "CB060" "unknown-filter" Error {
        what: "a filter that the filter catalogue does not have",
        why: "no contract could say it and no parameter could read it",
        example: "required: [counterpart]",
        instead: "required: [counterparty]",
    }
    UnsayableFilter "CB061" "unsayable-filter" Error {
        what: "a recipe's filter that no field can say",
        why: "a contract says filters as fields of its target type",
        example: "optional: [account] with no field `payable.account`",
        instead: "F224: {path: payable.account, type: string}",
    }
    AmbiguousRecipes "CB062" "ambiguous-recipes" Error {
        what: "one contract could match two recipes",
        why: "which one runs would depend on order",
        example: "two recipes for `document`",
        instead: "one with `without: contract`, one with `with: contract`",
    }
    UnknownTemplate "CB063" "unknown-template" Error {
        what: "a recipe names a template it cannot use",
        why: "it could not be run",
        example: "template: movement",
        instead: "template: movements",
    }
    UnboundParameter "CB064" "unbound-parameter" Error {
        what: "a query text has a parameter nobody binds",
        why: "1C would refuse the query, or worse, run it with nothing",
        example: "ГДЕ Код = &Счет without `Счет` in `parameters`",
        instead: "parameters: {Счет: {filters: [account], as: account, absent: nothing}}",
    }
    UnusedParameter "CB065" "unused-parameter" Error {
        what: "a bound parameter that the query text does not have",
        why: "a filter would be accepted and not applied",
        example: "parameters: {Счет: …} and a text without `&Счет`",
        instead: "remove the parameter, or use it in the text",
    }
    QueryLiteral "CB066" "query-literal" Error {
        what: "a value stands in a query text",
        why: "values travel only as bound parameters, so that a text can be trusted once and for all",
        example: "ГДЕ Код = \"60\"",
        instead: "ГДЕ Код = &Счет",
    }
    QueryForbidden "CB067" "query-forbidden" Error {
        what: "a query text does more than select",
        why: "a template is one reading query: no batches, no temporary tables",
        example: "ВЫБРАТЬ …; УНИЧТОЖИТЬ Т",
        instead: "ВЫБРАТЬ ПЕРВЫЕ 100 …",
    }
    QueryUnbounded "CB068" "query-unbounded" Error {
        what: "a query text has no `ПЕРВЫЕ n`, or reads a register without a filter",
        why: "one question could read the whole ledger",
        example: "ВЫБРАТЬ Период",
        instead: "ВЫБРАТЬ ПЕРВЫЕ 1001 Период",
    }
    QueryUnreadable "CB069" "query-unreadable" Error {
        what: "a string in a query text never ends",
        why: "what follows cannot be checked",
        example: "ПОДОБНО \"а",
        instead: "ПОДОБНО &Маска",
    }
    ParameterMisfit "CB070" "parameter-misfit" Error {
        what: "a parameter's filters, form and absent value do not fit each other",
        why: "it would be bound to nonsense",
        example: "{filters: [], as: text, absent: nothing}",
        instead: "{filters: [account], as: text, absent: nothing}",
    }
    AnchorMisfit "CB071" "anchor-misfit" Error {
        what: "an anchor without a usable look-up template",
        why: "the resolver could not confirm it",
        example: "as: anchor, and no line in `anchors`",
        instead: "anchors: {counterparty: counterparty_lookup}",
    }
    ScopeMisfit "CB072" "scope-misfit" Error {
        what: "an account scope that cannot be applied",
        why: "a scope decides which rows are facts; it must be exact",
        example: "accounts: said, without the filter `account`",
        instead: "accounts: [\"60\", \"76\"]",
    }
    RecipeOutsideLane "CB073" "recipe-outside-lane" Error {
        what: "a recipe for a scenario the address lane does not have",
        why: "no contract would ever reach it",
        example: "match: {scenario: aggregation, …}",
        instead: "match: {scenario: instance_search, …}",
    }
    DuplicateFilter "CB074" "duplicate-filter" Error {
        what: "a recipe lists a filter as required and optional",
        why: "it can be only one of them",
        example: "required: [account], optional: [account]",
        instead: "required: [account]",
    }
    UnsortableTemplate "CB075" "unsortable-template" Error {
        what: "a runnable recipe takes `sort`, its template has one order",
        why: "oldest first would be answered newest first",
        example: "optional: [sort] and only `period_desc`",
        instead: "query: {period_desc: …, period_asc: …}",
    }
    UnreadFilter "CB076" "unread-filter" Error {
        what: "a runnable recipe takes a filter that its template does not read",
        why: "the filter would be accepted and not applied",
        example: "optional: [organization] and no parameter with it",
        instead: "parameters: {Организация: {filters: [organization], …}}",
    }
    ShortQuery "CB077" "short-query" Error {
        what: "`ПЕРВЫЕ n` is too small for the recipe's largest limit",
        why: "one row more than the limit is needed to see that there are more",
        example: "ВЫБРАТЬ ПЕРВЫЕ 200 with a limit of 200",
        instead: "ВЫБРАТЬ ПЕРВЫЕ 201",
    }
    DateMisfit "CB078" "date-misfit" Error {
        what: "a field says a recipe's date filter and is no date",
        why: "the executor reads the value as a day",
        example: "F303: {path: document.period, type: datetime}",
        instead: "F303: {path: document.period, type: date}",
    }
    FallbackMisfit "CB079" "fallback-misfit" Error {
        what: "a fallback that the recipe cannot have",
        why: "where there are no rows, other rows would be given that nobody could tell from those asked for",
        example: "fallbacks: [nearest_rows] with a strict scope",
        instead: "leave it out: a strict recipe answers that there are none",
    }
    @retrieval {
        /// a kind of question has no profile
        MissingProfile = MISSING_PROFILE,
        /// a document type that `document_types` does not list
        UnknownDocumentType = UNKNOWN_DOCUMENT_TYPE,
        /// a `top_k` outside its mode's range or over the cap
        TopKMisfit = TOP_K_MISFIT,
        /// a corpus has the name of a document type
        CorpusCollision = CORPUS_COLLISION,
        /// a mode has no range
        MissingMode = MISSING_MODE,
        /// a phrase belongs to two kinds, or a synonym to two tags
        AmbiguousPhrase = AMBIGUOUS_PHRASE,
        /// a project that `tags` does not have
        UnknownTag = UNKNOWN_TAG,
    }
    @lock {
        /// `codebook.lock` is not what the compiler wrote
        LockDamaged = LOCK_DAMAGED,
        /// a code that was given is gone and not reserved
        NotReserved = NOT_RESERVED,
        /// a code that was given now names something else
        CodeMoved = CODE_MOVED,
        /// the values of a field, or the ends of a relation, are not what they were
        MeaningChanged = MEANING_CHANGED,
        /// an alias that was given is another element's now, or no longer what its element is called
        AliasMoved = ALIAS_MOVED,
        /// the lock gives one code, or one alias, to two elements: two branches did, and were merged
        GivenTwice = GIVEN_TWICE,
        /// `codebook.lock` lacks something the codebook gives
        LockStale = LOCK_STALE,
        /// there is no `codebook.lock`
        LockMissing = LOCK_MISSING,
    }
    @tools {
        /// a tool or a parameter has a name that is taken, or that providers refuse
        ToolName = TOOL_NAME,
        /// a parameter does not say exactly one thing
        ToolSays = TOOL_SAYS,
        /// a parameter compares its field in a way the field does not have
        ToolOperator = TOOL_OPERATOR,
        /// a parameter's JSON type is not one its values can have
        ToolType = TOOL_TYPE,
        /// a tool says a part that its scenario forbids, or an output that it does not give
        ToolForbidden = TOOL_FORBIDDEN,
        /// a tool's scenario needs a part that a call can be without
        ToolUnsayable = TOOL_UNSAYABLE,
        /// a parameter is the lower bound of something that is no upper bound
        ToolBound = TOOL_BOUND,
        /// a parameter's field is not one of the tool's target
        ToolTarget = TOOL_TARGET,
        /// no lane answers a tool's scenario
        ToolLane = TOOL_LANE,
        /// a tool's parameter drops what is no value, and names no field
        ToolDrops = TOOL_DROPS,
    }
    @ontology {
        /// an ontology is not what its format says
        OntologySyntax = ONTOLOGY_SYNTAX,
        /// a file is no text, or in no format that is read
        OntologyFormat = ONTOLOGY_FORMAT,
        /// an ontology, or the codebook it would give, is too large
        OntologyTooLarge = ONTOLOGY_TOO_LARGE,
        /// an ontology nests too deep
        OntologyTooDeep = ONTOLOGY_TOO_DEEP,
        /// an ontology cannot be read without another file
        OntologyRemote = ONTOLOGY_REMOTE,
        /// nothing of an ontology can be taken
        OntologyEmpty = ONTOLOGY_EMPTY,
        /// an XML entity that is no plain text
        OntologyEntity = ONTOLOGY_ENTITY,
        /// the codebook to import into is not one that an import wrote
        ImportLock = IMPORT_LOCK,
        /// a class that the ontology does not have
        OntologyClass = ONTOLOGY_CLASS,
        /// the overlay says something of an element that is not there, or changes what a code means
        OverlayMisfit = OVERLAY_MISFIT,
    }
    @profiles {
        /// a schema of the codebook costs more than a provider allows
        ProviderBudget = PROVIDER_BUDGET,
        /// a client that the codebook is for does not take its tools whole
        ClientCut = CLIENT_CUT,
    }
    @bindings {
        /// a binding of something the codebook does not have
        BindingNowhere = BINDING_NOWHERE,
        /// a type without a table
        UnboundType = UNBOUND_TYPE,
        /// a field without a column
        UnboundField = UNBOUND_FIELD,
        /// a relation that is not exactly one of foreign key and link table
        UnboundRelation = UNBOUND_RELATION,
        /// a table, a column or a key stands for two things
        BoundTwice = BOUND_TWICE,
        /// a text that is no name of a table or a column
        BindingName = BINDING_NAME,
        /// a field of one value with a table of values
        BindingShape = BINDING_SHAPE,
        /// a relation that leads to one by its binding and not by the codebook, or the other way round
        BindingOne = BINDING_ONE,
    }
    @metrics {
        /// a metric has the name of something else
        MetricName = METRIC_NAME,
        /// a metric is not defined as one number over the instances of one type
        MetricDefinition = METRIC_DEFINITION,
        /// a metric counts the same instance several times
        MetricGrain = METRIC_GRAIN,
        /// a metric does not say of what and how it reads other periods
        MetricPeriod = METRIC_PERIOD,
        /// metrics where no contract can ask for one
        MetricVersion = METRIC_VERSION,
    }
    @drift {
        /// a table of the bindings that the database does not have
        TableMissing = TABLE_MISSING,
        /// a column of the bindings that its table does not have
        ColumnMissing = COLUMN_MISSING,
        /// a column that does not hold what its field or its key says
        ColumnType = COLUMN_TYPE,
        /// the key of a type can be empty or stand in several rows
        NoKey = NO_KEY,
        /// a column that tables are joined by has no index
        NoIndex = NO_INDEX,
        /// rows have values that the enum of the codebook does not list
        ValueUnlisted = VALUE_UNLISTED,
        /// a column has values that are not of the form of its field
        ValuesOutOfForm = VALUES_OUT_OF_FORM,
    }
    @documents {
        /// a document is not UTF-8
        DocumentNotUtf8 = DOCUMENT_NOT_UTF8,
        /// a document is larger than is read
        DocumentTooLarge = DOCUMENT_TOO_LARGE,
        /// a document has no front matter
        FrontMatterMissing = FRONT_MATTER_MISSING,
        /// the front matter of a document is not YAML as a codebook has it, or has no end
        FrontMatterBroken = FRONT_MATTER_BROKEN,
        /// a document has no type
        DocumentTypeMissing = DOCUMENT_TYPE_MISSING,
        /// a document has a type that `document_types` does not list
        DocumentTypeUnlisted = DOCUMENT_TYPE_UNLISTED,
        /// the day of a document is no day
        DocumentDay = DOCUMENT_DAY,
        /// a key of a document has a value of a shape that it cannot have
        DocumentMetadata = DOCUMENT_METADATA,
        /// a line of JSON Lines is no document
        DocumentLine = DOCUMENT_LINE,
    }
    @examples {
        /// the line of an example is neither an intent that a lane serves nor a question back
        ExampleBroken = EXAMPLE_BROKEN,
        /// a scenario that a lane serves has no example
        ExampleMissing = EXAMPLE_MISSING,
        /// an example is not asked in every language of the codebook, or has no line in one
        ExampleLanguage = EXAMPLE_LANGUAGE,
        /// a question of an example stands twice in one language
        ExampleTwice = EXAMPLE_TWICE,
    }
}

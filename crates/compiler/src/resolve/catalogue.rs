//! Source → `Catalogue`, the executor's form. Runs only if no rule found an error.

use cmec_executor::catalogue::{
    AbsentValue, AccountScope, AddressCatalogue, AnchorRule, BroaderTags, CATALOGUE_FORMAT,
    Catalogue, Corpus, CorpusIndex, DefaultType, FilterDef, FilterDefault, JoinedFields, LaneRule,
    LimitPolicy, List, ModeRange, Parameter, Profile, QuestionPhrases, Recipe, RecipeMatch,
    RetrievalCatalogue, RowFilter, TagSynonyms, Template, Text, ToolResults, TypeAliases,
};

use super::{descriptions, owned, structured};
use crate::finding::Spanned;
use crate::source::Source;
use crate::source::query_tokens::Query;
use crate::source::recipes::{FilterSource, RecipeSource, Recipes};
use crate::source::retrieval::Retrieval;
use crate::source::templates::TemplateSource;
use crate::source::tools::ResultsSource;
use crate::words;

/// `None` only if a required part is missing, which the rules have reported.
pub(crate) fn catalogue(source: &Source) -> Option<Catalogue> {
    let codebook = &source.codebook;
    let lanes = codebook.lanes.iter().flat_map(|(lane, scenarios)| {
        scenarios.iter().map(|scenario| LaneRule {
            scenario: scenario.value,
            lane: lane.value,
        })
    });
    let address = match &source.recipes {
        Some(recipes) => Some(address(source, recipes)?),
        None => None,
    };
    Some(Catalogue {
        format: CATALOGUE_FORMAT,
        domain: owned(codebook.name.as_ref()?),
        lanes: lanes.collect(),
        // Added later, since they are read over the tables.
        examples: List::default(),
        descriptions: descriptions::all(codebook),
        address,
        retrieval: source.retrieval.as_ref().map(retrieval),
        tool_results: (source.tools.as_ref())
            .and_then(|tools| tools.results.as_ref())
            .map(tool_results),
        structured: match &source.bindings {
            Some(bindings) => Some(structured::catalogue(codebook, bindings)?),
            None => None,
        },
    })
}

fn tool_results(results: &ResultsSource) -> ToolResults {
    let joined = results.joined.iter().map(|(key, fields)| JoinedFields {
        key: owned(key),
        fields: texts(fields),
    });
    ToolResults {
        list: owned(&results.list),
        joined: joined.collect(),
    }
}

fn address(source: &Source, recipes: &Recipes) -> Option<AddressCatalogue> {
    let limit = |name: &str| Some(recipes.limits.get(name)?.value);
    let templates: Option<Vec<Template>> = (recipes.templates.iter())
        .map(|written| template(source, written))
        .collect();
    Some(AddressCatalogue {
        filters: recipes.filters.iter().map(filter).collect(),
        limits: LimitPolicy {
            default: limit("default")?,
            max: limit("max")?,
            extended_max: limit("extended_max")?,
            account: limit("account")?,
        },
        templates: templates?.into(),
        anchors: (recipes.anchors.iter())
            .map(|(filter, template)| AnchorRule {
                filter: owned(filter),
                template: owned(template),
            })
            .collect(),
        recipes: recipes.recipes.iter().map(recipe).collect(),
    })
}

fn filter(filter: &FilterSource) -> FilterDef {
    FilterDef {
        name: owned(&filter.name),
        value_type: words::name(filter.value_type.value).into(),
        values: texts(&filter.values),
        required_when: filter.required_when.as_ref().map(owned),
        note: filter.note.as_ref().map(owned).unwrap_or_default(),
    }
}

fn template(source: &Source, template: &TemplateSource) -> Option<Template> {
    let query = |file: &Spanned<String>| source.queries.get(&file.value);
    let text = query(template.query.as_ref()?.newest_first.as_ref()?)?;
    let oldest_first = template.oldest_first().and_then(query);
    let parameters = template.parameters.iter().map(|parameter| Parameter {
        name: owned(&parameter.name),
        filters: texts(&parameter.filters),
        constant: Vec::new().into(),
        form: parameter.form.value,
        absent: parameter.absent.value,
    });
    let named = text.parameters().into_iter();
    let recipes = source.recipes.as_ref()?;
    let constants = named.filter_map(|name| recipes.constant(name.value));
    let constants = constants.map(|own| Parameter {
        name: owned(&own.name),
        filters: Vec::new().into(),
        constant: texts(&own.values),
        form: own.form.value,
        absent: AbsentValue::Nothing,
    });
    Some(Template {
        name: owned(&template.name),
        rows: template.rows.value,
        query: text.text.clone().into(),
        query_asc: oldest_first.map(|query: &Query| query.text.clone().into()),
        first: text.first(),
        columns: text.columns().map(|own| own.to_owned().into()).collect(),
        parameters: parameters.chain(constants).collect(),
    })
}

fn recipe(recipe: &RecipeSource) -> Recipe {
    let defaults = recipe.defaults.iter().map(|(filter, value)| FilterDefault {
        filter: owned(filter),
        value: *value,
    });
    Recipe {
        id: owned(&recipe.id),
        intent: owned(&recipe.intent),
        purpose: owned(&recipe.purpose),
        matches: RecipeMatch {
            scenario: recipe.matches.scenario.value,
            target_type: owned(&recipe.matches.target_type),
            with: recipe.matches.with.as_ref().map(owned),
            without: recipe.matches.without.as_ref().map(owned),
        },
        required: texts(&recipe.required),
        required_any: texts(&recipe.required_any),
        optional: texts(&recipe.optional),
        defaults: defaults.collect(),
        template: owned(&recipe.template),
        totals: recipe.totals.as_ref().map(owned),
        ranked_by: recipe.ranked_by.as_ref().map(owned),
        sum_of: recipe.sum_of.as_ref().map(owned),
        groups: texts(&recipe.groups),
        scope: AccountScope {
            mode: recipe.scope.mode.value,
            accounts: texts(&recipe.scope.accounts),
            except: texts(&recipe.scope.except),
            also: texts(&recipe.scope.also),
            said: recipe.scope.said.is_some(),
            side: recipe.scope.side.value,
        },
        row_filter: (recipe.row_filter.as_ref()).map_or(RowFilter::Any, |word| word.value),
        fallbacks: recipe.fallbacks.iter().map(|word| word.value).collect(),
        bank_rows: recipe.bank_rows.as_ref().map(owned),
        caveats: texts(&recipe.caveats),
        limit: recipe.limit.value,
        all_time_max: recipe.all_time.is_some(),
        account_intent: recipe.account_intent,
        result: recipe.result.value,
        state: recipe.state.value,
    }
}

fn retrieval(retrieval: &Retrieval) -> RetrievalCatalogue {
    RetrievalCatalogue {
        document_types: texts(&retrieval.document_types),
        aliases: (retrieval.aliases.iter())
            .map(|(name, aliases)| TypeAliases {
                document_type: owned(name),
                aliases: texts(aliases),
            })
            .collect(),
        default_types: (retrieval.default_types.iter())
            .map(|(folder, ty)| DefaultType {
                folder: owned(folder),
                document_type: owned(ty),
            })
            .collect(),
        corpora: (retrieval.corpora.iter())
            .map(|(name, types)| Corpus {
                name: owned(name),
                types: texts(types),
            })
            .collect(),
        indexes: (retrieval.indexes.iter())
            .map(|(corpus, folder)| CorpusIndex {
                corpus: owned(corpus),
                folder: owned(folder),
            })
            .collect(),
        modes: (retrieval.modes.iter())
            .map(|range| ModeRange {
                mode: range.mode.value,
                top_k_min: range.top_k_min.value,
                top_k_max: range.top_k_max.value,
            })
            .collect(),
        always_excluded: texts(&retrieval.always_excluded),
        profiles: (retrieval.profiles.iter())
            .map(|profile| Profile {
                kind: profile.kind.value,
                mode: profile.mode.value,
                type_in: texts(&profile.type_in),
                top_k: profile.top_k.value,
            })
            .collect(),
        questions: (retrieval.questions.iter())
            .map(|(kind, phrases)| QuestionPhrases {
                kind: *kind,
                phrases: texts(phrases),
            })
            .collect(),
        projects: texts(&retrieval.projects),
        broader: (retrieval.broader.iter())
            .map(|(tag, broader)| BroaderTags {
                tag: owned(tag),
                broader: texts(broader),
            })
            .collect(),
        tags: (retrieval.tags.iter())
            .map(|(tag, synonyms)| TagSynonyms {
                tag: owned(tag),
                synonyms: texts(synonyms),
            })
            .collect(),
    }
}

fn texts(list: &[Spanned<String>]) -> List<Text> {
    list.iter().map(owned).collect()
}

//! The catalogue: what is built in is what its codebook says, and the recipes are the seed's.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::disallowed_methods,
    reason = "a test panics on failure"
)]

use std::path::Path;

use cmec_executor::Locale;
use cmec_executor::catalogue::{LimitClass, ResultMode, ScopeMode};
use cmec_executor::wording::intent::subject;

#[test]
fn what_is_built_in_is_the_codebook() {
    for domain in cmec_decoder::generated::DOMAINS {
        let codebooks = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../codebook");
        let sources = cmec_compiler::load_dir(codebooks.join(domain)).unwrap();
        let model = cmec_compiler::compile(&sources).model.unwrap();
        let tables = cmec_decoder::generated::builtin(domain);
        assert_eq!(tables, Some(model.tables()), "{domain}");
        let catalogue = cmec_executor::generated::builtin(domain);
        assert_eq!(catalogue, Some(model.catalogue()), "{domain}");
    }
}

/// Query Recipes V1 §4: id, intent, required, optional, template, scope, and by §5 and §8 the maximum and result.
const SEED: &str = "\
address_period_coverage_profile_v1 | period_coverage_profile | - | period_from, period_to, organization, limit | period_profile | preferred | 1000 | FACTUAL_SUMMARY
address_document_type_and_account_section_profile_v1 | document_type_and_account_section_profile | - | period_from, period_to, organization, limit | document_section_profile | preferred | 1000 | FACTUAL_SUMMARY
address_movements_payables_v1 | list_payables_counterparties | - | as_of_date, counterparty, contract, limit | debts | preferred | 200 | FACTUAL_LIST
address_movements_receivables_v1 | list_receivables_counterparties | - | as_of_date, counterparty, contract, limit | debts | preferred | 200 | FACTUAL_LIST
address_open_contracts_confirmed_as_of_date_v1 | open_contracts_confirmed_as_of_date | as_of_date | period_from, period_to, organization, counterparty, contract, limit, sort | open_contracts_confirmed_as_of_balance_profile | strict | 1000 | FACTUAL_LIST
address_open_contracts_candidates_v1 | list_open_contracts | - | as_of_date, organization, limit | movements | preferred | 1000 | FACTUAL_LIST
address_open_items_by_party_or_contract_v1 | open_items_by_counterparty_or_contract | - | as_of_date, counterparty, contract, limit | movements | preferred | 1000 | FACTUAL_LIST
address_documents_by_counterparty_v1 | list_documents_by_counterparty | counterparty | period_from, period_to, as_of_date, organization, limit, sort | bank_docs | preferred | 1000 | FACTUAL_LIST
address_bank_operations_by_counterparty_v1 | bank_operations_by_counterparty | counterparty | period_from, period_to, as_of_date, organization, limit, sort | bank_docs | preferred | 1000 | FACTUAL_LIST
address_documents_by_contract_v1 | list_documents_by_contract | contract | period_from, period_to, as_of_date, organization, counterparty, limit, sort | movements | preferred | 1000 | FACTUAL_LIST
address_bank_operations_by_contract_v1 | bank_operations_by_contract | contract | period_from, period_to, as_of_date, organization, counterparty, limit, sort | movements | preferred | 1000 | FACTUAL_LIST
address_documents_forming_balance_v1 | documents_forming_balance | account, as_of_date | organization, counterparty, contract, period_from, period_to, limit, sort | movements | strict | 200 | FACTUAL_LIST
address_movements_account_snapshot_v1 | account_balance_snapshot | account | as_of_date, period_from, period_to, limit | movements | strict | 200 | FACTUAL_SUMMARY";

#[test]
fn the_thirteen_recipes_are_the_seeds() {
    let catalogue = cmec_executor::generated::builtin("address").unwrap();
    let address = catalogue.address.as_ref().unwrap();
    let or_none = |list: &[std::borrow::Cow<'static, str>]| {
        if list.is_empty() {
            "-".to_owned()
        } else {
            list.join(", ")
        }
    };
    let rows: Vec<String> = address
        .recipes
        .iter()
        .take(13)
        .map(|recipe| {
            let scope = match recipe.scope.mode {
                ScopeMode::Strict => "strict",
                ScopeMode::Preferred => "preferred",
            };
            let max = match recipe.limit {
                LimitClass::Base => address.limits.max,
                LimitClass::Extended | LimitClass::Report => address.limits.extended_max,
            };
            let result = match recipe.result {
                ResultMode::FactualList => "FACTUAL_LIST",
                ResultMode::FactualSummary => "FACTUAL_SUMMARY",
            };
            format!(
                "{} | {} | {} | {} | {} | {scope} | {max} | {result}",
                recipe.id,
                recipe.intent,
                or_none(&recipe.required),
                or_none(&recipe.optional),
                recipe.template
            )
        })
        .collect();
    assert_eq!(rows.join("\n"), SEED);
    let guarded: Vec<&str> = address
        .recipes
        .iter()
        .take(13)
        .filter(|recipe| !recipe.required_any.is_empty())
        .map(|recipe| recipe.intent.as_ref())
        .collect();
    assert_eq!(guarded, ["open_items_by_counterparty_or_contract"]);
}

/// Each type, field and relation of a domain with tables has its place in them.
#[test]
fn everything_a_structured_domain_says_is_bound() {
    for domain in ["enterprise", "wine"] {
        let tables = cmec_decoder::generated::builtin(domain).unwrap();
        let catalogue = cmec_executor::generated::builtin(domain).unwrap();
        let bound = catalogue.structured.as_ref().unwrap();
        let paths: Vec<&str> = (bound.types.iter())
            .flat_map(|ty| ty.fields.iter().map(|field| field.path.as_ref()))
            .collect();
        let mut fields: Vec<&str> = tables
            .fields
            .iter()
            .map(|field| field.path.as_ref())
            .collect();
        // A type's fields stand together in its binding.
        fields.sort_by_key(|path| {
            let ty = path.split('.').next().unwrap();
            tables.types.iter().position(|known| known.name == ty)
        });
        assert_eq!(paths, fields, "{domain}");
        assert_eq!(bound.relations.len(), tables.relations.len());
        for (binding, relation) in bound.relations.iter().zip(tables.relations.iter()) {
            assert_eq!(binding.relation, relation.name);
            assert_ne!(
                binding.foreign_key.is_some(),
                binding.link.is_some(),
                "{}",
                relation.name
            );
        }
    }
    for domain in ["address", "mind"] {
        let catalogue = cmec_executor::generated::builtin(domain).unwrap();
        assert!(catalogue.structured.is_none(), "{domain}");
    }
}

/// What a list is of is said in the language asked for, whatever language the codebook is written in.
#[test]
fn every_recipe_has_words_in_each_language() {
    let catalogue = cmec_executor::generated::builtin("address").unwrap();
    let address = catalogue.address.as_ref().unwrap();
    for recipe in address.recipes.iter() {
        let of = |locale| subject(locale, &recipe.intent, &recipe.purpose).to_owned();
        assert_eq!(of(Locale::Ru), recipe.purpose);
        for locale in [Locale::Zh, Locale::En] {
            assert_ne!(of(locale), recipe.purpose, "{}", recipe.intent);
        }
    }
    assert_eq!(subject(Locale::En, "mine", "моё"), "моё");
}

//! Random intents over every pair, both ways round: where one comes to another contract, some change must say so.

use cmec_compiler::diff::Audience;
use cmec_compiler::{Checked, diff};
use cmec_decoder::language::Scenario;
use cmec_decoder::{ContractVersion, Notation, Spelling};

use crate::intents::{Dice, intent};
use crate::{breaks, decode_with, pairs};

/// Intents of a scenario and a direction of a pair.
const INTENTS: u32 = 7;
/// Choices an intent may draw.
const CHOICES: u32 = 80;

/// A number that looks like any other, always the same for the same place.
fn number(seed: u32, at: u32) -> u32 {
    let mut number = seed.wrapping_mul(0x9e37_79b9) ^ at.wrapping_mul(0x85eb_ca6b);
    number ^= number >> 15;
    number = number.wrapping_mul(0x2c1b_3c6d);
    number ^ (number >> 13)
}

#[test]
fn no_random_intent_contradicts() {
    let mut contracts = 0;
    // An intent of any scenario takes relations, enums and numbers: the base with one field has none.
    let rich = pairs()
        .iter()
        .filter(|pair| !pair.old.model.tables().relations.is_empty());
    for (index, pair) in (0_u32..).zip(rich) {
        let (old, new) = (&pair.old.model, &pair.new.model);
        contracts += one_way(&pair.name, index, (old, new));
        contracts += one_way(&pair.name, index + 1000, (new, old));
    }
    assert!(contracts > 5_000, "{contracts}");
}

/// What a host takes that has a place for every form.
fn newest(model: &Checked, text: &str, spelling: Spelling) -> String {
    decode_with(model, text, spelling, Some(ContractVersion::V03))
}

/// The number of contracts that were compared.
fn one_way(name: &str, seed: u32, (old, new): (&Checked, &Checked)) -> usize {
    let changes = diff(old, new);
    let mut contracts = 0;
    for (at, scenario) in (0_u32..).zip(Scenario::ALL) {
        if *scenario == Scenario::Clarify {
            continue;
        }
        for turn in 0..INTENTS {
            let seed = seed * 1000 + at * 50 + turn;
            let numbers: Vec<u32> = (0..CHOICES).map(|at| number(seed, at)).collect();
            let said = intent(old.tables(), *scenario, &mut Dice::of(&numbers));
            let before = newest(old, &said, Spelling::Auto);
            if !before.starts_with('{') {
                continue;
            }
            contracts += 1;
            let now = newest(new, &said, Spelling::Auto);
            if now != before {
                let told = breaks(&changes, Audience::Model);
                assert!(told, "{name}: {said}\n{before}\n{now}");
            }
            let stored = newest(new, &before, Spelling::Only(Notation::Mec));
            if stored != before {
                let told = breaks(&changes, Audience::Contract);
                assert!(told, "{name}: {before}\n{stored}");
            }
        }
    }
    contracts
}

//! Derived fields: what is derived from the fields of a codebook, in either notation.
//!
//! What fits is held by the types of values. Whether two numbers have units that go together is left to the decoder.

use cmec_decoder::language::{DERIVATION_LEVELS, Derivation, ValueType, given};
use cmec_decoder::tables::FieldDef;

use super::model::{Expr, Grammar, any_of, choice, literal, sequence};

/// Fields, or what is derived from them, by what else can be derived: each as it stands in brackets.
#[derive(Debug, Clone, Default)]
pub(super) struct Operands {
    pub(super) numbers: Option<Expr>,
    pub(super) days: Option<Expr>,
    pub(super) moments: Option<Expr>,
    pub(super) texts: Option<Expr>,
}

/// Derived fields, by the type of their values.
#[derive(Debug, Clone, Default)]
pub(super) struct Derived {
    pub(super) whole: Option<Expr>,
    pub(super) decimal: Option<Expr>,
    pub(super) day: Option<Expr>,
    pub(super) moment: Option<Expr>,
}

/// Whether a field is one that numbers, days, moments or texts are derived from; days are those of moments as well.
pub(super) fn is_number(field: &FieldDef) -> bool {
    Derivation::Add.fits(field.value_type) && !field.array
}

pub(super) fn is_day(field: &FieldDef) -> bool {
    field.value_type == ValueType::Date && !field.array
}

pub(super) fn is_moment(field: &FieldDef) -> bool {
    Derivation::Hour.fits(field.value_type) && !field.array
}

pub(super) fn is_text(field: &FieldDef) -> bool {
    Derivation::Length.fits(field.value_type) && !field.array
}

impl Operands {
    /// Each changed by `change`, which is told what rules of it are called.
    pub(super) fn map(
        self,
        mut change: impl FnMut(&'static str, Option<Expr>) -> Option<Expr>,
    ) -> Self {
        Self {
            numbers: change("number_of_one", self.numbers),
            days: change("day_field", self.days),
            moments: change("moment_field", self.moments),
            texts: change("text_field", self.texts),
        }
    }

    /// What is derived from these, and from what is derived; `called`: what a derivation is written as.
    pub(super) fn derived(
        self,
        grammar: &mut Grammar,
        called: fn(Derivation) -> &'static str,
    ) -> Derived {
        let mut derived = Derived::default();
        let mut of = self.clone();
        for _ in 0..DERIVATION_LEVELS {
            derived = of.once(grammar, called);
            of = self.or(&derived);
        }
        derived
    }

    /// These, or what is derived.
    fn or(&self, derived: &Derived) -> Self {
        let either = |all: &[&Option<Expr>]| any_of(all.iter().copied().flatten().cloned());
        Self {
            numbers: either(&[&self.numbers, &derived.whole, &derived.decimal]),
            days: either(&[&self.days, &derived.day]),
            moments: either(&[&self.moments, &derived.moment]),
            texts: self.texts.clone(),
        }
    }

    /// What is derived from these alone.
    fn once(&self, grammar: &mut Grammar, called: fn(Derivation) -> &'static str) -> Derived {
        let mut phrase = |name: &str, body: Option<Expr>| {
            body.map(|body| grammar.phrase(&format!("derived_from_{name}"), body))
        };
        let numbers = phrase("number", self.numbers.clone());
        let moments = phrase("moment", self.moments.clone());
        let texts = phrase("text", self.texts.clone());
        let days = any_of(self.days.iter().chain(&moments).cloned());
        let days = phrase("day", days);
        let from = |derivation: Derivation| match derivation {
            Derivation::Hour | Derivation::HourOf => &moments,
            Derivation::Length => &texts,
            _ if derivation.is_arithmetic() => &numbers,
            _ => &days,
        };
        let mut all = |name: &str, fits: &dyn Fn(Derivation) -> bool| {
            // Those that are of the same are one token, of which an engine lays out the rest once.
            let mut calls: Vec<(Expr, Vec<Expr>)> = Vec::new();
            for derivation in Derivation::ALL.iter().copied().filter(|one| fits(*one)) {
                let Some(of) = from(derivation).clone() else {
                    continue;
                };
                let inside = match derivation.arity() > 1 {
                    true => sequence([of.clone(), literal(","), of]),
                    false => of,
                };
                let name = literal(called(derivation));
                match calls.iter_mut().find(|(same, _)| *same == inside) {
                    Some((_, names)) => names.push(name),
                    None => calls.push((inside, vec![name])),
                }
            }
            let calls = calls.into_iter().map(|(inside, names)| {
                let open = grammar.token("derivation", opened(names));
                sequence([open, inside, literal(")")])
            });
            let body = any_of(calls.collect::<Vec<_>>())?;
            Some(grammar.phrase(name, body))
        };
        let gives = |of: ValueType| move |one: Derivation| one.gives() == of;
        Derived {
            whole: all("derived_whole", &gives(ValueType::Integer)),
            decimal: all("derived_number", &gives(ValueType::Decimal)),
            day: all("derived_day", &gives(ValueType::Date)),
            moment: all("derived_moment", &gives(ValueType::Datetime)),
        }
    }
}

/// Names of calls with the bracket behind them. As one token: at a name alone an engine lays out what may follow it, and
/// most words that begin like it are other ones.
pub(super) fn opened(names: Vec<Expr>) -> Expr {
    sequence([choice(names), literal("(")])
}

/// What is derived from metrics, by their names; `name`: what one may be.
pub(super) fn of_metrics(
    grammar: &mut Grammar,
    name: Expr,
    called: fn(Derivation) -> &'static str,
) -> Expr {
    let name = sequence([literal(&given::MARK.to_string()), name]);
    let mut of = grammar.phrase("metric_name", name);
    let arithmetic = Derivation::ALL.iter().filter(|one| one.is_arithmetic());
    let names: Vec<Expr> = arithmetic.map(|one| literal(called(*one))).collect();
    let mut call = of.clone();
    for _ in 0..DERIVATION_LEVELS {
        let parts = [
            grammar.token("derivation", opened(names.clone())),
            of.clone(),
            literal(","),
            of.clone(),
            literal(")"),
        ];
        call = grammar.phrase("derived_metric", sequence(parts));
        of = choice([of, call.clone()]);
    }
    call
}

impl Derived {
    /// Those that are numbers.
    pub(super) fn numbers(&self) -> Option<Expr> {
        any_of(self.whole.iter().chain(&self.decimal).cloned())
    }

    /// All of them.
    pub(super) fn any(&self) -> Option<Expr> {
        let days = self.day.iter().chain(&self.moment).cloned();
        any_of(self.numbers().into_iter().chain(days))
    }

    /// Each with a field that has such values.
    pub(super) fn by_type(&self) -> [(&Option<Expr>, &'static FieldDef); 4] {
        [
            (&self.whole, Derivation::Year.field()),
            (&self.decimal, Derivation::Divide.field()),
            (&self.day, Derivation::Month.field()),
            (&self.moment, Derivation::Hour.field()),
        ]
    }
}

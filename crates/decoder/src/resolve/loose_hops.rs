//! Hops that one may make in several ways: along any of several relations, or several times along one.

use std::borrow::Cow;

use crate::contract::Str;
use crate::draft::{DraftRelation, Word};
use crate::finding::registry;
use crate::finding::topic::{Elements, Number, Topic};
use crate::language::Part;
use crate::resolve::Resolver;
use crate::tables::RelationDef;

impl<'a> Resolver<'a> {
    /// The other relations of a hop, which lead between the same types as the first.
    pub(crate) fn alternatives(&mut self, said: &[Word<'a>], def: &'a RelationDef) -> Vec<Str<'a>> {
        self.list_cap(said, Elements::Relations);
        let fits = |other: &RelationDef| other.from == def.from && other.to == def.to;
        let mut names = Vec::new();
        for word in said {
            self.newer(word.span, Part::Relation, "any of several relations");
            let Some(other) = self.relation(word, fits) else {
                continue;
            };
            if fits(other) {
                names.push(Cow::Borrowed(other.name.as_ref()));
                continue;
            }
            self.report(
                &registry::RELATION_DOES_NOT_FIT,
                word.span,
                |me, finding| {
                    let leads = |def: &RelationDef| format!("from `{}` to `{}`", def.from, def.to);
                    let (one, other) = (leads(def), leads(other));
                    let message =
                        format!("`{}` leads {other}, and `{}` {one}", word.value, def.name);
                    let known = me.known_relations(|known| fits(known) && known.code != def.code);
                    finding
                        .explain(message, "say relations between the same types")
                        .candidates(me.candidates(&word.value, known))
                },
            );
        }
        names
    }

    /// How often a relation is walked, at least and at most; `None`: once. Only one between instances of one type can be
    /// walked again.
    pub(crate) fn times(
        &mut self,
        said: &DraftRelation<'a>,
        def: &'a RelationDef,
    ) -> Option<[u32; 2]> {
        let said = said.hops.as_ref()?;
        self.newer(said.span, Part::Relation, "a relation walked several times");
        let cap = self.tables.limits.hops_cap;
        let numbers = said.value.iter();
        let numbers: Vec<Option<u32>> = numbers
            .map(|digits| self.count(digits, Number::Hops, 1, cap))
            .collect();
        let numbers: Vec<u32> = numbers.into_iter().collect::<Option<_>>()?;
        let (rule, message, help) = match *numbers.as_slice() {
            [least, most] if least > most => (
                &registry::BETWEEN_ORDER,
                format!("the fewest hops, {least}, are more than the most, {most}"),
                "say the smaller number first",
            ),
            [1, 1] => return None,
            [least, most] if def.from == def.to => return Some([least, most]),
            [_, _] => (
                &registry::RELATION_DOES_NOT_FIT,
                format!(
                    "`{}` leads from `{}` to `{}`, and so cannot be walked again",
                    def.name, def.from, def.to
                ),
                "walk it once, or a relation between instances of one type",
            ),
            _ => (
                &registry::WRONG_ARITY,
                format!(
                    "{} numbers of hops are said, and it takes two",
                    numbers.len()
                ),
                "say the fewest and the most",
            ),
        };
        self.report(rule, said.span, |_, finding| {
            let finding = finding.explain(message, help);
            finding.on(Topic::Number(Number::Hops))
        });
        None
    }
}

//! Groups of random intents that filters compare with.

use cmec_decoder::language::{Operator, Part, Scenario};
use cmec_decoder::tables::FieldDef;

use super::{Maker, list, quote};

/// What the group is called.
const NAME: &str = "m";

impl<'t> Maker<'t, '_, '_> {
    /// A filter, and the group it compares with; `None` where the intent has nothing to compare.
    pub(super) fn compared(&mut self, scenario: Scenario, hops: usize) -> Option<[String; 2]> {
        let row = self.tables.scenario(scenario)?;
        let may = scenario != Scenario::SetOps && row.may_have(Part::Groups);
        if !may || !self.dice.one_in(3) {
            return None;
        }
        let targets = self.parts.iter().any(|part| part.starts_with("\"tg\""));
        if hops == 0 && targets && self.dice.one_in(3) {
            return Some(self.membership());
        }
        let can = |field: &FieldDef, operator| {
            field.measure().is_some() && field.operators.contains(&operator)
        };
        let listed = self.fields(|field| can(field, Operator::In));
        let ordered =
            self.fields(|field| can(field, Operator::Gt) && field.value_type.is_ordered());
        if !ordered.is_empty() && self.dice.one_in(2) {
            return Some(self.larger(self.of(&ordered)?));
        }
        Some(self.among(self.of(&listed)?))
    }

    fn of(&self, fields: &[&'t FieldDef]) -> Option<&'t FieldDef> {
        fields.first().copied()
    }

    /// Instances of the target among others, or not among them.
    fn membership(&mut self) -> [String; 2] {
        let own = quote(self.types[0]);
        let operator = *self.dice.from(&["IN", "NI"]);
        let rows = match self.dice.one_in(2) {
            true => ",\"pg\":{\"lim\":5}".to_owned(),
            false => String::new(),
        };
        let group = format!("{{\"n\":\"{NAME}\",\"tg\":[{own}]{rows}}}");
        let filter = format!("{{\"f\":{own},\"op\":\"{operator}\",\"g\":\"&{NAME}\"}}");
        [filter, group]
    }

    /// A value that is larger or smaller than a number over instances.
    fn larger(&mut self, field: &FieldDef) -> [String; 2] {
        let (code, of) = (quote(&field.code), quote(&field.type_name));
        let can = |operator: &&&str| field.operators.iter().any(|own| own.code() == **operator);
        let operators: Vec<&str> = ["LT", "LE", "GT", "GE"]
            .iter()
            .filter(can)
            .copied()
            .collect();
        let operator = *self.dice.from(&operators);
        let function = *self.dice.from(&["MIN", "MAX"]);
        let one = match self.dice.one_in(2) {
            true => format!("\"agg\":{{\"m\":[{{\"fn\":\"{function}\",\"f\":{code}}}]}}"),
            false => format!("\"A\":[{code}],\"pg\":{{\"lim\":1}}"),
        };
        let group = format!("{{\"n\":\"{NAME}\",\"tg\":[{of}],{one}}}");
        let filter = format!("{{\"f\":{code},\"op\":\"{operator}\",\"g\":\"&{NAME}\"}}");
        [filter, group]
    }

    /// A value that is among those of instances.
    fn among(&mut self, field: &FieldDef) -> [String; 2] {
        let (code, of) = (quote(&field.code), quote(&field.type_name));
        let entity = match self.dice.one_in(3) {
            true => format!(
                ",\"E\":{}",
                list(&[format!("{{\"txt\":\"X\",\"ty\":{of}}}")])
            ),
            false => String::new(),
        };
        let group = format!("{{\"n\":\"{NAME}\",\"tg\":[{of}]{entity},\"A\":[{code}]}}");
        let operator = *self.dice.from(&["IN", "NI"]);
        let can = field.operators.iter().any(|own| own.code() == operator);
        let operator = if can { operator } else { "IN" };
        let filter = format!("{{\"f\":{code},\"op\":\"{operator}\",\"g\":\"&{NAME}\"}}");
        [filter, group]
    }
}

//! The fields that paths of a contract read, and the types, units and labels of derived ones.

use std::borrow::Cow;
use std::sync::LazyLock;

use crate::language::{Call, Derivation, Operator, given_names};
use crate::tables::{Column, FieldDef, Kind, Label, Measure, Tables, ValueNames};

/// The reason why a derivation does not accept its operands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OperandError {
    /// The number of operands is wrong.
    Arity,
    /// The operand at this index has values of an unsuitable type.
    Values(usize),
    /// The units of the operands differ.
    Units,
}

impl Derivation {
    /// The kind of the derived values.
    ///
    /// # Errors
    ///
    /// If the derivation does not accept the operands.
    pub fn kind<'t>(self, of: &[Kind<'t>]) -> Result<Kind<'t>, OperandError> {
        if of.len() != self.arity() {
            return Err(OperandError::Arity);
        }
        let fits = |kind: &Kind<'_>| self.fits(kind.value_type) && !kind.several;
        if let Some(at) = of.iter().position(|kind| !fits(kind)) {
            return Err(OperandError::Values(at));
        }
        let unit = match of {
            [first, second] if self.is_arithmetic() => self.unit(&first.unit, &second.unit)?,
            _ => None,
        };
        Ok(Kind {
            value_type: self.gives(),
            unit,
            several: false,
        })
    }

    /// The unit of a number derived from two.
    fn unit<'t>(
        self,
        first: &Option<Cow<'t, str>>,
        second: &Option<Cow<'t, str>>,
    ) -> Result<Option<Cow<'t, str>>, OperandError> {
        match (self, first, second) {
            (Self::Divide, first, second) if first == second => Ok(None),
            (Self::Divide, first, None) => Ok(first.clone()),
            (Self::Divide, first, Some(second)) => {
                let first = first.as_deref().unwrap_or("1");
                Ok(Some(Cow::Owned(format!("{first}/{second}"))))
            }
            (Self::Multiply, Some(_), Some(_)) => Err(OperandError::Units),
            (Self::Multiply, first, second) => Ok(first.clone().or(second.clone())),
            (_, first, second) if first == second => Ok(first.clone()),
            _ => Err(OperandError::Units),
        }
    }

    /// A field with values of the derived type, for its operators, order and labels. It has no code and no type.
    #[must_use]
    pub fn field(self) -> &'static FieldDef {
        known_field(self)
    }
}

fn field(derivation: Derivation) -> FieldDef {
    let name = Cow::Borrowed(derivation.mark());
    let gives = derivation.gives();
    FieldDef {
        code: Cow::Borrowed(""),
        path: name.clone(),
        type_name: Cow::Borrowed(""),
        name,
        alias: None,
        sql: None,
        value_type: gives,
        values: Cow::Borrowed(&[]),
        value_names: ValueNames::default(),
        reference: None,
        array: false,
        unit: None,
        operators: Cow::Owned(Operator::fitting(gives, false).collect()),
        sortable: true,
        groupable: true,
        ordered: false,
        folded: false,
        labels: Cow::Borrowed(labels(derivation)),
        description: Cow::Borrowed(""),
        deprecated: None,
    }
}

const fn label(language: &'static str, text: &'static str) -> Label {
    Label {
        language: Cow::Borrowed(language),
        text: Cow::Borrowed(text),
        synonyms: Cow::Borrowed(&[]),
    }
}

macro_rules! labels {
    ($($derivation:ident $zh:literal $ru:literal $en:literal;)+) => {
        /// The labels of a derivation.
        pub(crate) const fn labels(derivation: Derivation) -> &'static [Label] {
            match derivation {
                $(Derivation::$derivation => const { &[label("zh", $zh), label("ru", $ru), label("en", $en)] },)+
            }
        }

        /// The field of each derivation, built once.
        fn known_field(derivation: Derivation) -> &'static FieldDef {
            match derivation {
                $(Derivation::$derivation => {
                    static FIELD: LazyLock<FieldDef> = LazyLock::new(|| field(Derivation::$derivation));
                    &FIELD
                })+
            }
        }
    };
}

labels! {
    Add "之和" "сумма двух полей" "sum of two fields";
    Subtract "之差" "разность" "difference";
    Multiply "之积" "произведение" "product";
    Divide "比率" "отношение" "ratio";
    Year "年份" "год" "year";
    Quarter "季度" "квартал" "quarter";
    Month "月份" "месяц" "month";
    Week "周" "неделя" "week";
    Day "日期" "день" "day";
    Hour "小时" "час" "hour";
    MonthOf "第几月" "номер месяца" "number of the month";
    DayOf "第几日" "число месяца" "day of the month";
    Weekday "星期几" "день недели" "day of the week";
    HourOf "几点" "час суток" "hour of the day";
    Length "长度" "длина" "length";
    Days "相隔天数" "число дней между датами" "days between";
}

impl Tables {
    /// The kind of the values at a path, of a field or derived.
    #[must_use]
    pub fn kind(&self, path: &str) -> Option<Kind<'_>> {
        let Some(call) = Call::read(path) else {
            return self.field_read(path).map(Kind::of);
        };
        let of = call.of.iter().map(|path| self.kind(path));
        let of: Vec<Kind<'_>> = of.collect::<Option<_>>()?;
        Derivation::from_name(call.name)?.kind(&of).ok()
    }

    /// The field with this path, or the type with this name, at any variable. A derived field is represented by a field
    /// with values of its type.
    #[must_use]
    pub fn column(&self, path: &str) -> Option<Column<'_>> {
        let field = self.field_read(path).map(Column::Field);
        let (_, read) = given_names::at_place(path);
        field.or_else(|| self.type_by_name(read).map(|def| Column::Type(&def.name)))
    }

    /// The field that a path of a contract reads, at any variable. A derived field is represented by a field with
    /// values of its type.
    #[must_use]
    pub fn field_read(&self, path: &str) -> Option<&FieldDef> {
        let (_, read) = given_names::at_place(path);
        self.field_by_path(read).or_else(|| {
            let derivation = Derivation::from_name(Call::read(path)?.name)?;
            self.kind(path)?;
            Some(derivation.field())
        })
    }

    /// The measure of the values at a path; `None` if they cannot be compared.
    #[must_use]
    pub fn measure(&self, path: &str) -> Option<Measure<'_>> {
        match Call::read(path) {
            None => self.field_read(path)?.measure(),
            Some(_) => Some(Measure::of_kind(self.kind(path)?)),
        }
    }

    /// The display name of a column: the name of a field or type, an alias without its mark, or a derivation with the
    /// names of its operands.
    #[must_use]
    pub fn called<'p>(&'p self, path: &'p str) -> Option<Cow<'p, str>> {
        let Some(call) = Call::read(path) else {
            return Some(Cow::Borrowed(match given_names::metric(path) {
                Some(name) => name,
                None => match self.metric_by_name(path) {
                    Some(metric) => &metric.name,
                    None => self.column(path)?.name(),
                },
            }));
        };
        let mark = Derivation::from_name(call.name)?.mark();
        let of = call.of.iter().map(|path| self.called(path));
        let of: Vec<Cow<'p, str>> = of.collect::<Option<_>>()?;
        Some(Cow::Owned(format!("{mark}_{}", of.join("_"))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::ValueType;

    fn number(unit: &str) -> Kind<'_> {
        Kind {
            value_type: ValueType::Decimal,
            unit: (!unit.is_empty()).then_some(Cow::Borrowed(unit)),
            several: false,
        }
    }

    #[test]
    fn units_follow_the_numbers() {
        for (derivation, first, second, unit) in [
            (Derivation::Add, "RUB", "RUB", Some("RUB")),
            (Derivation::Subtract, "RUB", "pcs", None),
            (Derivation::Subtract, "RUB", "", None),
            (Derivation::Multiply, "RUB", "", Some("RUB")),
            (Derivation::Multiply, "RUB", "pcs", None),
            (Derivation::Divide, "RUB", "RUB", Some("")),
            (Derivation::Divide, "RUB", "", Some("RUB")),
            (Derivation::Divide, "RUB", "pcs", Some("RUB/pcs")),
            (Derivation::Divide, "", "pcs", Some("1/pcs")),
        ] {
            let kind = derivation.kind(&[number(first), number(second)]);
            let found = kind
                .ok()
                .map(|kind| kind.unit.unwrap_or_default().into_owned());
            assert_eq!(found.as_deref(), unit, "{derivation:?} {first} {second}");
        }
    }

    #[test]
    fn each_derivation_has_a_field_of_the_type_it_gives() {
        for derivation in Derivation::ALL {
            let field = derivation.field();
            assert_eq!(field.value_type, derivation.gives());
            assert_eq!(field.path, derivation.mark());
            assert!(!field.operators.is_empty(), "{derivation:?}");
        }
    }
}

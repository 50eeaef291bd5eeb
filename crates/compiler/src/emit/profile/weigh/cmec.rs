//! The weight of the cMEC of one codebook.

use cmec_decoder::tables::Tables;
use cmec_decoder::vocabulary::{
    Direction, Function, Operator, Order, Output, QuestionKind, Scenario, SetOperator,
};

use super::fields::Fields;
use crate::emit::profile::References;
use crate::emit::profile::weight::{Scale, Tally, Weight};
use crate::emit::schema::HAVING;

/// A text, a number, a yes or no.
const PLAIN: Option<Weight> = Some(Weight::NOTHING);

/// The codes of a vocabulary list.
macro_rules! codes {
    ($list:expr) => {
        Some(Tally::of($list.iter().map(|member| member.code())).one_of())
    };
}

/// Linear in the tables.
pub(in crate::emit::profile) fn cmec(tables: &Tables, scale: Scale) -> Weight {
    let fields = Fields::of(tables);
    let filter = fields.filter(scale);
    let side = Weight::any_of([PLAIN, scale.nested()]);
    let meant = scale.reference(side);
    let set = scale.object(
        &["l", "op", "r"],
        [("l", meant), ("op", codes!(SetOperator::ALL)), ("r", meant)],
    );
    let parts = Parts {
        scale,
        types: Some(Tally::of(tables.types.iter().map(|ty| ty.name.as_ref())).one_of()),
        relations: Tally::of(tables.relations.iter().map(|def| def.code.as_ref())).some_of(),
        corpora: match tables.corpora.len() {
            0 => PLAIN,
            _ => Some(Tally::of(tables.corpora.iter().map(AsRef::as_ref)).one_of()),
        },
        filters: Weight::list(scale.reference(filter)),
        page: scale.object(&[], [("lim", PLAIN), ("off", PLAIN)]),
        set,
        fields,
    };
    let mut whole = parts.whole();
    if scale.references == References::Kept {
        whole.define("filter", filter);
        whole.define("page", Some(parts.page));
        whole.define("set", Some(set));
        whole.define("side", side);
    }
    whole
}

/// What stands in more places than one.
struct Parts {
    scale: Scale,
    types: Option<Weight>,
    relations: Option<Weight>,
    corpora: Option<Weight>,
    filters: Option<Weight>,
    page: Weight,
    set: Weight,
    fields: Fields,
}

impl Parts {
    fn whole(&self) -> Weight {
        let object = |required: &[&str], properties: &[(&'static str, Option<Weight>)]| {
            Some(self.scale.object(required, properties.iter().copied()))
        };
        let entity = object(
            &["txt"],
            &[("txt", PLAIN), ("ty", self.types), ("id", PLAIN)],
        );
        let end = Weight::any_of([Some(Tally::of(["target"]).one_of()), PLAIN]);
        let relation = self.relations.and_then(|codes| {
            let direction = codes!(Direction::ALL);
            object(
                &["r"],
                &[
                    ("r", Some(codes)),
                    ("dir", direction),
                    ("fr", end),
                    ("to", end),
                ],
            )
        });
        let question = object(&["q"], &[("q", PLAIN), ("opt", PLAIN)]);
        self.scale.object(
            &["s"],
            [
                ("s", codes!(Scenario::ALL)),
                ("o", codes!(Output::ALL)),
                ("tg", Weight::list(self.types)),
                ("E", Weight::list(entity)),
                ("R", Weight::list(relation)),
                ("A", Weight::list(self.fields.all.some_of())),
                ("C", Some(self.constraints())),
                ("G", Some(self.graph())),
                ("Q", Some(self.retrieval())),
                ("X", question),
            ],
        )
    }

    fn constraints(&self) -> Weight {
        let scale = self.scale;
        let order = codes!(Order::ALL);
        let page = scale.reference(Some(self.page));
        let sort = (self.fields.sortable.some_of())
            .map(|field| scale.object(&["f"], [("f", Some(field)), ("ord", order)]));
        let sort_metric = scale.object(&["by"], [("by", PLAIN), ("ord", order)]);
        let group = scale.object(
            &["n"],
            [
                ("n", PLAIN),
                ("tg", Weight::list(self.types)),
                ("flt", self.filters),
            ],
        );
        let aggregation = scale.object(
            &["m"],
            [
                ("m", Weight::list(self.metrics())),
                ("by", Weight::list(self.fields.groupable.some_of())),
                ("hav", Some(self.having())),
                ("srt", Some(sort_metric)),
                ("pg", page),
            ],
        );
        scale.object(
            &[],
            [
                ("flt", self.filters),
                ("srt", Weight::list(sort)),
                ("pg", page),
                ("agg", Some(aggregation)),
                ("grp", Some(group)),
                ("set", scale.reference(Some(self.set))),
            ],
        )
    }

    fn having(&self) -> Weight {
        let properties = [
            ("m", PLAIN),
            ("op", codes!(HAVING)),
            ("v", Some(Weight::SEVERAL_TYPES)),
        ];
        self.scale.object(&["m", "op", "v"], properties)
    }

    fn metrics(&self) -> Option<Weight> {
        let shape = |functions: &[Function], fields: Option<Weight>, required: &[&str]| {
            let properties = [("fn", codes!(functions)), ("f", fields), ("as", PLAIN)];
            self.scale.object(required, properties)
        };
        let all = self.fields.all.some_of();
        let over = |functions: &[Function], fields: Option<Weight>| {
            fields.map(|fields| shape(functions, Some(fields), &["fn", "f"]))
        };
        Weight::any_of([
            Some(shape(&[Function::Count], all, &["fn"])),
            over(&[Function::CountDistinct], all),
            over(
                &[Function::Sum, Function::Avg],
                self.fields.numbers.some_of(),
            ),
            over(
                &[Function::Min, Function::Max],
                self.fields.ordered.some_of(),
            ),
        ])
    }

    fn graph(&self) -> Weight {
        let list = Weight::list(self.relations);
        let path = [
            ("src", PLAIN),
            ("tg", Weight::list(self.types)),
            ("hop", PLAIN),
            ("rel", list),
        ];
        let path = self.scale.object(&[], path);
        let graph = [
            ("dir", codes!(Direction::ALL)),
            ("dep", PLAIN),
            ("rel", list),
            ("path", Some(path)),
        ];
        self.scale.object(&[], graph)
    }

    fn retrieval(&self) -> Weight {
        let properties = [
            ("txt", PLAIN),
            ("cor", Weight::list(self.corpora)),
            ("k", PLAIN),
            ("rr", PLAIN),
            ("kd", codes!(QuestionKind::ALL)),
            ("tag", PLAIN),
            ("prj", PLAIN),
        ];
        self.scale.object(&[], properties)
    }
}

/// The operators of a shape, in codes.
pub(super) fn operators(operators: &[Operator]) -> Option<Weight> {
    codes!(operators)
}

//! The parts of an intent that a scenario can require or forbid.

use super::vocabulary;

vocabulary! {
    /// A part of an intent that a scenario can require or forbid.
    Part {
        /// `tg`: a target type.
        TargetType = "target_type" / "tg",
        /// `E`: an entity.
        Entity = "entity" / "E",
        /// Two ends: two entities, or an entity and a target type.
        TwoEnds = "two_ends" / "E+tg",
        /// `R`: a relation.
        Relation = "relation" / "R",
        /// `A`: attributes.
        Attributes = "attributes" / "A",
        /// `C.flt`: a filter.
        Filter = "filter" / "C.flt",
        /// `C.srt`: a sort.
        Sort = "sort" / "C.srt",
        /// `C.pg`: a page.
        Page = "page" / "C.pg",
        /// `C.agg`: a metric.
        Metric = "metric" / "C.agg",
        /// `C.grp`: named groups.
        Groups = "groups" / "C.grp",
        /// `C.set`: a set operation.
        Set = "set" / "C.set",
        /// `G`: graph parameters.
        Graph = "graph" / "G",
        /// `G.path`: a path.
        Path = "path" / "G.path",
        /// `Q`: retrieval parameters.
        Retrieval = "retrieval" / "Q",
        /// `Q.txt`: the text to look for.
        QueryText = "query_text" / "Q.txt",
        /// `X`: a question back to the person.
        Question = "question" / "X",
    }
}

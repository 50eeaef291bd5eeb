//! Closed lists that need no more than a name and a code.

use super::vocabulary;

vocabulary! {
    /// What the answer consists of.
    Output {
        /// Instances of a type.
        Instances = "instances" / "INST",
        /// Relations.
        Relations = "relations" / "REL",
        /// Attribute values.
        Attributes = "attributes" / "ATTR",
        /// Nodes and edges.
        Subgraph = "subgraph" / "SUBG",
        /// Pieces of text.
        Texts = "texts" / "TEXT",
        /// Yes or no.
        Existence = "existence" / "EXIST",
    }
}

vocabulary! {
    /// Sort order.
    Order {
        /// Smallest first.
        Asc = "asc" / "A",
        /// Largest first.
        Desc = "desc" / "D",
    }
}

vocabulary! {
    /// Direction of a relation, seen from where the hop starts.
    Direction {
        /// Along the relation.
        Out = "out" / "O",
        /// Against it.
        In = "in" / "I",
        /// Either way.
        Both = "both" / "B",
    }
}

vocabulary! {
    /// Operation on two sets.
    SetOperator {
        /// In either.
        Union = "union" / "UNI",
        /// In both.
        Intersect = "intersect" / "INT",
        /// In the left and not in the right.
        Except = "except" / "EXC",
    }
}

vocabulary! {
    /// Kind of question put to the text index (`kd` in cMEC, written by its name).
    QuestionKind {
        /// What or who is it.
        Definition = "definition" / "definition",
        /// Why was it decided so.
        Decision = "decision" / "decision",
        /// How is it done.
        Pattern = "pattern" / "pattern",
        /// Where is the boundary, how are things connected.
        Context = "context" / "context",
        /// Architecture and philosophy at once.
        Architect = "architect" / "architect",
    }
}

vocabulary! {
    /// Depth of retrieval (`md` in cMEC, written by its name).
    RetrievalMode {
        /// Few, exact.
        Fast = "fast" / "fast",
        /// Many.
        Deep = "deep" / "deep",
        /// Broad, overview texts first.
        Architect = "architect" / "architect",
    }
}

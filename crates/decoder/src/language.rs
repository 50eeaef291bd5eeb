//! The contract language: all words and forms, each defined once.
//!
//! Scenarios, parts, objects with their keys, operators and the other closed lists are defined only here. Readers, the
//! stream, the encoder, the schemas, the costs of provider profiles, the prompt card and `codebook/core.yaml` use these
//! tables or are generated from them. Files of this folder import no other module of the crate.

pub mod call;
pub mod derivation;
pub mod function;
pub mod given_names;
pub mod key;
pub mod limits;
pub mod list;
pub mod member;
pub mod object;
pub mod operator;
pub mod part;
pub mod relative_day;
pub mod scenario;
pub mod value_type;

pub use self::call::Call;
pub use self::derivation::{DERIVATION_LEVELS, Derivation};
pub use self::function::Function;
pub use self::key::Key;
pub use self::limits::{GROUP_LEVELS, Limits};
pub use self::list::{Direction, Order, Output, QuestionKind, RetrievalMode, SetOperator};
pub use self::member::{Cap, Count, FieldUse, Holds, Member, NamingStyle, Need, Object, Role};
pub use self::operator::{Arity, Operator};
pub use self::part::Part;
pub use self::relative_day::{CalendarUnit, RelativeDay};
pub use self::scenario::{Requirement, SCENARIOS, Scenario, ScenarioDef};
pub use self::value_type::ValueType;

/// Defines a closed list. Contracts use the long name, cMEC the short code.
macro_rules! vocabulary {
    ($(#[$doc:meta])* $list:ident { $($(#[doc = $about:literal])* $member:ident = $name:literal / $code:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, bounded_static::ToStatic, serde::Serialize, serde::Deserialize)]
        pub enum $list {
            $($(#[doc = $about])* #[serde(rename = $name)] $member,)+
        }

        impl $list {
            /// Every member, in the order of the core codebook.
            pub const ALL: &'static [Self] = &[$(Self::$member,)+];

            /// The long name, as written in contracts.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$member => $name,)+ }
            }

            /// What it means, in a sentence, with spaces around it.
            #[must_use]
            pub const fn about(self) -> &'static str {
                match self { $(Self::$member => concat!($($about),*),)+ }
            }

            /// The short code, as written in cMEC.
            #[must_use]
            pub const fn code(self) -> &'static str {
                match self { $(Self::$member => $code,)+ }
            }

            /// The name of the Rust variant; the emitter of typed codes writes it.
            #[must_use]
            pub const fn variant(self) -> &'static str {
                match self { $(Self::$member => stringify!($member),)+ }
            }

            /// The member with this short code.
            #[must_use]
            pub fn from_code(code: &str) -> Option<Self> {
                match code { $($code => Some(Self::$member),)+ _ => None }
            }

            /// The member with this long name.
            #[must_use]
            pub fn from_name(name: &str) -> Option<Self> {
                match name { $($name => Some(Self::$member),)+ _ => None }
            }
        }
    };
}
use vocabulary;

/// A closed list of the core codebook: its name, and the code and name of each member.
pub type ClosedList = (&'static str, Vec<(&'static str, &'static str)>);

macro_rules! lists {
    ($($name:literal $list:ident)+) => {
        /// The closed lists, as the core codebook says them.
        #[must_use]
        pub fn lists() -> Vec<ClosedList> {
            vec![$((
                $name,
                $list::ALL.iter().map(|member| (member.code(), member.name())).collect(),
            ),)+]
        }
    };
}

lists! {
    "scenarios" Scenario
    "outputs" Output
    "operators" Operator
    "orders" Order
    "directions" Direction
    "functions" Function
    "derivations" Derivation
    "set_operators" SetOperator
    "question_kinds" QuestionKind
    "retrieval_modes" RetrievalMode
}

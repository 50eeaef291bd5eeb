//! Why a part of a contract, or the whole of it, reaches no recipe.

use std::fmt;

use serde::Serialize;

macro_rules! reasons {
    ($($reason:ident $text:literal)+) => {
        /// Why it is set aside. Its text is what `limitations` and the envelope say behind the part's name.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
        pub enum SetAside {
            $(#[doc = $text] #[serde(rename = $text)] $reason,)+
        }

        impl SetAside {
            /// The reason with a text.
            #[must_use]
            pub fn of_text(text: &str) -> Option<Self> {
                match text { $($text => Some(Self::$reason),)+ _ => None }
            }

            /// Its text.
            #[must_use]
            pub const fn text(self) -> &'static str {
                match self { $(Self::$reason => $text,)+ }
            }
        }
    };
}

reasons! {
    NotSaid "required and not said"
    UnknownFilter "the recipe does not know this filter"
    NoType "without a type it names no filter"
    OtherType "entities of this type are no filter"
    NoRecipe "no recipe answers it"
    SeveralQuestions "several questions at once are not run"
    Blank "its value is blank"
    SaidTwice "it is said twice"
    NoSuchPart "recipes have no such part"
    Identifier "anchors are confirmed by name or number"
    NotTwoDates "a period is two dates"
    NotBounds "a period is said with BT, GE or LE"
    NotText "recipes compare texts and dates only"
    NotEqual "recipes compare with EQ only"
    OtherOrder "recipes sort by period only"
}

impl fmt::Display for SetAside {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

//! The form of the table of rules.

macro_rules! rules {
    ($($rule:ident $id:literal $slug:literal $severity:ident {
        what: $what:literal, why: $why:literal, example: $example:literal, instead: $instead:literal,
    })+ $(@$group:ident { $($(#[$own_doc:meta])+ $own:ident = $doc:ident,)+ })+) => {
        /// A rule of the compiler.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Rule {
            $(#[doc = $what] $rule,)+
            $($($(#[$own_doc])+ $own,)+)+
        }

        static DOCS: &[RuleDoc] = &[$(*Rule::$rule.doc(),)+ $($(*Rule::$own.doc(),)+)+];

        impl Rule {
            /// What the rule is about.
            #[must_use]
            pub const fn doc(self) -> &'static RuleDoc {
                match self {
                    $(Self::$rule => &RuleDoc {
                        id: $id, slug: $slug, severity: Severity::$severity,
                        what: $what, why: $why, example: $example, instead: $instead,
                    },)+
                    $($(Self::$own => &$group::$doc,)+)+
                }
            }
        }
    };
}

pub(super) use rules;

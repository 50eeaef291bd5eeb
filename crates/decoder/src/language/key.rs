//! The short keys of cMEC, each once, in whatever objects it stands.

use crate::code::pack;

macro_rules! keys {
    ($($key:ident $text:literal $(in_line $keyword:literal $(or $other:literal)?)?,)*) => {
        /// A key of cMEC, in any of its objects.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Key {
            $(#[doc = concat!("`", $text, "`")] $key,)*
        }

        impl Key {
            /// Every key.
            pub const ALL: &'static [Self] = &[$(Self::$key,)*];

            /// As it is written.
            #[inline]
            #[must_use]
            pub const fn text(self) -> &'static str {
                match self { $(Self::$key => $text,)* }
            }

            /// Its text as one number: every key is short.
            #[inline(always)]
            pub(crate) const fn packed(self) -> u64 {
                match self { $(Self::$key => const { pack($text.as_bytes()) },)* }
            }

            /// How a line says it: by the keyword that stands before what it holds, where it has one.
            #[must_use]
            pub const fn in_line(self) -> &'static str {
                match self { $($(Self::$key => $keyword,)?)* _ => self.text() }
            }

            /// The other keyword that is read in its place, where there is one.
            #[must_use]
            pub const fn other_in_line(self) -> Option<&'static str> {
                match self { $($($(Self::$key => Some($other),)?)?)* _ => None }
            }

            /// The key that a keyword of the line says.
            #[must_use]
            pub fn of_keyword(word: &str) -> Option<Self> {
                match word { $($($keyword $(| $other)? => Some(Self::$key),)?)* _ => None }
            }
        }
    };
}

keys! {
    S "s",
    O "o",
    Tg "tg",
    E "E",
    R "R",
    A "A",
    C "C",
    G "G",
    Q "Q",
    X "X",
    Txt "txt",
    Ty "ty",
    Id "id",
    Rel1 "r",
    Or "or",
    Dir "dir",
    Fr "fr",
    To "to",
    No "no",
    Flt "flt",
    Srt "srt",
    Pg "pg",
    Agg "agg",
    Grp "grp",
    Set "set",
    F "f",
    Op "op",
    V "v",
    Vf "vf",
    Gr "g",
    Any "any",
    Ord "ord",
    Lim "lim" in_line "limit" or "top",
    Off "off",
    Per "per" in_line "per",
    M "m",
    By "by" in_line "by",
    Hav "hav" in_line "having",
    Fn "fn",
    As "as",
    N "n",
    L "l",
    Dep "dep",
    Rel "rel",
    Path "path",
    Src "src",
    Hop "hop",
    Cor "cor",
    K "k",
    Rr "rr" in_line "rerank",
    Kd "kd",
    Md "md",
    Tag "tag",
    Prj "prj",
    Qq "q",
    Opt "opt",
}

//! The short keys of cMEC, each once, in whatever objects it stands.

macro_rules! keys {
    ($($key:ident $text:literal,)*) => {
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

            /// The key with this text.
            #[inline]
            pub(crate) fn from_text(text: &str) -> Option<Self> {
                #[allow(non_upper_case_globals, reason = "named as the keys")]
                mod texts {
                    $(pub(super) const $key: &[u8] = $text.as_bytes();)*
                }
                // Bytes are told apart one by one, texts each as a whole.
                match text.as_bytes() { $(texts::$key => Some(Self::$key),)* _ => None }
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
    Lim "lim",
    Off "off",
    Per "per",
    M "m",
    By "by",
    Hav "hav",
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
    Rr "rr",
    Kd "kd",
    Md "md",
    Tag "tag",
    Prj "prj",
    Qq "q",
    Opt "opt",
}

#[cfg(test)]
mod tests {
    use super::Key;

    #[test]
    fn every_key_is_told_by_its_text() {
        for key in Key::ALL {
            assert_eq!(Key::from_text(key.text()), Some(*key));
        }
        for text in ["", "S", "paths", "s\0", "tg\0\0"] {
            assert_eq!(Key::from_text(text), None, "{text}");
        }
    }
}

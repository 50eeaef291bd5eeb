//! The catalogues of the built-in domains. `cargo xtask codegen` writes their files.

use std::sync::LazyLock;

use crate::catalogue::Catalogue;

macro_rules! domains {
    ($($name:literal)+) => {
        /// The catalogue of a built-in domain, parsed from its file at the first call.
        #[must_use]
        pub fn builtin(name: &str) -> Option<&'static Catalogue> {
            match name {
                $($name => {
                    static LOADED: LazyLock<Option<Catalogue>> = LazyLock::new(|| {
                        let file = include_str!(concat!("../tables/", $name, ".json"));
                        Catalogue::from_compiled(file).ok()
                    });
                    LOADED.as_ref()
                })+
                _ => None,
            }
        }
    };
}

domains!("address" "enterprise" "mind" "wine");

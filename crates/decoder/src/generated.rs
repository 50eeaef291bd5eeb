//! The built-in domains. `cargo xtask codegen` writes their table files.

#[cfg(feature = "builtin")]
use std::sync::LazyLock;

#[cfg(feature = "builtin")]
use crate::tables::Tables;

macro_rules! domains {
    ($($name:literal)+) => {
        /// Names of the built-in domains, sorted.
        pub const DOMAINS: &[&str] = &[$($name),+];

        /// The tables of a built-in domain, read from its table file at the first call.
        #[cfg(feature = "builtin")]
        #[must_use]
        pub fn builtin(name: &str) -> Option<&'static Tables> {
            match name {
                $($name => {
                    static LOADED: LazyLock<Option<Tables>> = LazyLock::new(|| {
                        let file = include_str!(concat!("../tables/", $name, ".json"));
                        Tables::from_compiled(file).ok()
                    });
                    LOADED.as_ref()
                })+
                _ => None,
            }
        }
    };
}

domains!("address" "enterprise" "mind" "wine");

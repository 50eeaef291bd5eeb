//! What is said of an output beside its findings.

use cmec_decoder::finding::registry;

use super::record::Record;

/// One remark, on the whole output.
pub(super) struct Remark<'a> {
    pub(super) about: About,
    pub(super) text: &'a str,
}

/// What a remark is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum About {
    /// The model asks back.
    Question,
    /// An argument of a tool was ignored.
    Ignored,
    /// The output says something that the codebook calls deprecated.
    Deprecated,
}

impl About {
    /// Those that no finding of the decoder stands for.
    pub(super) const WITHOUT_FINDING: [Self; 2] = [Self::Ignored, Self::Deprecated];

    /// The id of its rule in a report that has rules.
    pub(super) const fn rule(self) -> &'static str {
        match self {
            Self::Question => registry::MODEL_ASKED.id,
            Self::Ignored => "ignored-argument",
            Self::Deprecated => "deprecated",
        }
    }

    /// What stands before its text.
    pub(super) const fn title(self) -> &'static str {
        match self {
            Self::Question => "the model asks",
            Self::Ignored => "ignored",
            Self::Deprecated => "warning",
        }
    }

    /// What its rule says in a report that has rules.
    pub(super) const fn what(self) -> &'static str {
        match self {
            Self::Question => registry::MODEL_ASKED.what,
            Self::Ignored => "an argument of a tool was ignored",
            Self::Deprecated => "the codebook calls this deprecated",
        }
    }
}

impl Record<'_> {
    /// The remarks, the question first.
    pub(super) fn remarks(&self) -> impl Iterator<Item = Remark<'_>> {
        let about = |about| move |text| Remark { about, text };
        (self
            .question
            .as_deref()
            .into_iter()
            .map(about(About::Question)))
        .chain(
            self.dropped
                .iter()
                .map(String::as_str)
                .map(about(About::Ignored)),
        )
        .chain(
            self.deprecated
                .iter()
                .map(String::as_str)
                .map(about(About::Deprecated)),
        )
    }
}

//! The stages of an answer.

use serde::Serialize;

use super::wording::Words;

/// Stages, in the order they are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Stage {
    /// Reading of the text.
    Read,
    /// Planning of queries.
    Plan,
    /// Choice of a recipe.
    Decompose,
    /// Confirmation of anchors.
    Resolve,
    /// Request for rows.
    Execute,
    /// Check of rows against the recipe.
    Rows,
    /// Writing of the answer.
    Compose,
}

impl Stage {
    pub(super) const fn title(self) -> Words {
        match self {
            Self::Read => ["读取", "Текст прочитан", "The text was read"],
            Self::Plan => [
                "制定查询",
                "Составлен план и выполнен",
                "A plan was made and run",
            ],
            Self::Decompose => [
                "选择配方",
                "Подобран рецепт или нет",
                "A recipe was chosen or not",
            ],
            Self::Resolve => [
                "确认锚点",
                "Якорь подтверждён или нет",
                "The anchor was confirmed or not",
            ],
            Self::Execute => ["取行", "Запрошены строки", "Rows were asked for"],
            Self::Rows => [
                "核对行",
                "Строки сверены с рецептом",
                "Rows were held against the recipe",
            ],
            Self::Compose => ["作答", "Составлен ответ", "The answer was written"],
        }
    }
}

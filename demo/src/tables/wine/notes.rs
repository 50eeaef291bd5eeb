//! Shop descriptions of wines.

use super::bottle::{Bottle, Kind};

/// A description of two or three sentences.
pub(super) fn description(bottle: &Bottle) -> String {
    let kind = match bottle.kind {
        Kind::Red => "Красное",
        Kind::White => "Белое",
        Kind::Rose => "Розовое",
        Kind::Sparkling => "Игристое",
    };
    let sweetness = match bottle.sweetness {
        "dry" => "сухое",
        "semi_dry" => "полусухое",
        "semi_sweet" => "полусладкое",
        _ => "сладкое",
    };
    let origin = bottle.origin;
    let mut text = format!(
        "{kind} {sweetness} вино. Происхождение: {}, {}.",
        origin.region, origin.country
    );
    if !bottle.grapes.is_empty() {
        text += &format!(" Сорта винограда: {}.", bottle.grapes.join(", "));
    }
    match bottle.oak {
        0 => text += " Выдержка в стальных чанах.",
        months => text += &format!(" Выдержка в дубе: {months} мес."),
    }
    text
}

//! Results with text indexes → results in the order of the texts.

use crate::ports::model_error::ModelError;

/// Sorts results by the index of their text; every text must have exactly one.
pub(crate) fn in_order<Said>(
    said: impl IntoIterator<Item = (usize, Said)>,
    texts: usize,
) -> Result<Vec<Said>, ModelError> {
    let mut places: Vec<Option<Said>> = Vec::new();
    places.resize_with(texts, || None);
    for (index, own) in said {
        let Some(place) = places.get_mut(index) else {
            return Err(ModelError::Malformed(format!(
                "index {index} is beyond the {texts} texts"
            )));
        };
        if place.replace(own).is_some() {
            return Err(ModelError::Malformed(format!("index {index} stands twice")));
        }
    }
    let placed = places.into_iter().enumerate().map(|(index, place)| {
        place.ok_or_else(|| ModelError::Malformed(format!("index {index} is missing")))
    });
    placed.collect()
}

//! Exact nearest-neighbour search: compares every vector of the pieces that pass the predicates.

use tantivy::collector::{Collector, SegmentCollector};
use tantivy::columnar::Column;
use tantivy::{DocAddress, DocId, Score, SegmentOrdinal, SegmentReader};

use super::fields::VECTOR;
use super::vectors::VectorPlace;

/// Collects the pieces with the positions of their vectors.
pub(super) struct Places;

pub(super) struct SegmentPlaces {
    segment: SegmentOrdinal,
    column: Column<u64>,
    places: Vec<(VectorPlace, DocAddress)>,
}

impl Collector for Places {
    type Fruit = Vec<(VectorPlace, DocAddress)>;
    type Child = SegmentPlaces;

    fn for_segment(
        &self,
        segment: SegmentOrdinal,
        reader: &SegmentReader,
    ) -> tantivy::Result<SegmentPlaces> {
        Ok(SegmentPlaces {
            segment,
            column: reader.fast_fields().u64(VECTOR)?,
            places: Vec::new(),
        })
    }

    fn requires_scoring(&self) -> bool {
        false
    }

    fn merge_fruits(&self, segments: Vec<Self::Fruit>) -> tantivy::Result<Self::Fruit> {
        Ok(segments.concat())
    }
}

impl SegmentCollector for SegmentPlaces {
    type Fruit = Vec<(VectorPlace, DocAddress)>;

    fn collect(&mut self, document: DocId, _: Score) {
        if let Some(place) = self.column.first(document) {
            let address = DocAddress::new(self.segment, document);
            self.places.push((VectorPlace::of(place), address));
        }
    }

    fn harvest(self) -> Self::Fruit {
        self.places
    }
}

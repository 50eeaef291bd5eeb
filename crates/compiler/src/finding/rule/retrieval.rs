//! Rules about `retrieval.yaml`.

use super::doc;

doc::table! {
    MISSING_PROFILE "CB080" "missing-profile" Error {
        what: "a kind of question has no profile",
        why: "a request of that kind could not be formed",
        example: "profiles without `context`",
        instead: "a profile for each of the five kinds",
    }
    UNKNOWN_DOCUMENT_TYPE "CB081" "unknown-document-type" Error {
        what: "a document type that `document_types` does not list",
        why: "the filter would match nothing",
        example: "type_in: [definitions]",
        instead: "type_in: [definition]",
    }
    TOP_K_MISFIT "CB082" "top-k-misfit" Error {
        what: "a `top_k` outside its mode's range or over the cap",
        why: "the request would be refused or cut",
        example: "mode fast (3 to 6), top_k: 12",
        instead: "mode fast (3 to 6), top_k: 5",
    }
    CORPUS_COLLISION "CB083" "corpus-collision" Error {
        what: "a corpus has the name of a document type",
        why: "the name would mean two things",
        example: "corpora: {project: [adr]}",
        instead: "corpora: {decisions: [adr]}",
    }
    MISSING_MODE "CB084" "missing-mode" Error {
        what: "a mode has no range",
        why: "a profile of that mode could not be checked",
        example: "modes without `deep`",
        instead: "modes: {deep: {top_k_min: 8, top_k_max: 15}}",
    }
    AMBIGUOUS_PHRASE "CB085" "ambiguous-phrase" Error {
        what: "a phrase belongs to two kinds, or a synonym to two tags",
        why: "which one is meant would depend on order",
        example: "why under `decision` and `pattern`",
        instead: "why under `decision`",
    }
    UNKNOWN_TAG "CB086" "unknown-tag" Error {
        what: "a tag of `projects` or of `broader` that `tags` does not have",
        why: "no question would name it",
        example: "projects: [house]",
        instead: "tags: {house: []} and projects: [house]",
    }
}

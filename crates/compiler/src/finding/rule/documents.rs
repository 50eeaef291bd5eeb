//! Rules about documents of a corpus. A finding excludes its document or value, and the index is still built.

use super::doc;

doc::table! {
    DOCUMENT_NOT_UTF8 "CB160" "document-not-utf8" Warning {
        what: "a document is not UTF-8",
        why: "texts in other encodings would be read as something else",
        example: "a note saved as Windows-1251",
        instead: "the same note saved as UTF-8",
    }
    DOCUMENT_TOO_LARGE "CB161" "document-too-large" Warning {
        what: "a document is larger than is read",
        why: "limits keep the building of an index quick on any input",
        example: "a log of 40 MB saved as `log.md`",
        instead: "a corpus without the log, or a document for each of its parts",
    }
    FRONT_MATTER_MISSING "CB162" "front-matter-missing" Warning {
        what: "a document has no front matter",
        why: "nothing says of what type it is, so no question would find it",
        example: "# Extended mind",
        instead: "a line `---`, a line `type: definition`, a line `---`, and then the text; or `default_types` in `retrieval.yaml`",
    }
    FRONT_MATTER_BROKEN "CB163" "front-matter-broken" Warning {
        what: "the front matter of a document is not YAML as a codebook has it, or has no end",
        why: "what is read of it in part may say the opposite",
        example: "title: Rule 1: no rules",
        instead: "title: \"Rule 1: no rules\"",
    }
    DOCUMENT_TYPE_MISSING "CB164" "document-type-missing" Warning {
        what: "a document has no type",
        why: "each kind of question looks for documents of its types",
        example: "a front matter of `title: Extended mind` alone",
        instead: "title: Extended mind, and below it type: definition; or `default_types` in `retrieval.yaml`",
    }
    DOCUMENT_TYPE_UNLISTED "CB165" "document-type-unlisted" Warning {
        what: "a document has a type that `document_types` does not list",
        why: "no question would find it",
        example: "type: definiton",
        instead: "type: definition",
    }
    DOCUMENT_DAY "CB166" "document-day" Warning {
        what: "the day of a document is no day",
        why: "which day is meant would be a guess; the document stands in the index without one",
        example: "lastmod: 31.05.2024",
        instead: "lastmod: 2024-05-31",
    }
    DOCUMENT_METADATA "CB167" "document-metadata" Warning {
        what: "a key of a document has a value of a shape that it cannot have",
        why: "what is meant would be a guess; the document stands in the index without it, and without its type not at all",
        example: "status: [draft, final]",
        instead: "status: draft",
    }
    DOCUMENT_LINE "CB168" "document-line" Warning {
        what: "a line of JSON Lines is no document",
        why: "the line is left out, and the others are read",
        example: "{\"_id\": \"7\", \"body\": \"…\"}",
        instead: "{\"_id\": \"7\", \"text\": \"…\"}",
    }
}

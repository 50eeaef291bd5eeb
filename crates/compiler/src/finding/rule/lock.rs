//! Rules about `codebook.lock`.

use super::doc;

doc::table! {
    LOCK_DAMAGED "CB090" "lock-damaged" Error {
        what: "`codebook.lock` is not what the compiler wrote",
        why: "the lock proves what was given only while nobody but the compiler writes it",
        example: "a line of codebook.lock changed by hand, or the marks of a merge in it",
        instead: "the lines as they were written, those of both sides of a merge, then `cmec compile`",
    }
    NOT_RESERVED "CB091" "not-reserved" Error {
        what: "a code that was given is gone and not reserved",
        why: "somebody would give it again, and old outputs and caches would mean the new thing",
        example: "F011 deleted from `fields`",
        instead: "F011 deleted from `fields`, reserved: [F011]",
    }
    CODE_MOVED "CB092" "code-moved" Error {
        what: "a code that was given now names something else",
        why: "old outputs would be read without a word as something nobody said",
        example: "F001 was `park.name` and is `park.title`",
        instead: "F012: {path: park.title, …}, reserved: [F001]",
    }
    MEANING_CHANGED "CB093" "meaning-changed" Error {
        what: "the values of a field, or the ends of a relation, are not what they were",
        why: "a value said for the old meaning would be taken for the new one",
        example: "F005 was in `km2` and is in `ha`",
        instead: "F012: {path: park.area_ha, type: decimal, unit: ha}, reserved: [F005]",
    }
    ALIAS_MOVED "CB094" "alias-moved" Error {
        what: "an alias that was given is another element's now, or no longer what its element is called",
        why: "a line that says the alias would mean something else than before, or nothing",
        example: "alias `acc` of F004 given to F005; `alias: size` on F005, which was given `area`",
        instead: "an alias that nothing ever had, for an element that has none",
    }
    GIVEN_TWICE "CB095" "given-twice" Error {
        what: "the lock gives one code, or one alias, to two elements: two branches did, and were merged",
        why: "outputs of one branch would be read as what the other meant",
        example: "F016 is `wine.colour` on one branch and `wine.cork` on the other",
        instead: "F016 for one of them, F017 for the other, and the line of F016 that is wrong taken out of codebook.lock",
    }
    LOCK_STALE "CB096" "lock-stale" Warning {
        what: "`codebook.lock` lacks something the codebook gives",
        why: "what is not in the lock can change its meaning without a word",
        example: "F012 in codebook.yaml and not in codebook.lock",
        instead: "`cmec compile`, and the lock committed with the codebook",
    }
    LOCK_MISSING "CB097" "lock-missing" Warning {
        what: "there is no `codebook.lock`",
        why: "nothing keeps a code from meaning something else than it did",
        example: "a codebook that was never compiled, or whose lock was deleted",
        instead: "`cmec compile DIR --out DIR`, or the lock from version control",
    }
}

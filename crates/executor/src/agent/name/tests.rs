use proptest::prelude::*;

use super::super::word::is_same;
use super::*;

fn names() -> Names {
    let mut names = Names::default();
    names.add(["Шато Сен-Клер", "Бордо", "Франция", "мерло"]);
    names.add(["Мальбек Резерва", "Bodega Norton", "Мендоса", "Аргентина"]);
    names.add(["ООО \"Одуванчик Плюс\"", "苏州工业园区", "企业A"]);
    names.add(["Красное сухое из Мендосы к стейку"]);
    names.add(["цена"]);
    names
}

#[test]
fn names_that_were_found_or_asked_are_known() {
    for text in [
        "К стейку подойдут «Мальбек Резерва» из Мендосы и „Шато Сен-Клер“ из Франции.",
        "Возьмите Мальбек Резерву или Шато Сен-Клер.",
        "Мальбек Резерва — лучшее. Из Аргентины и Франции.",
        "**Мальбек Резерва (Мендоса, Аргентина)**, *мерло*, `Bodega Norton`",
        "| Название | Цена |\n|---|---|\n| Шато Сен-Клер | 5 |",
        "# Красное\n- Мальбек Резерва\n- Bodega Norton",
        "Производитель Bodega Norton, Мальбек.",
        "ИНН ООО Одуванчик Плюс, КПП и НДС; для Вас Бордо.",
        "Договор с ООО «Одуванчик Плюс» и Bodega\u{a0}Norton",
        "企业A 在「苏州工业园区」。",
        "I found Bodega Norton in March, the best one.",
        "Two wines fit. Norton is one of them.",
        "Здравствуйте! Вот что нашлось. Нет, других нет.",
        "Рекомендую: «Мальбек Резерва», 1 490 ₽. Итог — 5. Красное 🍷 Возьмите его.",
        "- Цена: 5 ₽\n- Дебет — 17\n| Вино | Отзыв |",
        "По данным 1С, ИНН 5.",
        "Try «Красное сухое из Мендосы»: both are dry.",
        "Страна: Аргентина. Совет: Подавайте охлаждённым. Ответ: Да, есть.",
        "- Норма — 5\n- Дебет — 17",
        "- Мальбек Резерва — 5 ₽\n- Шато Сен-Клер — 6 ₽\n- Совет: декантируйте",
        "Bodega Norton, and/or state-of-the-art",
        "",
    ] {
        assert_eq!(names().unknown(text), None, "{text}");
    }
}

#[test]
fn other_names_are_unknown() {
    for (text, expected) in [
        (
            "Возьмите Шато Петрюс Помроль или Barolo Gaja — лучшее к стейку.",
            "Возьмите Шато Петрюс Помроль или Barolo Gaja",
        ),
        ("**Шато Петрюс** — лучшее.", "Шато Петрюс"),
        ("Берите 'Романе-Конти'", "Романе-Конти"),
        ("Берите „Романе-Конти”", "Романе-Конти"),
        ("Берите ‘Романе-Конти’", "Романе-Конти"),
        ("『罗曼尼康帝』最好", "罗曼尼康帝"),
        ("*Петрюс*, _Бароло_", "Петрюс"),
        ("`петрюс`", "петрюс"),
        ("«Резерва Мальбек»", "Резерва Мальбек"),
        ("Шато Петрюс — лучшее.", "Шато Петрюс"),
        ("лучше Шато Мальбек", "Шато Мальбек"),
        ("лучше barolo или Barolo", "Barolo"),
        ("Barolo — лучшее", "Barolo"),
        ("推荐Barolo", "Barolo"),
        ("企业B 在苏州", "B"),
        ("the best is Barolo di Gaja, I think", "Barolo di Gaja"),
        ("Try Barolo, it is the best of all", "Try Barolo"),
        ("от ООО Лютик", "ООО Лютик"),
        ("Мальбек и Бароло", "Мальбек и Бароло"),
        ("Для Вас Шато Петрюс", "Шато Петрюс"),
        ("- Сен-Клер\n- Сен-Жюльен", "Сен-Жюльен"),
        ("возьмите Массето", "Массето"),
        ("лучшее (Массето) стоит 5", "Массето"),
        ("Нет, Россия здесь ни при чём", "Россия"),
        ("推荐「拉菲2021」", "拉菲2021"),
        ("Ответ: Массето.", "Массето"),
        ("Лучшее: Массето — 5 ₽", "Массето"),
        ("Ответ: Masseto", "Masseto"),
        ("об этом adr/why-graph-first", "adr/why-graph-first"),
        ("парк park_7", "park_7"),
        ("推荐【罗曼尼康帝】", "罗曼尼康帝"),
        ("берите «массето 2021»", "массето 2021"),
    ] {
        assert_eq!(names().unknown(text), Some(expected), "{text}");
    }
}

/// The ways in which a text may say a name.
const WAYS: &[(&str, &str)] = &[
    ("Возьмите «", "» к стейку"),
    ("возьмите ", " — лучшее"),
    ("возьмите „", "“"),
    ("it is “", "”, of course"),
    ("это '", "'"),
    ("это ‘", "’."),
    ("推荐「", "」。"),
    ("推荐《", "》。"),
    ("**", "**: да"),
    ("вот _", "_"),
    ("вот `", "`"),
    ("* ", "\n* ничего"),
    ("", ""),
];

proptest! {
    /// However a name is said, it is known where it was found, and another one is not.
    #[test]
    fn names_are_told_apart(
        found in prop_oneof!["[A-Z][a-z]{3,8} [A-Z][a-z]{3,8}", "[А-Я][а-я]{3,8} [А-Я][а-я]{3,8}"],
        other in prop_oneof!["[A-Z][a-z]{3,8} [A-Z][a-z]{3,8}", "[А-Я][а-я]{3,8} [А-Я][а-я]{3,8}"],
    ) {
        let mut names = Names::default();
        names.add(["красное", found.as_str(), "сухое"]);
        let (own, others) = (words(&found), words(&other));
        let is_known = |word: &Word| own.iter().any(|own| is_same(&own.folded, &word.folded));
        let free = |word: &Word| ["красное", "сухое"].iter().any(|own| is_same(own, &word.folded));
        prop_assume!(!others.iter().any(|word| is_known(word) || free(word)));
        for (before, behind) in WAYS {
            let said = format!("{before}{found}{behind}");
            prop_assert_eq!(names.unknown(&said), None, "{}", said);
            let said = format!("{before}{other}{behind}");
            prop_assert!(names.unknown(&said).is_some(), "{}", said);
        }
    }
}

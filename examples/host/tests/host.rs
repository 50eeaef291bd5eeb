//! The built program, asked.
#![allow(clippy::unwrap_used, reason = "a test panics on failure")]

use std::process::Command;

/// Exit code and standard output.
fn ask(text: &str) -> (i32, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_cmec-example-host"))
        .arg(text)
        .output()
        .unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    (output.status.code().unwrap(), said)
}

#[test]
fn teas_are_found_asked_about_or_refused() {
    let filter = |field: &str, operator: &str, value: &str| {
        format!(r#"{{"s":"IS","C":{{"flt":[{{"f":"{field}","op":"{operator}","v":{value}}}]}}}}"#)
    };
    for (text, exit, said) in [
        (
            filter("F003", "LE", "300"),
            0,
            "Koporye, иван-чай, 240 RUB\n",
        ),
        // A word for the value, in another language.
        (
            filter("F002", "EQ", "\"кипрей\""),
            0,
            "Koporye, иван-чай, 240 RUB\n",
        ),
        (
            filter("F002", "NE", "\"black\""),
            0,
            "Longjing, green, 900 RUB\nKoporye, иван-чай, 240 RUB\n",
        ),
        (filter("F001", "CT", "\"ss\""), 0, "Assam, black, 350 RUB\n"),
    ] {
        assert_eq!(ask(&text), (exit, said.to_owned()), "{text}");
    }
    let (exit, said) = ask(&filter("F002", "EQ", "\"gren\""));
    assert!(exit == 3 && said.contains("green"), "{exit} {said}");
    let (exit, said) = ask("teas, please");
    assert!(exit == 4 && said.starts_with("DEC"), "{exit} {said}");
}

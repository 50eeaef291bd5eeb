//! Questions to a person: templates per class of finding, in Chinese, Russian and English. Deterministic and short.

use crate::finding::Finding;
use crate::tables::FindingClass;

/// A question about the first finding; English where the language has no templates.
pub(crate) fn ask(findings: &[Finding], language: &str) -> String {
    let Some(finding) = findings.first() else {
        return String::new();
    };
    let templates = templates(language);
    let stem = templates.stem(finding.class());
    let choice = if finding.candidates.is_empty() {
        String::new()
    } else {
        let names: Vec<&str> = finding
            .candidates
            .iter()
            .map(|candidate| candidate.label_in(language))
            .collect();
        format!(
            "{}{}{}",
            templates.choose,
            names.join(templates.between),
            templates.end
        )
    };
    format!("{stem}{choice}")
}

struct Templates {
    choose: &'static str,
    between: &'static str,
    end: &'static str,
    unknown: &'static str,
    value: &'static str,
    large: &'static str,
    conflict: &'static str,
    missing: &'static str,
    other: &'static str,
}

impl Templates {
    const fn stem(&self, class: FindingClass) -> &'static str {
        match class {
            FindingClass::UnknownCode | FindingClass::IllegalField => self.unknown,
            FindingClass::IllegalOperator | FindingClass::IllegalValue => self.value,
            FindingClass::OverCap => self.large,
            FindingClass::Conflict | FindingClass::ForbiddenPart => self.conflict,
            FindingClass::MissingPart => self.missing,
            FindingClass::Syntax
            | FindingClass::DuplicateKey
            | FindingClass::UnknownKey
            | FindingClass::Shape => self.other,
        }
    }
}

fn templates(language: &str) -> &'static Templates {
    match language.split('-').next().unwrap_or(language) {
        "zh" => &ZH,
        "ru" => &RU,
        _ => &EN,
    }
}

static EN: Templates = Templates {
    choose: " Perhaps one of these: ",
    between: ", ",
    end: "?",
    unknown: "Which property or object do you mean?",
    value: "Which value should be compared?",
    large: "That is more than can be shown at once. How many are enough?",
    conflict: "Parts of the request contradict each other. Which one holds?",
    missing: "What is the question about?",
    other: "Could you put the question differently?",
};

static RU: Templates = Templates {
    choose: " Возможно, одно из этого: ",
    between: ", ",
    end: "?",
    unknown: "Какое свойство или объект вы имеете в виду?",
    value: "С каким значением сравнивать?",
    large: "Это больше, чем можно показать сразу. Сколько достаточно?",
    conflict: "Части запроса противоречат друг другу. Что из них верно?",
    missing: "О чём именно вопрос?",
    other: "Не могли бы вы задать вопрос иначе?",
};

static ZH: Templates = Templates {
    choose: "可能是其中之一：",
    between: "、",
    end: "？",
    unknown: "您指的是哪个属性或对象？",
    value: "要与哪个值比较？",
    large: "超出一次可显示的数量，需要多少条？",
    conflict: "请求的各部分相互矛盾，以哪个为准？",
    missing: "问题是关于什么的？",
    other: "能换一种方式提问吗？",
};

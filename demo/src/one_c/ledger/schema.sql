-- Tables of the demonstration ledger. Dates are texts YYYY-MM-DDTHH:MM:SS, amounts are whole kopecks.
-- Columns *_key hold the same text in lower case, since SQLite folds the case of ASCII only.

CREATE TABLE about (
    seed TEXT NOT NULL,
    schema_version INTEGER NOT NULL
) STRICT;

CREATE TABLE accounts (
    code TEXT PRIMARY KEY,
    code_key TEXT NOT NULL UNIQUE,
    parent TEXT REFERENCES accounts (code),
    name TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('active', 'passive', 'both')),
    is_off_balance INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE organizations (
    uuid TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    name_key TEXT NOT NULL,
    full_name TEXT NOT NULL,
    full_name_key TEXT NOT NULL,
    inn TEXT NOT NULL,
    kpp TEXT NOT NULL DEFAULT ''
) STRICT;

CREATE TABLE counterparties (
    uuid TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    name_key TEXT NOT NULL,
    full_name TEXT NOT NULL,
    full_name_key TEXT NOT NULL,
    inn TEXT NOT NULL,
    is_group INTEGER NOT NULL,
    deleted INTEGER NOT NULL,
    kpp TEXT NOT NULL DEFAULT '',
    is_person INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE persons (
    uuid TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    name_key TEXT NOT NULL,
    inn TEXT NOT NULL
) STRICT;

-- Of an organization or a counterparty.
CREATE TABLE bank_accounts (
    uuid TEXT PRIMARY KEY,
    owner TEXT NOT NULL,
    name TEXT NOT NULL,
    name_key TEXT NOT NULL,
    number TEXT NOT NULL,
    bank TEXT NOT NULL,
    bik TEXT NOT NULL,
    currency TEXT NOT NULL,
    is_main INTEGER NOT NULL
) STRICT;

CREATE TABLE contracts (
    uuid TEXT PRIMARY KEY,
    owner TEXT NOT NULL REFERENCES counterparties (uuid),
    name TEXT NOT NULL,
    name_key TEXT NOT NULL,
    number TEXT NOT NULL,
    number_key TEXT NOT NULL,
    date TEXT NOT NULL,
    deleted INTEGER NOT NULL,
    organization TEXT REFERENCES organizations (uuid),
    currency TEXT NOT NULL DEFAULT 'руб.',
    kind TEXT NOT NULL DEFAULT '',
    -- Days until a delivery must be paid, where the contract has such a term.
    has_term INTEGER NOT NULL DEFAULT 0,
    term_days INTEGER NOT NULL DEFAULT 0,
    valid_until TEXT NOT NULL DEFAULT '0001-01-01T00:00:00'
) STRICT;

CREATE TABLE documents (
    uuid TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    number TEXT NOT NULL,
    date TEXT NOT NULL,
    presentation TEXT NOT NULL,
    organization TEXT NOT NULL REFERENCES organizations (uuid),
    counterparty TEXT REFERENCES counterparties (uuid),
    contract TEXT REFERENCES contracts (uuid),
    bank_account_code TEXT,
    -- Hundredths of its currency; postings are in roubles.
    amount_kopecks INTEGER NOT NULL,
    currency TEXT NOT NULL DEFAULT 'руб.',
    purpose TEXT NOT NULL,
    posted INTEGER NOT NULL,
    bank_account TEXT REFERENCES bank_accounts (uuid),
    person TEXT REFERENCES persons (uuid),
    is_return INTEGER NOT NULL DEFAULT 0
) STRICT;

-- The parts of a payment over several contracts; a contract may have more than one.
CREATE TABLE payment_parts (
    document TEXT NOT NULL REFERENCES documents (uuid),
    line INTEGER NOT NULL,
    contract TEXT NOT NULL REFERENCES contracts (uuid),
    amount_kopecks INTEGER NOT NULL,
    PRIMARY KEY (document, line)
) STRICT;

-- An account off the balance has postings of one side. Those of a document marked for deletion are kept and not active.
-- The first analytic is a counterparty, on 51 and 52 a bank account, on 70 and 71 a person; the second is a contract, the third
-- the document whose debt or advance it is. Amounts in a currency are its hundredths, null on accounts without one.
CREATE TABLE postings (
    id INTEGER PRIMARY KEY,
    period TEXT NOT NULL,
    document TEXT NOT NULL REFERENCES documents (uuid),
    account_debit TEXT REFERENCES accounts (code),
    account_credit TEXT REFERENCES accounts (code),
    debit_1 TEXT,
    debit_2 TEXT,
    credit_1 TEXT,
    credit_2 TEXT,
    amount_kopecks INTEGER NOT NULL,
    organization TEXT NOT NULL REFERENCES organizations (uuid),
    active INTEGER NOT NULL DEFAULT 1,
    debit_3 TEXT REFERENCES documents (uuid),
    credit_3 TEXT REFERENCES documents (uuid),
    currency_debit TEXT,
    currency_credit TEXT,
    currency_debit_amount INTEGER,
    currency_credit_amount INTEGER
) STRICT;

-- What the first analytic of a posting may be, with the type of its reference.
CREATE VIEW elements (uuid, type, name) AS
SELECT uuid, 'СправочникСсылка.Контрагенты', name FROM counterparties
UNION ALL
SELECT uuid, 'СправочникСсылка.БанковскиеСчета', name FROM bank_accounts
UNION ALL
SELECT uuid, 'СправочникСсылка.ФизическиеЛица', name FROM persons;

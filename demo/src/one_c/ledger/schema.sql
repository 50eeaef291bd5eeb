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
    kind TEXT NOT NULL CHECK (kind IN ('active', 'passive', 'both'))
) STRICT;

CREATE TABLE organizations (
    uuid TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    name_key TEXT NOT NULL,
    full_name TEXT NOT NULL,
    full_name_key TEXT NOT NULL,
    inn TEXT NOT NULL
) STRICT;

CREATE TABLE counterparties (
    uuid TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    name_key TEXT NOT NULL,
    full_name TEXT NOT NULL,
    full_name_key TEXT NOT NULL,
    inn TEXT NOT NULL,
    is_group INTEGER NOT NULL,
    deleted INTEGER NOT NULL
) STRICT;

CREATE TABLE contracts (
    uuid TEXT PRIMARY KEY,
    owner TEXT NOT NULL REFERENCES counterparties (uuid),
    name TEXT NOT NULL,
    name_key TEXT NOT NULL,
    number TEXT NOT NULL,
    number_key TEXT NOT NULL,
    date TEXT NOT NULL,
    deleted INTEGER NOT NULL
) STRICT;

CREATE TABLE documents (
    uuid TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    number TEXT NOT NULL,
    date TEXT NOT NULL,
    presentation TEXT NOT NULL,
    organization TEXT NOT NULL REFERENCES organizations (uuid),
    counterparty TEXT NOT NULL REFERENCES counterparties (uuid),
    contract TEXT REFERENCES contracts (uuid),
    bank_account_code TEXT,
    -- Hundredths of its currency; postings are in roubles.
    amount_kopecks INTEGER NOT NULL,
    currency TEXT NOT NULL DEFAULT 'руб.',
    purpose TEXT NOT NULL,
    posted INTEGER NOT NULL
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
CREATE TABLE postings (
    id INTEGER PRIMARY KEY,
    period TEXT NOT NULL,
    document TEXT NOT NULL REFERENCES documents (uuid),
    account_debit TEXT REFERENCES accounts (code),
    account_credit TEXT REFERENCES accounts (code),
    debit_1 TEXT REFERENCES counterparties (uuid),
    debit_2 TEXT REFERENCES contracts (uuid),
    credit_1 TEXT REFERENCES counterparties (uuid),
    credit_2 TEXT REFERENCES contracts (uuid),
    amount_kopecks INTEGER NOT NULL,
    organization TEXT NOT NULL REFERENCES organizations (uuid),
    active INTEGER NOT NULL DEFAULT 1
) STRICT;

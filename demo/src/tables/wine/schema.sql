-- The table of the domain `wine`: a shop's wines. Prices are in roubles; body, tannins and acidity go from 1 to 5; arrays
-- are texts of JSON.

CREATE TABLE wines (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    producer TEXT,
    region TEXT,
    country TEXT,
    vintage_year INTEGER,
    grape_varieties TEXT,
    wine_type TEXT NOT NULL,
    sweetness TEXT,
    body INTEGER,
    tannins INTEGER,
    acidity INTEGER,
    price_rub DECIMAL(10, 2),
    description TEXT,
    tasting_notes TEXT,
    food_pairings TEXT
);

CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

INSERT OR IGNORE INTO settings (key, value) VALUES ('currency', 'EUR');

DELETE FROM sessions;

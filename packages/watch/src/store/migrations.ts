/** The statements that upgrade the tables from each version to the next; released ones never change. */
export const MIGRATIONS: readonly string[] = [
  `CREATE TABLE looks (
     id INTEGER PRIMARY KEY, organization TEXT NOT NULL, started INTEGER NOT NULL, ended INTEGER NOT NULL, outcome TEXT NOT NULL,
     open TEXT NOT NULL, requests INTEGER
   );
   CREATE INDEX looks_by_time ON looks (organization, ended);
   CREATE TABLE tracked (
     organization TEXT NOT NULL, key TEXT NOT NULL, is_open INTEGER NOT NULL, value TEXT NOT NULL, PRIMARY KEY (organization, key)
   ) WITHOUT ROWID;
   CREATE TABLE watched (organization TEXT PRIMARY KEY, looked INTEGER NOT NULL) WITHOUT ROWID;
   CREATE TABLE events (
     number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, organization TEXT NOT NULL, at INTEGER NOT NULL, value TEXT NOT NULL
   );
   CREATE INDEX events_by_time ON events (organization, at);
   CREATE TABLE messages (
     id TEXT PRIMARY KEY, channel TEXT NOT NULL, organization TEXT NOT NULL, created INTEGER NOT NULL, attempts INTEGER NOT NULL DEFAULT 0,
     next INTEGER, delivered INTEGER, problem TEXT
   );
   CREATE INDEX messages_due ON messages (next) WHERE next IS NOT NULL;
   CREATE TABLE deliveries (
     event TEXT NOT NULL, channel TEXT NOT NULL, message TEXT, PRIMARY KEY (event, channel)
   ) WITHOUT ROWID;
   CREATE INDEX deliveries_waiting ON deliveries (channel) WHERE message IS NULL;
   CREATE INDEX deliveries_of ON deliveries (message);
   CREATE TABLE leases (organization TEXT PRIMARY KEY, holder TEXT NOT NULL, until INTEGER NOT NULL) WITHOUT ROWID;
   CREATE TABLE kept (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;`,
];

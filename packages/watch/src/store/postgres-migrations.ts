/** The statements that upgrade the PostgreSQL tables from each version to the next; released ones never change. */
export const POSTGRES_MIGRATIONS: readonly string[] = [
  `CREATE TABLE orgform_watch.looks (
     id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, organization text NOT NULL, started bigint NOT NULL, ended bigint NOT NULL,
     outcome text NOT NULL, open text NOT NULL, requests integer, call uuid NOT NULL UNIQUE
   );
   CREATE INDEX looks_by_time ON orgform_watch.looks (organization, ended);
   CREATE TABLE orgform_watch.tracked (
     organization text NOT NULL, key text NOT NULL, is_open boolean NOT NULL, value text NOT NULL, PRIMARY KEY (organization, key)
   );
   CREATE TABLE orgform_watch.watched (organization text PRIMARY KEY, looked bigint NOT NULL);
   CREATE TABLE orgform_watch.events (
     number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, id text NOT NULL UNIQUE, organization text NOT NULL, at bigint NOT NULL,
     value text NOT NULL
   );
   CREATE INDEX events_by_time ON orgform_watch.events (organization, at);
   CREATE TABLE orgform_watch.messages (
     number bigint GENERATED ALWAYS AS IDENTITY, id text PRIMARY KEY, channel text NOT NULL, organization text NOT NULL,
     created bigint NOT NULL, attempts integer NOT NULL DEFAULT 0, next bigint, delivered bigint, problem text
   );
   CREATE INDEX messages_due ON orgform_watch.messages (next) WHERE next IS NOT NULL;
   CREATE TABLE orgform_watch.deliveries (
     event text NOT NULL, channel text NOT NULL, message text, PRIMARY KEY (event, channel)
   );
   CREATE INDEX deliveries_waiting ON orgform_watch.deliveries (channel) WHERE message IS NULL;
   CREATE INDEX deliveries_of ON orgform_watch.deliveries (message);
   CREATE TABLE orgform_watch.leases (organization text PRIMARY KEY, holder text NOT NULL, until bigint NOT NULL);
   CREATE TABLE orgform_watch.kept (name text PRIMARY KEY, value text NOT NULL);`,
];

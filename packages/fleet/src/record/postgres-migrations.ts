import { COUNTS_MIGRATION } from "./counts-migration.ts";
import { ROLLOUTS_MIGRATION } from "./rollouts-migration.ts";

/** The statements that upgrade the PostgreSQL tables from each version to the next; released ones never change. */
export const POSTGRES_MIGRATIONS: readonly string[] = [
  `CREATE TABLE orgform_fleet.runs (
     id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, fleet text NOT NULL, action text NOT NULL, state text NOT NULL,
     started text NOT NULL, ended text, options text NOT NULL, waves integer NOT NULL, reason text,
     approved integer NOT NULL DEFAULT 0, call uuid NOT NULL UNIQUE
   );
   CREATE INDEX runs_of_fleet ON orgform_fleet.runs (fleet, id);
   CREATE TABLE orgform_fleet.organizations (
     run bigint NOT NULL REFERENCES orgform_fleet.runs, place integer NOT NULL, name text NOT NULL, template text NOT NULL,
     wave integer NOT NULL, fingerprint text NOT NULL, state text NOT NULL, started text, outcome text, PRIMARY KEY (run, name)
   );
   CREATE INDEX organizations_by_name ON orgform_fleet.organizations (name, run);
   CREATE TABLE orgform_fleet.approvals (
     number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, run bigint NOT NULL REFERENCES orgform_fleet.runs,
     wave integer NOT NULL, at text NOT NULL, approval text NOT NULL, call uuid NOT NULL UNIQUE
   );
   CREATE INDEX approvals_of_run ON orgform_fleet.approvals (run, number);
   CREATE TABLE orgform_fleet.kept (fleet text NOT NULL, name text NOT NULL, value text NOT NULL, PRIMARY KEY (fleet, name));
   CREATE TABLE orgform_fleet.leases (
     fleet text NOT NULL, name text NOT NULL, holder text NOT NULL, until bigint NOT NULL, PRIMARY KEY (fleet, name)
   );`,
  COUNTS_MIGRATION,
  ROLLOUTS_MIGRATION,
];

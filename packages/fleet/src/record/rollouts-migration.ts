/** Runs of shards with the same contents: see `Rollout`. */
export const ROLLOUTS_MIGRATION = `
  CREATE TABLE orgform_fleet.rollouts (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, fleet text NOT NULL, shards integer NOT NULL, digest text NOT NULL,
    names text NOT NULL, started text NOT NULL, approved integer NOT NULL DEFAULT 0, apart boolean NOT NULL
  );
  CREATE INDEX rollouts_of_fleet ON orgform_fleet.rollouts (fleet, shards, id);
  ALTER TABLE orgform_fleet.runs ADD COLUMN rollout bigint REFERENCES orgform_fleet.rollouts;
  CREATE INDEX runs_of_rollout ON orgform_fleet.runs (rollout);
`;

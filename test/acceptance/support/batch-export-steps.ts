/** What is done to an export, step by step. */
export interface ExportStep {
  readonly title: string;
  /** Arguments that change; `undefined` takes one out of the program. */
  readonly change: Readonly<Record<string, unknown>>;
  /** The requests that follow, as `METHOD last-part-of-the-path`. */
  readonly sent: readonly string[];
  /** What the service holds afterwards, in its own words. */
  readonly holds: Readonly<Record<string, unknown>>;
}

/** Secrets that must show nowhere. */
export const SECRETS = {
  user: "CANARYuser-6f1d2c",
  first: "CANARYpassword-9b07e4",
  second: "CANARYrotated-51c8aa",
} as const;

const CONFIG = { host: "db.acme.example", database: "events" };

/** The first form of the export; `project` is put in by the story. */
export const FIRST_EXPORT: Readonly<Record<string, unknown>> = {
  name: "Events",
  interval: "hour",
  destination: { type: "Postgres", config: CONFIG },
  credentials: { user: SECRETS.user, password: SECRETS.first },
};

/** Steps that change every field that can be changed in place, and take away what may be left out. */
export const EXPORT_STEPS: readonly ExportStep[] = [
  {
    title: "another name, paused",
    change: { name: "Renamed", paused: true },
    sent: ["PATCH", "POST pause"],
    holds: { name: "Renamed", paused: true },
  },
  {
    title: "running again, with other times",
    change: {
      paused: false,
      model: "persons",
      interval: "day",
      startAt: "2026-11-21",
      endAt: "2027-01-01T01:00:00+01:00",
    },
    sent: ["PATCH", "POST unpause"],
    holds: {
      model: "persons",
      interval: "day",
      paused: false,
      start_at: "2026-11-21T00:00:00Z",
      end_at: "2027-01-01T00:00:00Z",
    },
  },
  {
    title: "another table, a changed secret",
    change: {
      destination: { type: "Postgres", config: { ...CONFIG, tableName: "exported", port: 5433 } },
      credentials: { user: SECRETS.user, password: SECRETS.second },
    },
    sent: ["PATCH"],
    holds: {
      destination: {
        type: "Postgres",
        config: {
          host: "db.acme.example",
          database: "events",
          table_name: "exported",
          port: "5433",
          user: SECRETS.user,
          password: SECRETS.second,
        },
      },
    },
  },
  {
    title: "what may be left out removed",
    change: {
      model: undefined,
      interval: "hour",
      startAt: undefined,
      endAt: undefined,
      paused: undefined,
      destination: { type: "Postgres", config: CONFIG },
      allowDuplicateName: true,
    },
    sent: ["PATCH"],
    holds: {
      model: "events",
      start_at: null,
      end_at: null,
      destination: { config: { host: "db.acme.example", table_name: null, port: null, password: SECRETS.second } },
    },
  },
];

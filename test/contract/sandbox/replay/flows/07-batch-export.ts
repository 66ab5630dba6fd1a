import { ALL_FEATURES } from "../../../../../packages/sandbox/src/routes/organizations/shape.ts";
import type { FlowScript } from "../flow-script.ts";
import { OTHER_ORGANIZATION, OWNER, type Stage } from "../stage.ts";

const NOW = "2026-11-20T23:05:35.013Z";
/** The export that was paused, and that has the backfills, runs, and log lines. */
const PAUSABLE = "01a1fb35-33c5-0001-b553-7ddd6c805f2d";
const LOST = "01a1fb35-385d-0001-e963-367c2f6467bc";
const RUNNING_BACKFILL = "01a1fb35-3e3b-0000-e652-badd50010609";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const STATUSES = [
  "Running",
  "Starting",
  "Completed",
  "Failed",
  "FailedRetryable",
  "Cancelled",
  "Terminated",
  "TimedOut",
  "ContinuedAsNew",
];

const ago = (ms: number): string => new Date(Date.parse(NOW) - ms).toISOString();

function onExport(stage: Stage, method: string, recorded: string, path: string, body: object): void {
  stage.sandbox.control.call(method, `batch-exports/${stage.organization(recorded)}${path}`, body);
}

/** The recorded service had data from the first day of 2025 on. */
async function captureFirstEvent(stage: Stage): Promise<void> {
  const projects = stage.sandbox.control.snapshot().tables["projects"] as { number?: number; api_token?: string }[];
  const token = projects.find((row) => row.number === stage.projectsOf(stage.firstId)[0])?.api_token;
  const event = { event: "first", distinct_id: "first", timestamp: "2025-01-01T00:00:00Z", properties: {} };
  const body = JSON.stringify({ api_key: token, batch: [event] });
  const answer = await fetch(`${stage.sandbox.host}/batch/`, { method: "POST", body });
  if (!answer.ok) throw new Error(`capture: ${answer.status}`);
}

function addBackfills(stage: Stage): void {
  for (const [index, status] of STATUSES.entries()) {
    const hour = `0${index}:00:00Z`;
    const finished_at = index < 2 ? null : NOW;
    const range = { start_at: `2025-03-01T${hour}`, end_at: `2025-03-02T${hour}` };
    onExport(stage, "POST", PAUSABLE, "/backfills", { status, ...range, created_at: NOW, finished_at });
  }
}

function addRuns(stage: Stage): void {
  for (const [index, status] of STATUSES.entries()) {
    const hours = STATUSES.length - index;
    const isOver = index > 1;
    onExport(stage, "POST", PAUSABLE, "/runs", {
      status,
      start_at: ago((hours + 1) * HOUR_MS),
      end_at: ago(hours * HOUR_MS),
      created_at: ago(hours * HOUR_MS),
      finished_at: isOver ? NOW : null,
      records_completed: isOver ? index * 10 : null,
      records_total_count: 100,
      bytes_exported: isOver ? index * 1000 : null,
      latest_error: status.startsWith("Failed") ? "synthetic error" : null,
    });
  }
  const day = 24 * HOUR_MS;
  const old = { status: "Completed", start_at: ago(20 * day), end_at: ago(19 * day), created_at: ago(19 * day) };
  onExport(stage, "POST", PAUSABLE, "/runs", old);
  onExport(stage, "POST", PAUSABLE, "/runs", { ...old, start_at: null, end_at: NOW, created_at: ago(1000) });
}

function addManyRuns(stage: Stage): void {
  for (let index = 0; index < 105; index += 1) {
    const end_at = ago((105 - index) * HOUR_MS);
    const start_at = ago((106 - index) * HOUR_MS);
    const created_at = ago((400 - index) * MINUTE_MS);
    onExport(stage, "POST", PAUSABLE, "/runs", { status: "Completed", start_at, end_at, created_at });
  }
}

function addLines(stage: Stage): void {
  for (let index = 0; index < 7; index += 1) {
    onExport(stage, "POST", PAUSABLE, "/logs", {
      instance_id: `run-${Math.floor(index / 3)}`,
      timestamp: `2026-11-20T12:0${index}:00Z`,
      level: ["info", "warning", "error"][index % 3],
      message: `synthetic log line ${index}`,
    });
  }
}

function takeCurrentProject({ sandbox: { control } }: Stage): void {
  const { version, tables } = control.snapshot();
  const users = (tables["users"] ?? []).map((user) =>
    "email" in user && user.email === OWNER ? { ...user, current_project: null } : user,
  );
  control.restore({ version, tables: { ...tables, users } });
}

export const BATCH_EXPORT_FLOW: FlowScript = {
  now: NOW,
  // In the recording, a stand-in ran no export, so the time and the scheduler stand still here.
  alsoCompares: () => true,
  async prepare(stage) {
    stage.sandbox.control.setClock(NOW, true);
    stage.addOrganization(OTHER_ORGANIZATION, "other@example.com", "Other org");
    await captureFirstEvent(stage);
  },
  setups: {
    // The project's time zone doesn't affect the rows after this.
    "project time zone America/New_York": () => {},
    "project time zone UTC": () => {},
    "schedule removed in the scheduler": (stage) => onExport(stage, "PATCH", LOST, "", { hasSchedule: false }),
    "owner current project = none": takeCurrentProject,
    "9 backfill rows inserted, one of each status": addBackfills,
    "11 run rows inserted: one of each status, one 19 days old, one without data_interval_start": addRuns,
    "105 more runs inserted": addManyRuns,
    "data_pipelines feature removed": ({ sandbox, firstId }) =>
      void sandbox.control.setFeatures(
        firstId,
        ALL_FEATURES.filter((feature) => feature !== "data_pipelines"),
      ),
    "feature back; one backfill Running again": (stage) => {
      stage.sandbox.control.setFeatures(stage.firstId, ALL_FEATURES);
      const backfill = stage.organization(RUNNING_BACKFILL);
      onExport(stage, "PATCH", PAUSABLE, `/backfills/${backfill}`, { status: "Running" });
    },
  },
  before(stage, { step }) {
    if (step === 80) stage.sandbox.control.call("PATCH", "batch-export-flags", { highFrequency: true, sessions: true });
    if (step === 267) stage.setCurrent(OWNER, stage.firstId);
    if (step === 368) addLines(stage);
  },
};

import { afterEach, describe, expect, test } from "@jest/globals";

import type { Sandbox } from "../../../packages/sandbox/src/index.ts";
import type { Canary } from "../../support/canary.ts";
import { sightingsOf } from "../../support/canary.ts";
import { SCENARIO_DIALECTS } from "../../support/dialects.ts";
import { isInFull } from "../../support/extent.ts";
import { KEY, WatchedStack } from "../../support/watched-stack.ts";
import { installPlugin } from "../support/plugin-story.ts";
import { STORY_LIMIT_MS } from "../support/story.ts";

/** The classes of the plugin, including imports, and those of dynamic resources, whose secrets have a separate test. */
const PACKAGES = isInFull() ? ["orgform/pulumi-plugin", "orgform/pulumi"] : ["orgform/pulumi-plugin"];

/** Secrets that must not show anywhere. */
const SECRETS = {
  user: "CANARYuser-6f1d2c",
  first: "CANARYpassword-9b07e4",
  second: "CANARYrotated-51c8aa",
} as const;

const CANARIES: readonly Canary[] = [KEY, ...Object.entries(SECRETS).map(([name, value]) => ({ name, value }))];

/** More than ten hours: after ten failed runs, the service pauses an hourly export. */
const HALF_A_DAY_HOURS = 12;

const openedWith = (password: string) => ({
  postgres: { host: "db.acme.example", database: "events", user: SECRETS.user, password },
});

const FIRST = { name: "Events", interval: "hour", destination: openedWith(SECRETS.first) };

/** A change, its requests as `METHOD action`, and the service's values after it. */
const STEPS = [
  {
    change: { name: "Renamed", paused: true },
    sent: ["PATCH", "POST pause"],
    holds: { name: "Renamed", paused: true },
  },
  { change: { paused: false }, sent: ["POST unpause"], holds: { paused: false } },
  {
    change: { destination: openedWith(SECRETS.second) },
    sent: ["PATCH"],
    holds: { destination: { config: { user: "set elsewhere", password: SECRETS.second } } },
  },
];

/** A program whose arguments are plain values of a variable, so no file of the stack contains them. */
const program = (from: string): string => `import * as orgform from "${from}";
new orgform.BatchExport("events", JSON.parse(process.env.TEST_EXPORT));
`;

function exportIn({ control }: Sandbox): Readonly<Record<string, unknown>> {
  const [row] = control.call("GET", "batch-exports") as Record<string, unknown>[];
  return row ?? {};
}

/** The requests that changed something, as `METHOD action`. */
function sentTo({ control }: Sandbox): string[] {
  const all = control.requests().filter(({ method }) => method !== "GET");
  return all.map(({ method, path }) =>
    `${method} ${/\/(?<action>[a-z]+)\/$/u.exec(path)?.groups?.["action"] ?? ""}`.trim(),
  );
}

const CASES = SCENARIO_DIALECTS.flatMap((dialect) => PACKAGES.map((from) => [from, dialect] as const));

describe.each(CASES)("a batch export of %s (%s)", (from, dialect) => {
  let watched: WatchedStack;

  afterEach(() => watched.dispose());

  async function start(): Promise<void> {
    watched = await WatchedStack.start(dialect, {
      files: { "index.js": program(from) },
      secrets: { "orgform:apiKey": KEY.value },
    });
    if (from === "orgform/pulumi-plugin") installPlugin(watched);
  }

  function declare(args: Readonly<Record<string, unknown>>): void {
    const { organizationId, control } = watched.sandbox;
    const [project] = control.call("GET", `projects?organization=${organizationId}`) as { number: number }[];
    watched.stack.env["TEST_EXPORT"] = JSON.stringify({ organizationId, projectId: String(project?.number), ...args });
  }

  test(
    "is created, changed, paused, unpaused, and removed, without showing its secrets anywhere",
    async () => {
      await start();
      const { sandbox, stack } = watched;
      let args: Readonly<Record<string, unknown>> = FIRST;
      declare(args);
      expect(await watched.must("preview", "--diff")).toMatch(
        from === "orgform/pulumi" ? /destination *: \[secret\]/u : /password *: \[secret\]/u,
      );
      await watched.must("up", "--yes", "--skip-preview");
      const { id } = exportIn(sandbox);
      // Only the changed secret can be sent.
      await setElsewhere(id, { user: "set elsewhere" });
      for (const step of STEPS) {
        args = { ...args, ...step.change };
        declare(args);
        sandbox.control.clearRequests();
        await watched.must("up", "--yes", "--skip-preview");
        expect(sentTo(sandbox)).toEqual(step.sent);
        expect(exportIn(sandbox)).toMatchObject({ id, ...step.holds });
        expect(await stack.previewEmpty()).toContain("2 unchanged");
      }

      const outcome = { status: "Failed", error: "no route to host" };
      sandbox.control.call("PATCH", `batch-exports/${String(id)}`, { outcome });
      for (let hours = 0; hours < HALF_A_DAY_HOURS; hours += 1) sandbox.control.advanceClock(3600);
      expect(exportIn(sandbox)["paused"]).toBe(true);
      const refreshed = await watched.must("refresh", "--yes", "--skip-preview");
      expect(refreshed).toContain('The service paused the export "Renamed" after too many failed runs');
      expect(refreshed).toContain("no route to host");
      expect(await watched.must("preview", "--diff")).toMatch(/paused *: true => false/u);
      sandbox.control.clearRequests();
      await watched.must("up", "--yes", "--skip-preview");
      expect(sentTo(sandbox)).toEqual(["POST unpause"]);
      await watched.must("refresh", "--yes", "--skip-preview", "--expect-no-changes");

      if (from === "orgform/pulumi-plugin") {
        // An import has the service's values, including its defaults.
        declare({ ...args, model: "events" });
        await importElsewhere(String(id));
      }
      await watched.must("destroy", "--yes", "--skip-preview");
      expect(exportIn(sandbox)["is_deleted"]).toBe(true);
      expect(sightingsOf(CANARIES, watched.haystack())).toEqual([]);
    },
    STORY_LIMIT_MS,
  );

  /** Changes secrets from outside. */
  async function setElsewhere(exportId: unknown, values: object): Promise<void> {
    const { sandbox } = watched;
    const answer = await fetch(
      `${sandbox.host}/api/projects/${String(exportIn(sandbox)["project"])}/batch_exports/${String(exportId)}/`,
      {
        method: "PATCH",
        headers: { authorization: `Bearer ${sandbox.apiKey}`, "content-type": "application/json" },
        body: JSON.stringify({ destination: { type: "Postgres", config: values } }),
      },
    );
    expect(answer.status).toBe(200);
  }

  /** Another stack knows only the export's ID. The program that declares it with its secrets changes nothing. */
  async function importElsewhere(exportId: string): Promise<void> {
    const { sandbox } = watched;
    await watched.must("stack", "init", "second");
    await watched.must("config", "set", "--secret", "orgform:apiKey", KEY.value);
    const id = `${sandbox.organizationId}/${exportId}`;
    const flags = ["--yes", "--skip-preview", "--protect=false", "--generate-code=false"];
    await watched.must("import", "orgform:index:BatchExport", "events", id, ...flags);
    sandbox.control.clearRequests();
    await watched.must("preview", "--expect-no-changes");
    await watched.must("up", "--yes", "--skip-preview", "--expect-no-changes");
    expect(sentTo(sandbox)).toEqual([]);
  }
});

import { afterEach, describe, expect, test } from "@jest/globals";

import type { Canary } from "../support/canary.ts";
import { sightingsOf } from "../support/canary.ts";
import { KEY, WatchedStack } from "../support/watched-stack.ts";
import { installPlugin } from "./support/plugin-story.ts";
import { STORY_LIMIT_MS } from "./support/story.ts";

/** Secrets inside of an input that is none; they must show nowhere. */
const SECRETS = {
  user: "CANARYuser-2a7e91",
  first: "CANARYpassword-d3418c",
  second: "CANARYrotated-77be05",
} as const;

const CANARIES: readonly Canary[] = [KEY, ...Object.entries(SECRETS).map(([name, value]) => ({ name, value }))];

const postgres = { host: "db.acme.example", database: "events", user: SECRETS.user, password: SECRETS.first };

/** A program whose arguments are plain values of a variable, so that no file of the stack holds them. */
const program = (from: string): string => `import * as orgform from "${from}";
new orgform.BatchExport("events", JSON.parse(process.env.TEST_EXPORT));
`;

describe.each(["orgform/pulumi-plugin", "orgform/pulumi"])("a destination with secrets in %s", (from) => {
  let watched: WatchedStack;

  afterEach(() => watched.dispose());

  function declare(block: Readonly<Record<string, unknown>>): void {
    const { organizationId, control } = watched.sandbox;
    const [project] = control.call("GET", `projects?organization=${organizationId}`) as { number: number }[];
    const place = { organizationId, projectId: String(project?.number) };
    const args = { ...place, name: "Events", interval: "hour", destination: { postgres: block } };
    watched.stack.env["TEST_EXPORT"] = JSON.stringify(args);
  }

  function configAt(): unknown {
    const [row] = watched.sandbox.control.call("GET", "batch-exports") as { destination: { config: unknown } }[];
    return row?.destination.config;
  }

  test(
    "shows what is no secret, and the secrets nowhere",
    async () => {
      const isPlugin = from === "orgform/pulumi-plugin";
      watched = await WatchedStack.start("2025-08", {
        files: { "index.js": program(from) },
        secrets: { "orgform:apiKey": KEY.value },
      });
      if (isPlugin) installPlugin(watched);
      declare(postgres);
      // Dynamic resources know secret properties alone.
      const preview = await watched.must("preview", "--diff");
      expect(preview).toMatch(
        isPlugin ? /database *: "events"[^]*password *: \[secret\]/u : /destination *: \[secret\]/u,
      );
      await watched.must("up", "--yes", "--skip-preview");
      expect(configAt()).toMatchObject({ user: SECRETS.user, password: SECRETS.first });
      expect(await watched.stack.previewEmpty()).toContain("2 unchanged");

      declare({ ...postgres, database: "other", password: SECRETS.second });
      const changed = await watched.must("preview", "--diff");
      expect(changed).toMatch(isPlugin ? /database *: "events" => "other"[^]*\[secret\]/u : /\[secret\]/u);
      await watched.must("up", "--yes", "--skip-preview");
      expect(configAt()).toMatchObject({ database: "other", user: SECRETS.user, password: SECRETS.second });
      await watched.must("refresh", "--yes", "--skip-preview", "--expect-no-changes");
      expect(await watched.stack.previewEmpty()).toContain("2 unchanged");
      await watched.must("stack", "export", "--file", "exported.json");
      await watched.must("destroy", "--yes", "--skip-preview");
      expect(sightingsOf(CANARIES, watched.haystack())).toEqual([]);
    },
    STORY_LIMIT_MS,
  );
});

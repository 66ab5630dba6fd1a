import { afterEach, describe, expect, test } from "@jest/globals";

import { runOrgform } from "../../cli/spawn-orgform.ts";
import type { Canary } from "../../support/canary.ts";
import { sightingsOf } from "../../support/canary.ts";
import { isInFull } from "../../support/extent.ts";
import { KEY, WatchedStack, withoutEngineTrace } from "../../support/watched-stack.ts";
import { installPlugin } from "../support/plugin-story.ts";
import { STORY_LIMIT_MS } from "../support/story.ts";

/** Secrets inside an input that isn't secret. They must not show anywhere. */
const SECRETS = {
  user: "CANARYuser-2a7e91",
  first: "CANARYpassword-d3418c",
  second: "CANARYrotated-77be05",
} as const;

const CANARIES: readonly Canary[] = [KEY, ...Object.entries(SECRETS).map(([name, value]) => ({ name, value }))];

const postgres = { host: "db.acme.example", database: "events", user: SECRETS.user, password: SECRETS.first };

/** A program whose arguments are plain values of a variable, so no file of the stack contains them. */
const program = (from: string): string => `import * as orgform from "${from}";
new orgform.BatchExport("events", JSON.parse(process.env.TEST_EXPORT));
`;

// The plugin keeps secrets by its schema, which a contract test compares. It runs on a real engine only in full runs.
const WAYS = isInFull() ? ["orgform/pulumi-plugin", "orgform/pulumi"] : ["orgform/pulumi"];

describe.each(WAYS)("a destination with secrets in %s", (from) => {
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
    "shows everything except the secrets",
    async () => {
      const isPlugin = from === "orgform/pulumi-plugin";
      watched = await WatchedStack.start("2025-08", {
        files: { "index.js": program(from) },
        secrets: { "orgform:apiKey": KEY.value },
      });
      if (isPlugin) installPlugin(watched);
      declare(postgres);
      // Dynamic resources can only mark a whole property as secret.
      const preview = await watched.must("preview", "--diff");
      expect(preview).toMatch(
        isPlugin ? /database *: "events"[^]*password *: \[secret\]/u : /destination *: \[secret\]/u,
      );
      expect(await watched.must("preview", "--json")).toContain('"op": "create"');
      await watched.must("up", "--yes", "--skip-preview");
      expect(configAt()).toMatchObject({ user: SECRETS.user, password: SECRETS.first });
      expect(await watched.stack.previewEmpty()).toContain("2 unchanged");

      declare({ ...postgres, database: "other", password: SECRETS.second });
      const changed = await watched.must("preview", "--diff");
      expect(changed).toMatch(isPlugin ? /database *: "events" => "other"[^]*\[secret\]/u : /\[secret\]/u);
      expect(await watched.must("preview", "--json")).toContain('"[secret]"');
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

/** The secrets of features that only 2026-09 has, before and after a change. */
const NEWER = {
  key: ["CANARYkey-51f3a8", "CANARYkey2-9e04c7"],
  token: ["CANARYtoken-b7720d", "CANARYtoken2-1c58ef"],
  certificate: ["CANARYcert-0d96b2", "CANARYcert2-f3a741"],
  clientSecret: ["CANARYclient-e81c35", "CANARYclient2-64d0aa"],
} as const;

/** Every resource there with a secret, with its value before or after the change. */
function newer(organizationId: string, time: 0 | 1): (readonly [type: string, name: string, args: object])[] {
  const place = { organizationId, name: "Okta", domainIds: [] };
  const saml = { entityId: "urn:okta", acsUrl: "https://okta.example/sso", x509Cert: NEWER.certificate[time] };
  const oidc = { issuerUrl: "https://okta.example", clientId: "acme", clientSecret: NEWER.clientSecret[time] };
  const awsS3 = { name: "lake", awsAccessKeyId: "AKIA", awsSecretAccessKey: NEWER.key[time] };
  const inputsSchema = JSON.stringify([{ key: "token", type: "string", label: "Token", secret: true }]);
  const hook = { projectId: "1", type: "destination", name: "Hook", hog: "return event", inputsSchema };
  return [
    ["Integration", "keys", { projectId: "1", awsS3 }],
    ["HogFunction", "hook", { ...hook, secretInputs: { token: NEWER.token[time] } }],
    ["IdentityProvider", "saml", { ...place, protocol: "saml", saml }],
    ["IdentityProvider", "oidc", { ...place, protocol: "oidc", oidc }],
    ["IdentityProvider", "scim", { ...place, protocol: "scim", scim: { enabled: true } }],
  ];
}

const newerProgram = (from: string): string => `import * as orgform from "${from}";
for (const [type, name, args] of JSON.parse(process.env.TEST_DECLARED)) new orgform[type](name, args);
`;

describe("secrets of the kinds that are new in 2026-09, in orgform/pulumi-plugin,", () => {
  let watched: WatchedStack;

  afterEach(() => watched.dispose());

  test(
    "aren't in any preview, its JSON, or its events, and are the engine's secrets in the state",
    async () => {
      watched = await WatchedStack.start("2026-09", {
        files: { "index.js": newerProgram("orgform/pulumi-plugin") },
        secrets: { "orgform:apiKey": KEY.value },
        env: { PULUMI_DEBUG_COMMANDS: "1" },
      });
      installPlugin(watched);
      const { stack, sandbox } = watched;
      const declare = (time: 0 | 1): void => {
        stack.env["TEST_DECLARED"] = JSON.stringify(newer(sandbox.organizationId, time));
      };
      declare(0);
      const created = await watched.must("preview", "--json", "--event-log", "created.json");
      await watched.must("up", "--yes", "--skip-preview");
      declare(1);
      const changed = await watched.must("preview", "--json", "--event-log", "changed.json");
      for (const text of [created, changed]) expect(text).toContain('"[secret]"');

      const opened = await stack.must("stack", "export", "--show-secrets");
      const held = Object.values(NEWER).map(([first]) => ({ name: first, value: first }));
      const token = /"scimToken": *\{[^}]*"plaintext": *"\\"([^"\\]+)/u.exec(opened)?.[1] ?? "";
      expect(token).not.toBe("");
      // Everything is in the state, so the search would find unsealed values.
      expect(new Set(sightingsOf(held, { opened }).map(({ canary }) => canary)).size).toBe(held.length);
      const values = [...Object.values(NEWER).flat(), token];
      const canaries = [KEY, ...values.map((value) => ({ name: value, value }))];
      // The SDK's own debug messages are events as well.
      expect(sightingsOf(canaries, withoutEngineTrace(watched.haystack()))).toEqual([]);
    },
    STORY_LIMIT_MS,
  );
});

describe("secrets of the kinds that are new in 2026-09", () => {
  let watched: WatchedStack;

  afterEach(() => watched.dispose());

  test(
    "are in no plan, log, drift report, or state",
    async () => {
      watched = await WatchedStack.start("2026-09", {
        files: { "index.js": newerProgram("orgform/pulumi") },
        secrets: { "orgform:apiKey": KEY.value },
      });
      const { stack, sandbox } = watched;
      const { control, host, organizationId } = sandbox;
      const declare = (time: 0 | 1): void => {
        stack.env["TEST_DECLARED"] = JSON.stringify(newer(organizationId, time));
      };
      declare(0);
      await watched.must("preview", "--diff");
      await watched.must("up", "--yes", "--skip-preview");
      declare(1);
      await watched.must("preview", "--diff");
      await watched.must("up", "--yes", "--skip-preview", "--logtostderr", "-v=9");
      const held = JSON.stringify([
        control.call("GET", "integrations"),
        control.call("GET", "hog-functions"),
        control.call("GET", "identity-provider-configs"),
      ]);
      for (const [, given] of Object.values(NEWER)) expect(held).toContain(given);
      const token = /"scim_bearer_token":"([^"]+)"/u.exec(held)?.[1] ?? "";
      expect(token).not.toBe("");

      // Somebody else changes a value that isn't secret. The report compares everything.
      const [hook] = (control.call("GET", "hog-functions") as { id: string; name: string }[]).filter(
        ({ name }) => name === "Hook",
      );
      control.call("PATCH", `hog-functions/${hook?.id ?? ""}`, { name: "Renamed" });
      const env = { ...stack.env, ORGFORM_HOST: host, ORGFORM_API_KEY: KEY.value };
      const reports: Record<string, string> = {};
      for (const format of ["text", "json", "sarif", "markdown"]) {
        const told = await runOrgform(["drift", "--cwd", stack.program, "--format", format], [], env);
        expect([format, told.code]).toEqual([format, 2]);
        expect(told.stdout).toContain("Renamed");
        reports[`drift ${format}`] = told.stdout + told.stderr;
      }
      await watched.must("refresh", "--yes", "--diff", "--logtostderr", "-v=9");
      await watched.must("destroy", "--yes", "--skip-preview");
      const values = [...Object.values(NEWER).flat(), token];
      const canaries = [KEY, ...values.map((value) => ({ name: value, value }))];
      expect(sightingsOf(canaries, { ...withoutEngineTrace(watched.haystack()), ...reports })).toEqual([]);
    },
    STORY_LIMIT_MS,
  );
});

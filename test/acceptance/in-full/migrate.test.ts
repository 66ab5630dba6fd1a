import { afterEach, expect, test } from "@jest/globals";
import { readFileSync, renameSync } from "node:fs";
import { join } from "node:path";

import type { Sandbox } from "../../../packages/sandbox/src/index.ts";
import { runHere } from "../../cli/run-here.ts";
import { guideIn, takeOutLines } from "../../support/applied-guide.ts";
import { type Canary, filesBelow, sightingsOf } from "../../support/canary.ts";
import { killEngineDuring } from "../../support/crash.ts";
import { isInFull } from "../../support/extent.ts";
import type { PulumiStack } from "../../support/pulumi-stack.ts";
import { revivedSandbox, revivedStack } from "../../support/recorded-state.ts";
import { killProcessesOf } from "../../support/stack-processes.ts";
import { installPlugin, onPlugin } from "../support/plugin-story.ts";
import { closeLater, closeStories } from "../support/story.ts";

afterEach(closeStories);

const LIMIT_MS = 240_000;

/** Settings in the forms of 0.1.0 that its recorded program doesn't contain. */
const MORE = `
import * as more from "orgform/pulumi";
const signed = new more.Domain("signed", {
  ...here,
  domain: "signed.example",
  samlEntityId: "urn:signed",
  samlAcsUrl: "https://idp.signed.example/sso",
  samlX509Cert: "CANARY-CERTIFICATE",
});
new more.BatchExport("files", {
  ...here,
  projectId: project.projectId,
  name: "Files",
  interval: "hour",
  destination: {
    s3: {
      bucketName: "files",
      region: "eu-central-1",
      prefix: "raw/",
      awsAccessKeyId: "CANARY-ACCESS-KEY",
      awsSecretAccessKey: "CANARY-SECRET-KEY",
    },
  },
});
new more.BatchExport("elsewhere", {
  ...here,
  projectId: project.projectId,
  name: "Elsewhere",
  interval: "day",
  destination: { http: { url: "https://us.i.posthog.com/batch/", token: "CANARY-TOKEN" } },
});
new more.PipelineTransformation("places", {
  ...here,
  name: "GeoIP",
  capabilities: { methods: ["processEvent"] },
  source: { "index.ts": "export const processEvent = (event) => event;\\n" },
});
new more.PipelineFrontendApp("banner", {
  ...here,
  name: "Banner",
  capabilities: {},
  source: { "site.ts": "export function inject() {}\\n" },
});
`;

const SECRETS: readonly Canary[] = [
  "THROW-AWAY-CERTIFICATE",
  "THROW-AWAY-PASSWORD",
  "CANARY-CERTIFICATE",
  "CANARY-ACCESS-KEY",
  "CANARY-SECRET-KEY",
  "CANARY-TOKEN",
  "phx_sandbox_recorded_state",
].map((value) => ({ name: value, value }));

/** The values that a person fills in, by name. */
function filledIn(name: string): string {
  if (/cert/iu.test(name)) return "CANARY-CERTIFICATE";
  if (/secret_?access/iu.test(name)) return "CANARY-SECRET-KEY";
  if (/access_?key/iu.test(name)) return "CANARY-ACCESS-KEY";
  return /password/iu.test(name) ? "THROW-AWAY-PASSWORD" : "orgform";
}

/** A stack of 0.1.0 with everything that has another form in newer services. */
async function openStack(
  engine: "pulumi-dynamic" | "pulumi-plugin",
): Promise<{ sandbox: Sandbox; stack: PulumiStack }> {
  const sandbox = await revivedSandbox("0.1.0", engine);
  closeLater(() => sandbox.close());
  const stack = await revivedStack("0.1.0", engine, sandbox);
  closeLater(() => stack.dispose());
  const more = engine === "pulumi-plugin" ? onPlugin(MORE) : MORE;
  if (engine === "pulumi-plugin") installPlugin({ stack });
  stack.write({ "index.js": `${readFileSync(join(stack.program, "index.js"), "utf8")}${more}` });
  await stack.up();
  return { sandbox, stack };
}

const migrate = (stack: PulumiStack, { host }: Sandbox, ...flags: readonly string[]) =>
  runHere(["migrate", "--for", "pulumi", "--cwd", stack.program, ...flags], {
    ...stack.env,
    ORGFORM_HOST: host,
    ORGFORM_API_KEY: "phx_sandbox_recorded_state",
  });

/** The objects of these kinds that `orgform drift` reports as unmanaged. */
async function unmanagedOf(stack: PulumiStack, { host }: Sandbox, kinds: ReadonlySet<string>): Promise<string[]> {
  const { stdout } = await runHere(["drift", "--cwd", stack.program, "--format", "json"], {
    ...stack.env,
    ORGFORM_HOST: host,
    ORGFORM_API_KEY: "phx_sandbox_recorded_state",
  });
  const { unmanaged } = JSON.parse(stdout) as { unmanaged: { resource: string; id: string; importLine: string }[] };
  const found = unmanaged.filter(({ resource }) => kinds.has(resource));
  for (const { importLine } of found) expect(importLine).toMatch(/^(?:new orgform\.|pulumi import )/u);
  return found.map(({ id }) => id);
}

/** Follows the guide, as a person would. */
async function followGuide(stack: PulumiStack): Promise<void> {
  const guide = guideIn(stack.program);
  expect(guide.missing).toEqual([]);
  takeOutLines(stack.program, guide);
  const source = readFileSync(join(stack.program, "index.js"), "utf8");
  stack.write({ "index.js": `import "./orgform-migration.js";\n${source}` });
  expect(guide.text).toContain('`import "./orgform-migration.js";`');
  renameSync(join(stack.program, "orgform-migration/migration.js"), join(stack.program, "orgform-migration.js"));
  for (const command of guide.commands.filter((one) => one.startsWith("pulumi config set"))) {
    const words = command.split(" ").slice(1);
    await stack.must(...words, filledIn(words.at(-1) ?? ""));
  }
  for (const command of guide.commands.filter((one) => one.startsWith("pulumi state delete"))) {
    await stack.must(...command.replaceAll("'", "").split(" ").slice(1));
  }
}

// The native plugin works the same way, so only full runs include it.
test.each(isInFull() ? (["pulumi-dynamic", "pulumi-plugin"] as const) : (["pulumi-dynamic"] as const))(
  "a program and a state of 0.1.0 migrate with %s, even if the update is killed",
  async (engine) => {
    const { sandbox, stack } = await openStack(engine);
    expect(await migrate(stack, sandbox, "--check")).toMatchObject({ code: 0, stdout: "No changes are needed.\n" });
    sandbox.control.setClock(new Date().toISOString());
    sandbox.control.setDialect("2026-09");
    const exportsAt = () =>
      sandbox.control.call("GET", "batch-exports") as readonly { name: string; is_deleted: boolean }[];
    const before = exportsAt().map(({ name }) => name);
    sandbox.control.clearRequests();
    const check = await migrate(stack, sandbox, "--check");
    expect(check).toMatchObject({ code: 2, stderr: "" });
    const ran = await migrate(stack, sandbox);
    expect(ran).toMatchObject({ code: 0, stderr: "" });
    expect(sandbox.control.requests().filter(({ method }) => method !== "GET")).toEqual([]);
    const written = filesBelow(join(stack.program, "orgform-migration"));
    expect(sightingsOf(SECRETS, { ...written, check: check.stdout, ran: ran.stdout })).toEqual([]);
    expect(await migrate(stack, sandbox)).toMatchObject({ code: 1, stderr: expect.stringContaining("is not empty") });

    await followGuide(stack);
    const preview = await stack.must("preview", "--diff");
    expect(preview).not.toMatch(/^\s*(?:-|\+-|-\+|--) orgform|to delete|to replace/mu);
    const held = { method: "POST", route: "/api/projects/:project_id/batch_exports/" };
    await killEngineDuring(sandbox, stack, ["up", "--yes", "--skip-preview"], held);
    sandbox.control.clearFaults();
    await killProcessesOf(stack);
    await stack.must("cancel", "--yes");
    await stack.must("refresh", "--yes", "--skip-preview", "--clear-pending-creates");
    await stack.up();
    await stack.previewEmpty();
    const exports = exportsAt().filter((one) => !one.is_deleted);
    expect(exports.map(({ name }) => name).toSorted()).toEqual(
      [...before, "Events to the warehouse (Postgres)", "Files (AwsS3)"].toSorted(),
    );
    expect(await migrate(stack, sandbox, "--check")).toMatchObject({ code: 0, stdout: "No changes are needed.\n" });
    // Objects that stay at the service on purpose are drift until their ignore rules are added, as the guide says.
    const { commands } = guideIn(stack.program);
    expect(commands).toContain("cat orgform-migration/orgformignore >> .orgformignore");
    const rules = readFileSync(join(stack.program, "orgform-migration/orgformignore"), "utf8");
    const kinds = new Set(rules.split("\n").flatMap((rule) => (rule === "" ? [] : [rule.split(" ")[0] ?? ""])));
    const left = new Set(rules.split("\n").flatMap((rule) => (rule === "" ? [] : [rule.split(" ")[1]])));
    expect(await unmanagedOf(stack, sandbox, kinds)).toHaveLength(left.size);
    stack.write({ ".orgformignore": rules });
    expect(await unmanagedOf(stack, sandbox, kinds)).toEqual([]);
  },
  LIMIT_MS,
);

import { afterEach, describe, expect, jest, test } from "@jest/globals";

import type { Sandbox } from "../../../packages/sandbox/src/index.ts";
import type { DriftReport } from "../../../src/app/drift/drift-report.ts";
import { runOrgform } from "../../cli/spawn-orgform.ts";
import { isInFull } from "../../support/extent.ts";
import { EVERY_ENGINE } from "../../support/terraform-programs.ts";
import { hclOf } from "../support/hcl-text.ts";
import { installPlugin, onPlugin } from "../support/plugin-story.ts";
import { type Declared, declare, programOf } from "../support/program-text.ts";
import { keyOf, OWNER } from "../support/service.ts";
import { closeStories, Story, STORY_LIMIT_MS } from "../support/story.ts";
import { closeTerraformStories, openStory } from "../terraform/fixture.ts";

jest.setTimeout(STORY_LIMIT_MS);
afterEach(closeStories);
afterEach(closeTerraformStories);

const ANN = "ann@acme.example";
const INVITED = "late@acme.example";
const HOUR_SECONDS = 3_600 + 60;

/** The message that stops a run, with the next step. */
const HIDDEN = /doesn't let its members see each other, and the account of this API key isn't an admin.*an admin/u;

/** A command of an engine: its exit code and output, as one line. */
interface Ended {
  readonly status: number | undefined;
  readonly output: string;
}

/** The interface of a program, with any engine. */
interface Run {
  readonly sandbox: Sandbox;
  /** The folder in which commands find the program's state. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  write(resources: readonly Declared[]): void;
  up(): Promise<Ended>;
  refresh(): Promise<Ended>;
  destroy(): Promise<Ended>;
}

// Engines break the output into lines and frames.
const ended = ({ status, output }: Ended): Ended => ({
  status,
  output: output.replaceAll(/[\s\u2500-\u257F]+/gu, " "),
});

async function openPulumi(isPlugin: boolean): Promise<Run> {
  const story = await Story.open("2026-09", "", (sandbox) => ({ apiKey: keyOf(sandbox, null) }));
  const { sandbox, stack } = story;
  if (isPlugin) installPlugin(story);
  const run = async (...args: readonly string[]): Promise<Ended> => ended(await stack.run(...args));
  return {
    sandbox,
    folder: stack.program,
    env: stack.env,
    write: (resources) => {
      const text = programOf(resources);
      stack.write({ "index.js": isPlugin ? onPlugin(text) : text });
    },
    up: () => run("up", "--yes", "--skip-preview"),
    refresh: () => run("refresh", "--yes", "--skip-preview"),
    destroy: () => run("destroy", "--yes", "--skip-preview"),
  };
}

async function openTerraform(engine: (typeof EVERY_ENGINE)[number]): Promise<Run> {
  const { sandbox, workspace } = await openStory("2026-09", "", { engine });
  const run = async (...args: readonly string[]): Promise<Ended> => ended(await workspace.run(...args));
  return {
    sandbox,
    folder: workspace.folder,
    env: {},
    write: (resources) => workspace.write(hclOf(resources)),
    up: () => run("apply", "-auto-approve", "-input=false"),
    refresh: () => run("apply", "-refresh-only", "-auto-approve", "-input=false"),
    destroy: () => run("destroy", "-auto-approve"),
  };
}

const ALL: readonly (readonly [name: string, open: () => Promise<Run>])[] = [
  ...EVERY_ENGINE.map((engine) => [engine, () => openTerraform(engine)] as const),
  ["the dynamic provider", () => openPulumi(false)],
  ["the plugin", () => openPulumi(true)],
];

/**
 * The tables of test/faults/hidden-members and test/conformance/deferred-invites cover this with each engine's
 * provider.
 */
const ENGINES = isInFull() ? ALL : ALL.slice(0, 1);

const invites = ({ control }: Sandbox) => control.call("GET", "invites") as { target_email: string }[];
const writesOf = ({ control }: Sandbox): string[] =>
  control.requests().flatMap(({ method }) => (method === "GET" ? [] : [method]));

/** Uses up the invites that the service accepts in an hour, from outside. */
async function useUp({ host, organizationId, control }: Sandbox): Promise<void> {
  const headers = {
    authorization: `Bearer ${keyOf({ control } as Sandbox, null)}`,
    "content-type": "application/json",
  };
  for (let batch = 0; batch < 5; batch += 1) {
    const people = Array.from({ length: 10 }, (_, at) => ({ target_email: `other${batch}${at}@acme.example` }));
    const url = `${host}/api/organizations/${organizationId}/invites/bulk/`;
    const answer = await fetch(url, { method: "POST", headers, body: JSON.stringify(people) });
    expect(answer.status).toBe(201);
  }
}

describe.each(ENGINES)("with %s", (_name, open) => {
  test("the next run sends an invite over the limit, and no hidden person is lost", async () => {
    const { sandbox, folder, env, ...run } = await open();
    const { control, organizationId, host } = sandbox;
    const { id: ann } = control.createUser({ email: ANN });
    control.addMembership({ userId: ann, organizationId, level: 1 });
    const invite = declare("Invite", "late", { organizationId, email: INVITED, level: "member" });
    const member = declare("Member", "ann", { organizationId, email: ANN, level: "member" });
    const set = (enforce: boolean): Declared =>
      declare("OrganizationMembers", "all", {
        organizationId,
        enforce,
        members: enforce ? { [OWNER.email]: "owner" } : { [OWNER.email]: "owner", [ANN]: "member" },
      });
    await useUp(sandbox);
    run.write([invite, member, set(false)]);
    const first = await run.up();
    expect([first.status, first.output]).toEqual([0, expect.stringMatching(/deferred until .*50 invites an hour/u)]);
    const isSent = (): boolean => invites(sandbox).some(({ target_email: email }) => email === INVITED);
    expect(isSent()).toBe(false);
    control.advanceClock(HOUR_SECONDS);
    expect((await run.up()).status).toBe(0);
    expect(isSent()).toBe(true);

    run.write([member, set(false)]);
    expect((await run.up()).status).toBe(0);
    control.updateOrganization(organizationId, { members_can_see_org_members: false });
    control.addMembership({ ...OWNER, organizationId, level: 1 });
    control.clearRequests();
    const refreshed = await run.refresh();
    expect([refreshed.status === 0, refreshed.output]).toEqual([false, expect.stringMatching(HIDDEN)]);
    run.write([member, set(true)]);
    const enforced = await run.up();
    expect([enforced.status === 0, enforced.output]).toEqual([false, expect.stringMatching(HIDDEN)]);
    const drift = await runOrgform(["drift", "--cwd", folder, "--format", "json"], [], {
      ...env,
      ORGFORM_HOST: host,
      ORGFORM_API_KEY: keyOf(sandbox, null),
    });
    const { missing, changed, unchecked } = JSON.parse(drift.stdout) as DriftReport;
    expect([drift.code === 0, missing, changed]).toEqual([false, [], []]);
    expect(unchecked.map(({ reason }) => reason.replaceAll("\n", " "))).toContainEqual(expect.stringMatching(HIDDEN));
    const destroyed = await run.destroy();
    expect([destroyed.status === 0, destroyed.output]).toEqual([false, expect.stringMatching(HIDDEN)]);
    expect(writesOf(sandbox)).toEqual([]);
    expect(control.memberships().map(({ user }) => user)).toContain(ann);
  });
});

import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";

import { ProgramCalls, type ProgramSurroundings } from "../../../../src/engines/pulumi/dynamic/program-calls.ts";
import { failureOf } from "../../../support/fake-resources.ts";
import { startWorld, type World, writesOf } from "../../../support/scenario-world.ts";
import { SILENT_REPORT } from "../../../support/silent-report.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld("2026-09");
  world.settleIn(world.organizationId);
});
afterAll(() => world.sandbox.close());

const surroundings = (settings: Readonly<Record<string, string>>, isPreview = false): ProgramSurroundings => ({
  isPreview,
  configured: (name) => settings[name],
  report: SILENT_REPORT,
});
const configured = (more: Readonly<Record<string, string>> = {}) => ({
  host: world.sandbox.host,
  apiKey: world.apiKey,
  organizationId: world.organizationId,
  ...more,
});

describe("a function that a program calls in its own process", () => {
  test("takes its settings from the configuration, and else from the environment", async () => {
    const calls = new ProgramCalls({ ORGFORM_API_KEY: world.apiKey, ORGFORM_HOST: world.sandbox.host });
    const { organizationId } = world;
    const found = await calls.call("getOrganization", { organizationId }, surroundings({}));
    expect(found).toMatchObject({ organizationId });
    const refused = await failureOf(
      calls.call("getOrganization", { organizationId }, surroundings({ apiKey: "phx_dead" })),
    );
    expect(refused.message).toContain("401");
  });

  test("fills in the organization of the settings, also where other settings are missing", async () => {
    const calls = new ProgramCalls({});
    world.sandbox.control.clearRequests();
    const args = { emails: ["new@b.example"], onEveryRun: true };
    expect(await calls.call("bulkCreateInvites", args, surroundings(configured()))).toMatchObject({ planned: false });
    expect(writesOf(world).map(({ path }) => path)).toEqual([
      `/api/organizations/${world.organizationId}/invites/bulk/`,
    ]);
    const { organizationId } = world;
    const failure = await failureOf(
      calls.call("getOrganization", { organizationId }, surroundings({ organizationId })),
    );
    expect([failure["code"], failure.message]).toEqual([
      "config_invalid",
      expect.stringMatching(/^The apiKey is missing: run `pulumi config set [^\n]+\nThe host is missing: run /u),
    ]);
  });

  test("says which argument is wrong, and which function isn't there", async () => {
    const calls = new ProgramCalls({});
    const wrong = await failureOf(calls.call("getOrganization", { organizationId: 7 }, surroundings(configured())));
    expect(wrong.message).toContain("organizationId");
    const none = await failureOf(calls.call("getNothing", {}, surroundings(configured())));
    expect([none["code"], none.message]).toEqual(["internal", "Orgform has no function getNothing"]);
  });

  test("says how to set the organization that neither the call nor the settings name", async () => {
    const calls = new ProgramCalls({});
    const settings = surroundings({ host: world.sandbox.host, apiKey: world.apiKey });
    const advice = "`pulumi config set orgform:organizationId <value>`";
    const args = { emails: ["new@b.example"], onEveryRun: true };
    expect((await failureOf(calls.call("bulkCreateInvites", args, settings))).message).toContain(advice);
    const first = calls.rows("listRoles", {}, settings).next();
    expect((await failureOf(first)).message).toContain(advice);
  });

  test("plans a write in a preview, and sends nothing", async () => {
    const calls = new ProgramCalls({});
    world.sandbox.control.clearRequests();
    const args = { emails: ["a@b.example"], onEveryRun: true };
    const told = await calls.call("bulkCreateInvites", args, surroundings(configured(), true));
    expect(told).toMatchObject({ planned: true, plan: "would invite 1 address as member" });
    expect(writesOf(world)).toEqual([]);
  });

  test("gives its rows while they are asked for, or says why not before the first one", async () => {
    const calls = new ProgramCalls({});
    const settings = surroundings(configured());
    const projectId = String(world.project(world.organizationId));
    const rows = async (name: string, args: object): Promise<unknown[]> => {
      const found: unknown[] = [];
      for await (const row of calls.rows(name, args, settings)) found.push(row);
      return found;
    };
    const names = ["cam@example.com", "ben@example.com", "ada@example.com"];
    expect(await rows("listPersons", { projectId })).toMatchObject(names.map((name) => ({ name })));
    expect((await failureOf(rows("listPersons", { projectId: 7 }))).message).toContain("projectId");
    expect((await failureOf(rows("listNothing", {}))).message).toBe("Orgform has no function listNothing");
  });
});

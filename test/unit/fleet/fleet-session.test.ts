import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, expect, test } from "@jest/globals";

import { FleetSession, type RunControl } from "../../../packages/fleet/src/index.ts";
import { NO_CHANGES } from "../../../packages/fleet/src/run/events.ts";
import { fleetEngines } from "../../../src/engines/index.ts";

const folder = mkdtempSync(join(tmpdir(), "orgform-session-"));
afterAll(() => rmSync(folder, { recursive: true }));

const APPROVERS = { by: { ann: `ssh-ed25519 ${"A".repeat(68)} ann` } };
const CONTENT = {
  templates: { free: { engine: "pulumi", path: "./program" } },
  organizations: [{ name: "acme", template: "free" }],
};
const CONTROL: RunControl = { onEvent: () => undefined, signal: new AbortController().signal };

test.each([
  ["plan", undefined, undefined],
  ["plan", APPROVERS, undefined],
  ["up", undefined, undefined],
  ["up", APPROVERS, true],
] as const)(
  "a resumption of %s with approvers %j needs a file of approvers: %j",
  async (action, approvers, isGuarded) => {
    mkdirSync(join(folder, "program"), { recursive: true });
    writeFileSync(join(folder, "program/Pulumi.yaml"), "name: test\nruntime: nodejs\n");
    const file = join(folder, "fleet.yaml");
    writeFileSync(file, JSON.stringify(CONTENT));
    const dealt = async () => ({ changes: NO_CHANGES, invites: 0 });
    const engines = fleetEngines.map((one) => ({ ...one, plan: dealt, up: dealt }));
    const environment = { ORGFORM_API_KEY: "phx_canary" };
    const session = await FleetSession.open({ file, engines, environment, approvers });
    try {
      await session.run(action, {}, { isRefresh: false, isApproved: false }, CONTROL);
      const run = await session.record.newest(action);
      expect([run?.options.isGuarded, run?.state]).toEqual([isGuarded, isGuarded === true ? "held" : "ended"]);
    } finally {
      await session.close();
    }
  },
);

/** A fleet of one organization, whose `up` does this. */
async function sessionOf(up: () => Promise<void> = async () => undefined): Promise<FleetSession> {
  mkdirSync(join(folder, "program"), { recursive: true });
  writeFileSync(join(folder, "program/Pulumi.yaml"), "name: test\nruntime: nodejs\n");
  const file = join(folder, "results.yaml");
  writeFileSync(file, JSON.stringify(CONTENT));
  const engines = fleetEngines.map((one) => ({
    ...one,
    plan: async () => ({ changes: NO_CHANGES, invites: 0 }),
    up: async () => {
      await up();
      return { changes: NO_CHANGES, invites: 0 };
    },
  }));
  return FleetSession.open({ file, engines, environment: { ORGFORM_API_KEY: "phx_canary" } });
}

test("a run goes on while its process lives, and is cut off for others once that is gone", async () => {
  const seen: unknown[] = [];
  const other = await sessionOf();
  expect(await other.results()).toBeUndefined();
  const session = await sessionOf(async () => {
    seen.push((await session.results())?.state, (await other.results())?.state);
  });
  try {
    const options = { isRefresh: false, isApproved: false };
    await session.run("up", {}, options, CONTROL);
    seen.push((await session.results())?.state, (await other.results())?.state);
    expect(seen).toEqual(["running", "running", "ended", "ended"]);
    await session.record.begin("up", session.fleet.organizations, 1, { ...options, share: 1 });
    expect((await other.results())?.state).toBe("cut off");
    expect((await session.results())?.state).toBe("ended");
  } finally {
    await session.close();
    await other.close();
  }
});

test("a session shows its own run though a newer one exists, and others show the newest, or that of a shard", async () => {
  const options = { isRefresh: false, isApproved: false };
  const [first, second, neither] = [await sessionOf(), await sessionOf(), await sessionOf()];
  try {
    const shard = { index: 1, of: 1 };
    await first.run("up", { shard }, options, CONTROL);
    await second.run("plan", {}, options, CONTROL);
    const shown = [await first.results(), await second.results(), await neither.results()];
    shown.push(await first.results({ index: 1, of: 2 }), await neither.results(shard));
    expect(shown.map((one) => [one?.action, one?.shard, one?.state])).toEqual([
      ["up", shard, "ended"],
      ["plan", undefined, "ended"],
      ["plan", undefined, "ended"],
      ["up", shard, "ended"],
      ["up", shard, "ended"],
    ]);
    expect(await neither.results({ index: 1, of: 2 })).toBeUndefined();
  } finally {
    for (const one of [first, second, neither]) await one.close();
  }
});

import { copyFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";

import type { PlannedObject } from "@orgform/fleet";
import { type Sandbox, startSandbox } from "@orgform/sandbox";
import { isInFull } from "../../support/extent.ts";
import { FleetFolder, type Listed } from "./support/fleet-folder.ts";

/** Full runs use a fleet of 50 stacks and 50 workspaces. */
const EACH = isInFull() ? 25 : 1;
const STORY_LIMIT_MS = isInFull() ? 7_200_000 : 300_000;

const TEMPLATES = isInFull()
  ? (["plugin", "dynamic", "terraform", "opentofu"] as const)
  : (["plugin", "opentofu"] as const);
const listed: Listed[] = TEMPLATES.flatMap((template) =>
  Array.from({ length: EACH }, (_, index) => ({ name: `${template}-${index + 1}`, template })),
);
const BOUND = { plugin: "checked", dynamic: "checked", terraform: "exact", opentofu: "exact" } as const;
const LAST = { event: "end", succeeded: listed.length, failed: 0, notStarted: 0 };

let sandbox: Sandbox;
let fleet: FleetFolder;

beforeAll(async () => {
  sandbox = await startSandbox({ seed: "empty" });
  fleet = await FleetFolder.create(sandbox);
  fleet.list(listed);
}, STORY_LIMIT_MS);

afterAll(async () => {
  await sandbox.close();
  fleet.dispose();
});

const titles = (): string[] =>
  sandbox.control
    .organizations()
    .map(({ name }) => name)
    .toSorted();
const writes = (): number => sandbox.control.requests().filter(({ method }) => method !== "GET").length;
const outcomes = (events: readonly Readonly<Record<string, unknown>>[]) =>
  events.filter((event) => "durationMs" in event);

const ORGANIZATION =
  /^create (?:orgform_organization\.|(?:orgform:index|pulumi-nodejs:dynamic\/orgform):Organization )/u;

/** A plan's actions by object, with the fields. */
const addresses = (objects: unknown): string[] =>
  (objects as readonly PlannedObject[]).map(({ operation, address, fields }) =>
    [operation, address, ...fields].join(" "),
  );

/** Before a run, both engines report what it creates, and how many people it invites. */
async function planNew(): Promise<void> {
  const plan = await fleet.withInvites(() => fleet.run("plan", "--json"));
  expect(outcomes(plan.events).map(({ invites }) => invites)).toEqual(listed.map(() => 2));
  expect(plan.events.at(-1)).toEqual(LAST);
  expect(outcomes(plan.events).every(({ changes }) => (changes as { create: number }).create >= 2)).toBe(true);
  for (const { objects } of outcomes(plan.events))
    expect(addresses(objects)).toContainEqual(expect.stringMatching(ORGANIZATION));
  expect(writes()).toBe(0);
}

/** A run without differences writes nothing. */
async function runAgain(): Promise<void> {
  sandbox.control.clearRequests();
  const again = await fleet.run("up", "--yes", "--json");
  expect(again.events.at(-1)).toEqual(LAST);
  expect(writes()).toBe(0);
}

/** The applied state no longer matches the plan's, so each engine stops, and nothing is written. */
async function expectStale(plan: string): Promise<void> {
  sandbox.control.clearRequests();
  const again = await fleet.run("up", "--yes", "--json", "--plan", plan);
  for (const { state, message } of outcomes(again.events))
    expect([state, message]).toEqual([
      "failed",
      expect.stringMatching(/^Changed since the plan.* state of the \w+ has changed/u),
    ]);
  expect([again.code, outcomes(again.events).length > 0, writes()]).toEqual([1, true, 0]);
}

test(
  "stacks and workspaces of every engine are planned without a write, applied, left alone, changed, and renamed",
  async () => {
    // By day, only the plan below is looked at.
    if (isInFull()) await planNew();

    const up = await fleet.run("up", "--yes", "--json");
    expect([up.code, up.events.at(-1)]).toEqual([0, LAST]);
    expect(outcomes(up.events).every(({ calls }) => Number(calls) >= 3)).toBe(true);
    expect(titles()).toEqual(listed.map(({ name }) => name).toSorted());

    if (isInFull()) await runAgain();
    sandbox.control.clearRequests();
    // The next run estimates its time from the requests of this one.
    expect((await fleet.run("plan", "--waves-only", "--json")).events[0]).toMatchObject({ minutes: 0 });

    fleet.list(
      listed.map((one) => ({
        ...one,
        name: `${one.name}-new`,
        title: `${one.name}-changed`,
        more: `, formerNames: [${one.name}]`,
      })),
    );
    const [kept, copy] = ["plan.fleet", "copy.fleet"].map((name) => join(fleet.folder, name));
    const changed = await fleet.run("plan", "--json", "--out", kept!);
    for (const { objects } of outcomes(changed.events))
      expect(addresses(objects)).toContainEqual(expect.stringMatching(/^update \S*orgform\S*rganization.* name$/u));
    copyFileSync(kept!, copy!);
    const moved = await fleet.run("up", "--yes", "--json", "--plan", kept!);
    expect(moved.events.at(-1)).toEqual(LAST);
    for (const { name, bound } of outcomes(moved.events)) {
      expect([name, bound]).toEqual([name, BOUND[listed.find((one) => `${one.name}-new` === name)!.template]]);
    }
    expect(existsSync(kept!)).toBe(false);
    expect(titles()).toEqual(listed.map(({ name }) => `${name}-changed`).toSorted());
    expect(sandbox.control.requests().filter(({ method }) => method === "DELETE")).toEqual([]);
    for (const { changes } of outcomes(moved.events))
      expect(changes).toMatchObject({ create: 0, replace: 0, delete: 0 });

    if (isInFull()) await expectStale(copy!);
    sandbox.control.clearRequests();

    // Organizations that were removed from the file are deleted in two steps, with the engine that created them. In
    // `npm test`, `test/cli` covers this.
    const first = isInFull() ? TEMPLATES.map((template) => `${template}-1-new`) : [];
    fleet.list([{ name: "stays", template: "plugin" }]);
    for (const name of first) {
      const words = ["--confirm", `delete 2 objects of ${name}`];
      expect([(await fleet.run("retire", name)).code, writes()]).toEqual([0, 0]);
      const retired = await fleet.run("retire", name, ...words);
      expect([retired.code, retired.output]).toEqual([0, expect.stringMatching(/succeeded {2}\d deleted/u)]);
      sandbox.control.clearRequests();
    }
    expect(titles()).toHaveLength(listed.length - first.length);

    for (const [path, text] of fleet.files()) expect([path, text.includes(sandbox.apiKey)]).toEqual([path, false]);
  },
  STORY_LIMIT_MS,
);

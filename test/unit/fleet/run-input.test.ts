import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";

import { NO_CHANGES } from "../../../packages/fleet/src/run/events.ts";
import type { OrganizationState } from "../../../packages/fleet/src/run/tally.ts";
import { changedSince, type NamedFleet, newRun, restOf } from "../../../packages/fleet/src/temporal/run-input.ts";
import type {
  RunInput,
  RunStand,
  SerializedOptions,
  SerializedOrganization,
} from "../../../packages/fleet/src/temporal/serialized.ts";
import { fleetOf } from "../../support/fleet-of.ts";

const folder = mkdtempSync(join(tmpdir(), "orgform-input-"));
beforeAll(() => writeFileSync(join(folder, "Pulumi.yaml"), "name: test\nruntime: nodejs\n"));
afterAll(() => rmSync(folder, { recursive: true }));

const FILE = join(folder, "fleet.yaml");

/** The last organization is in the first wave. The middle one has the task queue of its own credential. */
const NAMES = ["acme", "acme-1", "last"];

interface Written {
  readonly stop?: object;
  readonly waves?: readonly object[];
  readonly size?: number;
  readonly names?: readonly string[];
}

const TWO_WAVES = [{ labels: { stage: "first" } }, { share: "100%" }];

/** A fleet whose file says this; JSON is YAML. */
function named({ stop, waves = TWO_WAVES, size = 1, names = NAMES }: Written = {}): NamedFleet {
  const organizations = names.map((name) => ({
    name,
    template: "free",
    values: { size },
    labels: { stage: name === "last" ? "first" : "second" },
  }));
  const content = { templates: { free: { engine: "pulumi", path: "." } }, organizations, waves, parallel: 7 };
  const text = JSON.stringify(stop === undefined ? content : { ...content, stop });
  return { fleet: fleetOf(FILE, text), file: FILE, name: "orgform-fleet" };
}

const OPTIONS = { isRefresh: false, isApproved: false };

/** The input of a workflow, without anything that JSON omits. */
const travelled = (input: RunInput): unknown => JSON.parse(JSON.stringify(input));

const startOf = (one: NamedFleet, options: SerializedOptions = OPTIONS, earlier?: RunStand): RunInput =>
  newRun(one, one.fleet.organizations, { action: "up", options, earlier });

const STATES: readonly OrganizationState[] = ["waiting", "running", "succeeded", "failed"];

/** A run with these states of the organizations. */
function standWith(states: readonly OrganizationState[], input: RunInput = startOf(named())): RunStand {
  const organizations = input.organizations.map((one, index): SerializedOrganization => {
    const state = states[index] ?? "waiting";
    return { ...one, state, outcome: { state: "succeeded", changes: NO_CHANGES, durationMs: index } };
  });
  return {
    run: 4,
    action: "up",
    started: "2026-11-26T08:00:00.417Z",
    state: "stopped",
    waves: 2,
    approved: 1,
    isRefresh: true,
    isApproved: true,
    tally: { succeeded: 0, failed: 0, notStarted: 3 },
    organizations,
  };
}

const shown = ({ organizations }: RunInput): string[] =>
  organizations.map(({ name, wave, state, outcome }) => `${name} ${wave} ${state}${outcome === undefined ? "" : "!"}`);

describe("a run that begins", () => {
  test("has what the file says, wave by wave, and no values", () => {
    const input = startOf(named());
    expect(travelled(input)).toEqual({
      action: "up",
      isRefresh: false,
      isApproved: false,
      parallel: 7,
      stop: { failures: 1 },
      held: [false, false],
      run: 1,
      approved: 0,
      approvals: [],
      organizations: ["last", "acme", "acme-1"].map((name) => ({
        name,
        template: "free",
        wave: name === "last" ? 0 : 1,
        queue: "orgform-fleet",
        fingerprint: expect.stringMatching(/^\w+/u),
        state: "waiting",
      })),
    });
    expect(new Set(input.organizations.map(({ fingerprint }) => fingerprint)).size).toBe(3);
  });

  test.each([
    [{ failures: 3 }, { failures: 3 }],
    [{ share: "12.5%" }, { failures: null, share: 0.125 }],
    [{ deletions: 2 }, { failures: 1, deletions: 2 }],
    [{ replacements: 5 }, { failures: 1, replacements: 5 }],
    [
      { failures: 2, share: "5%", deletions: 1, replacements: 4 },
      { failures: 2, share: 0.05, deletions: 1, replacements: 4 },
    ],
  ])("stops at %j", (stop, expected) => {
    expect(travelled(startOf(named({ stop })))).toMatchObject({ stop: expected });
    expect(Object.keys(startOf(named({ stop })).stop).includes("share")).toBe("share" in stop);
  });

  test.each([
    [false, [{}, {}], [false, false]],
    [true, [{}, {}], [false, true]],
    [false, [{ approve: true }, {}], [true, false]],
    [false, [{}, { approve: true }], [false, true]],
    [true, [{ approve: false }, { approve: false }], [false, true]],
  ])("holds where a person is asked: %j with %j", (isApproved, approvals, held) => {
    const waves = TWO_WAVES.map((wave, index) => ({ ...wave, ...approvals[index] }));
    expect(startOf(named({ waves }), { ...OPTIONS, isApproved }).held).toEqual(held);
  });

  test("carries the name and the digest of its plan, and leaves signatures to the workers", () => {
    const plan = { file: "plan.fleet", digest: "sha256:1" };
    const by = { ann: `ssh-ed25519 ${"A".repeat(68)}` };
    const waves = [
      { ...TWO_WAVES[0], approve: true },
      { ...TWO_WAVES[1], approve: { by } },
    ];
    const input = startOf(named({ waves }), { ...OPTIONS, isGuarded: true, plan });
    expect(input).toMatchObject({ plan, isGuarded: true, held: [true, false] });
    expect(JSON.stringify(input)).not.toContain("ssh-ed25519");
    const approvers = { by };
    expect(startOf({ ...named({ waves }), approvers }, OPTIONS).held).toEqual([false, false]);
  });

  test.each(STATES)("repairs what an earlier one left %s only where it was cut off or failed", (state) => {
    const input = startOf(named(), OPTIONS, standWith([state, "succeeded", "succeeded"]));
    const isUnclean = state === "running" || state === "failed";
    expect(input).toMatchObject({ run: 5, approved: 0 });
    expect(shown(input)).toEqual([`last 0 ${isUnclean ? "running" : "waiting"}`, "acme 1 waiting", "acme-1 1 waiting"]);
  });
});

describe("a run that goes on", () => {
  test.each<[OrganizationState, string]>([
    ["waiting", "waiting"],
    ["running", "running"],
    ["failed", "running"],
    ["succeeded", "succeeded!"],
  ])("takes what is %s as %s, under its number and as it was asked", (state, after) => {
    const input = restOf(named(), standWith([state, "waiting", "waiting"]));
    expect(input).toMatchObject({ run: 4, approved: 1, action: "up", isRefresh: true, isApproved: true });
    expect(shown(input)).toEqual([`last 0 ${after}`, "acme 1 waiting", "acme-1 1 waiting"]);
  });

  test.each<[OrganizationState, boolean | undefined, true | undefined]>([
    ["running", undefined, true],
    ["waiting", true, true],
    ["failed", true, true],
    ["failed", undefined, undefined],
    ["waiting", false, undefined],
    ["succeeded", true, undefined],
  ])("knows whether it interrupted what is %s (%s before): %s", (state, before, after) => {
    const stand = standWith([state]);
    const [one, ...others] = stand.organizations;
    const approvals = [{ wave: 1, at: "2026-11-26T08:00:00.000Z", digest: "sha256:1" }];
    const given = { ...stand, approvals, organizations: [{ ...one!, isCutOff: before }, ...others] };
    const input = restOf(named(), given);
    expect(input.organizations[0]!.isCutOff).toBe(after);
    expect(input.approvals).toEqual(approvals);
  });

  test("leaves each organization in its wave, and drops those that the file no longer has", () => {
    const later = named({ waves: [{ share: "100%" }], names: ["last", "acme-1", "new"] });
    expect(shown(restOf(later, standWith([])))).toEqual(["last 0 waiting", "acme-1 1 waiting"]);
  });

  test("runs what the file says now", () => {
    const before = standWith([]);
    const fingerprints = (input: Pick<RunInput, "organizations">): string[] =>
      input.organizations.map(({ fingerprint }) => fingerprint);
    expect(fingerprints(restOf(named(), before))).toEqual(fingerprints(before));
    const later = fingerprints(restOf(named({ size: 2 }), before));
    expect(later.filter((one) => fingerprints(before).includes(one))).toEqual([]);
  });
});

test.each(STATES)("of what is %s, changes in the file count where it succeeded", (state) => {
  const stand = standWith([state, "waiting", "waiting"]);
  expect(changedSince(named(), stand)).toBe(0);
  expect(changedSince(named({ size: 2 }), stand)).toBe(state === "succeeded" ? 1 : 0);
  expect(changedSince(named({ size: 2, names: ["acme"] }), stand)).toBe(0);
});

test("a credential that many share has a task queue of its own", () => {
  const many = Array.from({ length: 11 }, (_, index) => `org-${index}`);
  const queues = (names: readonly string[]) =>
    new Set(startOf(named({ names })).organizations.map(({ queue }) => queue));
  expect(queues(many.slice(1))).toEqual(new Set(["orgform-fleet"]));
  expect(queues(many)).toEqual(new Set(["orgform-fleet/default"]));
});

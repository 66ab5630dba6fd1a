import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";

import { fingerprintOf } from "../../../packages/fleet/src/expansion/fingerprint.ts";
import type { FleetEvent } from "../../../packages/fleet/src/index.ts";
import type { LastUp, RecordedRun, RunRecord } from "../../../packages/fleet/src/record/run-record.ts";
import { tellOfChanges } from "../../../packages/fleet/src/run/resumption.ts";
import type { OrganizationState } from "../../../packages/fleet/src/run/tally.ts";
import { fleetOf } from "../../support/fleet-of.ts";

const folder = mkdtempSync(join(tmpdir(), "orgform-changes-"));
beforeAll(() => writeFileSync(join(folder, "Pulumi.yaml"), "name: test\nruntime: nodejs\n"));
afterAll(() => rmSync(folder, { recursive: true }));

type Stood = readonly [name: string, state: OrganizationState, isSame: boolean];

/** What a resumption says of organizations that stood like this in the run. */
async function told(...stood: readonly Stood[]): Promise<readonly FleetEvent[]> {
  const content = {
    templates: { free: { engine: "pulumi", path: "." } },
    organizations: ["acme", "acme-1", "globex"].map((name) => ({ name, template: "free" })),
  };
  const fleet = fleetOf(join(folder, "fleet.yaml"), JSON.stringify(content));
  const ups = fleet.organizations.flatMap((one): [string, LastUp][] => {
    const [, state, isSame] = stood.find(([name]) => name === one.name) ?? [];
    if (state === undefined || state === "waiting") return [];
    return [[one.name, { state, fingerprint: isSame === true ? fingerprintOf(one) : "before" }]];
  });
  const record = {
    organizationsOf: (id: number) =>
      Promise.resolve(id === 7 ? stood.map(([name, state]) => ({ name, state, template: "free", wave: 0 })) : []),
    lastUps: () => Promise.resolve(new Map(ups)),
    callsEach: () => Promise.resolve(undefined),
    formerNames: () => Promise.resolve(new Set()),
  } as unknown as RunRecord; // -- all that is read
  const events: FleetEvent[] = [];
  await tellOfChanges({ id: 7 } as RecordedRun, { fleet, record }, (event) => events.push(event)); // -- all that is read
  return events;
}

const note = (count: number): FleetEvent => ({
  event: "note",
  text: `${count} that succeeded have changed in the file since then; \`orgform fleet up\` applies the changes`,
});

test("a resumption says how many succeeded and have changed since, and nothing of the others", async () => {
  expect(await told(["acme", "succeeded", true], ["acme-1", "failed", false], ["globex", "waiting", false])).toEqual(
    [],
  );
  expect(await told(["acme", "succeeded", false], ["acme-1", "failed", false])).toEqual([note(1)]);
  expect(
    await told(["acme", "succeeded", false], ["acme-1", "succeeded", false], ["globex", "succeeded", true]),
  ).toEqual([note(2)]);
  // It has changed since a run before this one, in which it hasn't begun.
  expect(await told(["globex", "running", false])).toEqual([]);
  expect(await told()).toEqual([]);
});

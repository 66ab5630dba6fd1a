import { expect, test } from "@jest/globals";
import { hookOf } from "../../src/model/hook-of.ts";

import { ADOPT } from "../../src/model/definition.ts";
import { writeOnlyInputs } from "../../src/model/write-only.ts";
import { pick, type Values } from "../../src/model/json-value.ts";
import { withSeparateSecrets } from "../../src/model/parts.ts";
import { valueAt } from "../../src/model/unknown.ts";
import { type Fixture, checked, created, describeRows, fitting, judged } from "../support/conformance-table.ts";
import type { Dialect } from "../../packages/sandbox/src/index.ts";
import type { Engine } from "../support/engine-under-test.ts";
import type { Row } from "../support/conformance-row.ts";
import { methodsOfChanges, rowIn, ROWS } from "../support/conformance-rows.ts";
import { IMPORT_LINES } from "../support/import-lines.ts";
import { makeOwnTry } from "../support/scenario-crash.ts";
import { requestsOf, writesOf } from "../support/scenario-world.ts";

const CLAIMED = /another resource of this run manages/iu;

const CONVERGED = { changes: false, replaces: [] };

async function makeOwn(fixture: Fixture): Promise<void> {
  await makeOwnTry(fixture);
  fixture.world.sandbox.control.clearRequests();
}

async function makeForeign({ row, world, full }: Fixture): Promise<void> {
  if (typeof row.existing.foreign !== "function") throw new Error(`${row.resource}: ${row.existing.foreign.none}`);
  await row.existing.foreign(world, full);
  world.sandbox.control.clearRequests();
}

/** Creates in a separate process, and returns the message of the failure. */
async function refusal(fixture: Fixture, declared: Values): Promise<string> {
  const made = await created(fixture, declared).catch((error: unknown) => String(error));
  return typeof made === "string" ? made : `made ${made.entry.id}`;
}

/** The result of a create without a record, if an earlier create made the object a moment ago. */
function withoutRecord({ definition, engine, row }: Fixture, id: string): RegExp {
  const { adoptExisting, ownershipCheck, isMadeByAccount } = hookOf(definition, "adoption") ?? {};
  const isByNature = definition.ops.create === undefined || adoptExisting !== undefined;
  // The service doesn't show who created a role with a key.
  const showsMaker = isMadeByAccount !== undefined && row.resource !== "Role";
  if (isByNature || ownershipCheck !== undefined || showsMaker) return new RegExp(`^made ${id}$`, "u");
  const found = `exists already\n.*- ${id}: .*set \`adopt[:= ]+"${id}"\``;
  return new RegExp(`${found}.*${IMPORT_LINES[engine.name]?.(row.resource, id) ?? ""}`, "su");
}

describeRows(
  (fixture) => {
    const { row } = fixture;
    const { resource } = row;

    test("takes over its own earlier object and writes only what differs", async () => {
      await makeOwn(fixture);
      const inputs = await checked(fixture.start(), row, fixture.full);
      fixture.world.sandbox.control.clearRequests();
      const entry = await fixture.start().create(resource, inputs);
      const asked = requestsOf(fixture.world);
      const own = row.existing.ownRequests;
      // Requests of the check aren't repeated. Terraform plans in the same process, so the requests of a plan count
      // too.
      const isAhead = (one: string): boolean => row.checkRequests?.includes(one) === true;
      expect(own.filter((one) => !asked.includes(one) && !isAhead(one))).toEqual([]);
      const beyond = asked.filter((one) => !own.includes(one) && fixture.engine.name !== "terraform");
      expect(beyond).toEqual([]);
      expect(row.count(fixture.world, fixture.full)).toBe(1);
      const run = fixture.start();
      expect(await run.read(resource, entry)).toEqual({ ...entry, inputs });
      expect(await run.diff(resource, entry, inputs)).toEqual(CONVERGED);
    });

    test("takes over what an earlier process made and writes no more than what it cannot see", async () => {
      const first = await created(fixture, fixture.full);
      fixture.world.sandbox.control.clearRequests();
      const second = await created(fixture, fixture.full);
      expect(second.entry.id).toBe(first.entry.id);
      const anew = pick(second.entry.state, row.toldOnce ?? []);
      expect(judged(second.entry.state)).toEqual(fitting(fixture.definition, { ...first.entry.state, ...anew }));
      // Values that the service doesn't show might differ from the earlier attempt. One-time secrets are recreated,
      // with two requests.
      const unseen = [
        ...writeOnlyInputs(withSeparateSecrets(fixture.definition)),
        ...(row.hidden?.[fixture.dialect] ?? []),
      ];
      const isSent = unseen.some((name) => valueAt(fixture.full, name.split(".")) !== undefined);
      const writes = row.toldOnce === undefined ? (isSent ? [row.changeMethod ?? "PATCH"] : []) : ["PATCH", "PATCH"];
      expect(writesOf(fixture.world).map(({ method }) => method)).toEqual(writes);
      for (const name of row.toldOnce ?? []) expect(anew[name]).not.toBe(first.entry.state[name]);
    });

    test("without a record takes over nothing but what surely is its own, and names the object and the way to it", async () => {
      const { entry } = await created(fixture, fixture.full);
      fixture.world.sandbox.control.clearRequests();
      fixture.world.loseRecords();
      const message = await refusal(fixture, fixture.full);
      expect(message).toMatch(withoutRecord(fixture, entry.id));
      expect(writesOf(fixture.world).filter(({ method }) => method !== (row.changeMethod ?? "PATCH"))).toEqual([]);
      expect(row.count(fixture.world, fixture.full)).toBe(1);
    });

    test("refuses a second resource of the same run for one object", async () => {
      const run = fixture.start();
      const inputs = await checked(run, row, fixture.full);
      const first = await run.create(resource, inputs);
      fixture.world.sandbox.control.clearRequests();
      await expect(run.create(resource, inputs)).rejects.toThrow(CLAIMED);
      expect(writesOf(fixture.world)).toEqual([]);
      expect(row.look(fixture.world, first.id)).not.toBeUndefined();
    });

    test("refuses to make an object that another resource of the same run was compared with", async () => {
      const first = await created(fixture, fixture.full);
      fixture.world.sandbox.control.clearRequests();
      // Its preview would refuse it too.
      const inputs = await checked(fixture.start(), row, fixture.full);
      const run = fixture.start();
      await run.diff(resource, first.entry, first.inputs);
      await expect(run.create(resource, inputs)).rejects.toThrow(CLAIMED);
      expect(writesOf(fixture.world)).toEqual([]);
    });

    test("refuses to adopt an object that another resource of the same run stands for", async () => {
      const run = fixture.start();
      const inputs = await checked(run, row, fixture.full);
      const { id } = await run.create(resource, inputs);
      fixture.world.sandbox.control.clearRequests();
      await expect(run.create(resource, { ...inputs, [ADOPT]: id })).rejects.toThrow(CLAIMED);
      expect(writesOf(fixture.world)).toEqual([]);
    });

    test("refuses one of two resources for one object that are created at the same time", async () => {
      const run = fixture.start();
      const inputs = await checked(run, row, fixture.full);
      const ends = await Promise.allSettled([run.create(resource, inputs), run.create(resource, inputs)]);
      const refusals = ends.flatMap((end) => (end.status === "rejected" ? [String(end.reason)] : []));
      expect(refusals).toEqual([expect.stringMatching(CLAIMED)]);
      expect(row.count(fixture.world, fixture.full)).toBe(1);
    });

    test("leaves the object alone when its old entry is deleted after a create of the same run took it over", async () => {
      const old = await created(fixture, fixture.full);
      const run = fixture.start();
      const renamed = await run.create(resource, await checked(run, row, fixture.full));
      expect(renamed.id).toBe(old.entry.id);
      const was = fixture.look(old.entry);
      fixture.world.sandbox.control.clearRequests();
      await run.delete(resource, old.entry);
      expect(fixture.look(old.entry)).toEqual(was);
      expect(writesOf(fixture.world)).toEqual([]);
    });

    test("names what it looked among when `adopt` names nothing", async () => {
      const text = "nothing-of-that-name";
      const message = await refusal(fixture, { ...fixture.full, [ADOPT]: text });
      expect(message).toContain(`\`adopt\` names no ${resource}`);
      expect(message).toContain(`"${text}" is among ${fixture.definition.collection?.words ?? ""}.`);
      expect(writesOf(fixture.world)).toEqual([]);
    });
  },
  () => true,
  { furtherEngines: "one" },
);

const hasForeign = (row: Row, _engine: Engine | undefined, dialect: Dialect): boolean =>
  typeof rowIn(row, dialect).existing.foreign === "function";

describeRows(
  (fixture) => {
    const { row } = fixture;
    const { resource } = row;

    test("refuses somebody else's object, shows the differences and writes nothing", async () => {
      await makeForeign(fixture);
      const message = await refusal(fixture, fixture.full);
      expect(message).toMatch(row.existing.foreignReason ?? /never/u);
      expect(message).toMatch(/Nothing was written\.|It was left as it is\./u);
      expect(message).toMatch(/set `adopt: "[^"]+"`/u);
      expect(writesOf(fixture.world)).toEqual([]);
      expect(row.count(fixture.world, fixture.full)).toBe(1);
    });

    const kinds = ["its id", "its id at the service", "its name"] as const;
    for (const [index, kind] of kinds.entries()) {
      test(`takes over somebody else's object that \`adopt\` names by ${kind}, and changes it to what is declared`, async () => {
        await makeForeign(fixture);
        const refused = await refusal(fixture, fixture.full);
        const id = /`adopt: "(?<id>[^"]+)"`/u.exec(refused)?.groups?.["id"] ?? "";
        const text = row.existing.adoptTexts?.(id, fixture.full)[index] ?? "";
        fixture.world.sandbox.control.clearRequests();
        const { entry, inputs } = await created(fixture, { ...fixture.full, [ADOPT]: text });
        expect(entry.id).toBe(id);
        const methods = methodsOfChanges(row, fixture.seeded, Object.keys(row.changes(fixture.seeded)));
        // An existing export is paused as in the table's declaration, so no POST changes it.
        const expected = methods.filter((method) => method === (row.changeMethod ?? "PATCH"));
        expect(writesOf(fixture.world).map(({ method }) => method)).toEqual(expected);
        expect(row.count(fixture.world, fixture.full)).toBe(1);
        const run = fixture.start();
        expect(await run.diff(resource, entry, inputs)).toEqual(CONVERGED);
        expect(await run.diff(resource, entry, await checked(run, row, fixture.full, inputs))).toEqual(CONVERGED);
      });
    }
  },
  hasForeign,
  { furtherEngines: "one" },
);

test("only a resource that sets nothing, or stands for a person, has no object that could be somebody else's", () => {
  const without = ROWS.filter((row) => !hasForeign(row, undefined, "2025-08")).map(({ resource }) => resource);
  expect(without).toEqual([
    "DomainVerification",
    "Member",
    "Membership",
    "OrganizationMembers",
    "ProxyRecord",
    "ProxyRecordValidation",
    "RoleMembership",
  ]);
});

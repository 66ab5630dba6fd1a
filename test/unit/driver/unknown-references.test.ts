import { describe, expect, test } from "@jest/globals";
import { z } from "zod";

import { check, plan, reconcile } from "../../../src/driver/driver.ts";
import { refuseUnknownReferences } from "../../../src/driver/plan/references.ts";
import type { AnyResource } from "../../../src/model/definition.ts";
import { field } from "../../../src/model/field.ts";
import type { IdentityParts } from "../../../src/model/identity.ts";
import type { Values } from "../../../src/model/json-value.ts";
import { UNKNOWN } from "../../../src/model/unknown.ts";
import { boxOf, failureOf, fakeBox, orgOf, plain, startDriver } from "../../support/fake-resources.ts";
import { apiError, FakeService, notFound, type Row, unreachable } from "../../support/fake-service.ts";

/* A preview refuses an ID that names nothing, wherever it stands, and only if the service leaves no doubt. */

const declared = { organizationId: "o1", name: "a", color: "red", isProtected: true };

/** Racks that the service shows: by the list, and each by a read. */
function racks(listed: readonly string[], others: Readonly<Record<string, Row | Error>> = {}) {
  const calls: string[] = [];
  const failures: Error[] = [];
  const rowOf = (id: string): Row => ({ id, name: `rack ${id}` });
  const rack: AnyResource = fakeBox({
    name: "Rack",
    collection: {
      ...plain.collection!,
      name: "racks",
      words: "the racks of the organization",
      list: (_service, scope) => {
        calls.push(`list ${orgOf(scope)}`);
        const failure = failures.shift();
        return failure === undefined ? Promise.resolve(listed.map(rowOf)) : Promise.reject(failure);
      },
    },
    ops: {
      ...plain.ops,
      read: (_service, at) => {
        calls.push(`read ${boxOf(at)}`);
        const other = others[boxOf(at)] ?? notFound();
        return other instanceof Error ? Promise.reject(other) : Promise.resolve(other);
      },
    },
    outputs: { ...plain.outputs, tag: field(z.string().optional(), { doc: "Tag." }) },
    fromWire: ({ id, ...wire }: Row, at) => ({ ...wire, organizationId: orgOf(at), boxId: id, tag: `t-${id}` }),
  });
  const text = (refersTo: object) => field(z.any().optional(), { doc: "Rack.", ...refersTo });
  const box = fakeBox({
    inputs: {
      rackId: text({ refersTo: { resource: () => rack } }),
      tags: text({ refersTo: { resource: () => rack, by: "tag" } }),
    },
  });
  const service = new FakeService();
  const driver = startDriver(service);
  const settings = { howToSet: (name: string) => name };
  const preview = (inputs: Values) =>
    check(box, { ...declared, ...inputs }, { settings, held: undefined }, () => driver.context);
  const warnings = () => driver.said.filter(({ severity }) => severity === "warn").map(({ text: said }) => said);
  return { rack, box, service, driver, calls, failures, preview, warnings };
}

describe("an ID in a declaration", () => {
  test.each<[string, Values]>([
    ["of an object that is there", { rackId: "r1" }],
    ["in another case", { rackId: "R1" }],
    ["in a list", { rackId: ["r1", "r2"] }],
    ["inside of a value, by the name of the output", { tags: { top: { tag: "t-r1" }, other: { note: "t-r9" } } }],
    ["that isn't given", {}],
    ["that isn't known yet", { rackId: UNKNOWN }],
    ["that names nothing beside a value that isn't known yet", { rackId: "r9", weight: UNKNOWN }],
  ])("passes: %s", async (_what, inputs) => {
    const { preview, calls, driver } = racks(["r1", "r2"]);
    await preview(inputs);
    expect(calls.filter((call) => call.startsWith("read"))).toEqual([]);
    expect(driver.sleptMs).toEqual([]);
  });

  test.each<[string, Values, string, string]>([
    ["alone", { rackId: "r9" }, "rackId is r9", "boxId"],
    ["in a list", { rackId: ["r1", "r9"] }, "rackId is r9", "boxId"],
    ["inside of a value", { tags: { "top shelf": { tag: "t-r9" } } }, 'tags["top shelf"].tag is t-r9', "tag"],
  ])("that names nothing is refused with its path: %s", async (_what, inputs, found, by) => {
    const { service, preview } = racks(["r1"]);
    const failure = await failureOf(preview(inputs));
    expect([failure["code"], failure.message]).toEqual([
      "missing_object",
      `Could not create Box "a"\n${found}. There's no Rack with that ID in Root o1, or this API key can't see it. Nothing was written.\n` +
        `Correct the ID. If the program declares the Rack, refer to its ${by} so it's created first.`,
    ]);
    expect(service.writes).toEqual([]);
  });

  test("is looked up in one list for all who ask, and read by itself before it counts as missing", async () => {
    const late: Row = { id: "r3", name: "late" };
    const { preview, calls } = racks(["r1"], { r3: late });
    for (const rackId of ["r1", "r3", ["r1", "r3"]]) await preview({ name: String(rackId).slice(0, 3), rackId });
    expect(calls.filter((call) => call.startsWith("list"))).toEqual(["list o1"]);
  });

  test("by an output is looked up in a second list, some time later", async () => {
    const { preview, calls, driver } = racks(["r1"]);
    await failureOf(preview({ tags: "t-r9" }));
    expect([calls, driver.sleptMs]).toEqual([["list o1", "list o1"], [2_000]]);
  });

  test("passes where the read that should confirm it fails", async () => {
    const { preview } = racks([], { r9: apiError({ category: "permission", status: 403 }) });
    expect((await preview({ rackId: "r9" })).problems).toEqual([]);
  });

  test("passes while this run has made one of the kind, which a list can lack", async () => {
    const { rack, preview, driver } = racks(["r1"]);
    await reconcile(rack, { ...declared, name: "r" }, driver.context);
    expect((await preview({ rackId: "r9" })).problems).toEqual([]);
  });
});

describe("a list that references would be compared with", () => {
  test("is told of once if it can't be read, and not tried again", async () => {
    const { preview, calls, failures, warnings } = racks([]);
    const refused = apiError({ category: "permission", status: 403 });
    failures.push(refused, refused);
    await preview({ rackId: "r9" });
    await preview({ name: "b", rackId: "r9" });
    expect(calls).toEqual(["list o1"]);
    expect(warnings()).toEqual([
      "References to Rack objects weren't checked\n" +
        `Orgform couldn't list the racks of the organization: ${refused.message} A wrong ID shows only when the program is applied.`,
    ]);
  });

  test("that can't be reached leaves the preview as it is", async () => {
    const { preview, failures } = racks([]);
    failures.push(unreachable());
    expect((await preview({ rackId: "r9" })).problems).toEqual([]);
  });

  test("isn't told of, or taken for complete, where the user stops the preview", async () => {
    const ending = new AbortController();
    const { rack, box, warnings, driver, calls } = racks([]);
    const stopped = { ...driver.context, call: { signal: ending.signal } };
    for (const by of ["boxId", "tag"]) {
      driver.session.unreadLists.clear();
      const refersTo = { resource: () => rack, by };
      const inputs = { ...box.inputs, rackId: field(z.any().optional(), { doc: "Rack.", refersTo }) };
      const of: AnyResource = { ...box, inputs };
      ending.abort(unreachable());
      const check = refuseUnknownReferences(
        {
          definition: of,
          verb: "create",
          title: "Box",
          at: { organizationId: "o1" },
          inputs: { ...declared, rackId: "r9" },
        },
        stopped,
      );
      expect(await failureOf(check)).toBe(ending.signal.reason);
    }
    expect([calls, warnings()]).toEqual([[], []]);
  });

  test("confirms nothing where the user stops the preview after it was read", async () => {
    const ending = new AbortController();
    const { rack, box, driver, calls } = racks(["r1"]);
    const stopping: AnyResource = {
      ...rack,
      fromWire: (wire: Row, at: IdentityParts) => {
        ending.abort(unreachable());
        return rack.fromWire(wire, at) as Values;
      },
    };
    const refersTo = { resource: () => stopping, by: "tag" };
    const definition = {
      ...box,
      inputs: { ...box.inputs, tags: field(z.any().optional(), { doc: "Rack.", refersTo }) },
    };
    const check = refuseUnknownReferences(
      { definition, verb: "create", title: "Box", at: { organizationId: "o1" }, inputs: { ...declared, tags: "t-r9" } },
      { ...driver.context, call: { signal: ending.signal } },
    );
    expect(await failureOf(check)).toBe(ending.signal.reason);
    expect(calls).toEqual(["list o1"]);
  });

  test("doesn't hide a mistake of our own, neither in the list nor in a read", async () => {
    const mistake = new TypeError("undefined is not a function");
    const listing = racks([]);
    listing.failures.push(mistake);
    expect((await failureOf(listing.preview({ rackId: "r9" }))).message).toContain("undefined is not a function");
    const reading = racks([], { r8: mistake });
    expect((await failureOf(reading.preview({ rackId: "r8" }))).message).toContain("undefined is not a function");
    expect([listing.warnings(), reading.warnings()]).toEqual([[], []]);
  });
});

test("of a change, only the references that change are compared", async () => {
  const { box, driver, calls } = racks(["r1"]);
  const held = { ...declared, rackId: "r8" };
  const prior = { id: "o1/b1", state: { ...held, boxId: "b1", stateVersion: 1 } };
  await plan(box, { ...held, color: "blue" }, () => driver.context, prior);
  expect(calls).toEqual([]);
  const failure = await failureOf(plan(box, { ...held, rackId: "r9" }, () => driver.context, prior));
  expect(failure.message).toMatch(/^Could not update Box b1\nrackId is r9\. /u);
});

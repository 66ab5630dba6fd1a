import { afterEach, describe, expect, jest, test } from "@jest/globals";

import { sameValue, type Values } from "../../src/model/json-value.ts";
import { SCENARIO_DIALECTS } from "../support/dialects.ts";
import { methodsOfChanges, ROWS } from "../support/conformance-rows.ts";
import { familyRows } from "../support/rows-pipeline-items.ts";
import { startWorld } from "../support/scenario-world.ts";
import { PulumiStack } from "../support/pulumi-stack.ts";
import { declare, programOf } from "./support/program-text.ts";
import { closeLater, closeStories, STORY_LIMIT_MS } from "./support/story.ts";

jest.setTimeout(STORY_LIMIT_MS);
afterEach(closeStories);

/** Their stories are told in update-fields.test.ts, batch-export.test.ts and people.test.ts. */
const TOLD = [
  "BatchExport",
  "Domain",
  "DomainSso",
  "DomainVerification",
  "Organization",
  "OrganizationMembers",
  "Role",
];

/** Of these nothing is changed in place at the service. */
const FIXED = ["ProxyRecord", "ProxyRecordValidation", "RoleMembership"];

/** What has to be declared before a destroy: the service removes no owner. */
const LAST: Readonly<Record<string, Values>> = { Member: { level: "admin" } };

// The families of pipeline items are changed by the lines and requests of Plugin: one story of a minute tells of all.
const rows = ROWS.filter((row) => ![...TOLD, ...FIXED].includes(row.resource) && !familyRows.includes(row)).map(
  (row) => [row.resource, row] as const,
);

describe.each(SCENARIO_DIALECTS)("with the %s dialect", (dialect) => {
  test.each(rows)(
    "%s: every field is changed, and removed, with as few calls as there are, and nothing is left to do",
    async (type, row) => {
      const world = await startWorld(dialect);
      closeLater(() => world.sandbox.close());
      const scene = await row.setUp(world);
      const program = (args: Values): string => programOf([declare(type, "it", args)]);
      const full = row.full(scene);
      const stack = await PulumiStack.create({
        files: { "index.js": program(full) },
        config: { "orgform:host": world.sandbox.host },
        secrets: { "orgform:apiKey": world.apiKey },
      });
      closeLater(() => stack.dispose());
      await stack.up();
      const id = (await stack.entry(type, "it"))?.id ?? "";
      const was = row.look(world, id);

      const changes = Object.entries(row.changes(scene));
      const changed = { ...full, ...Object.fromEntries(changes.map(([name, { to }]) => [name, to])) };
      const changedTo = Object.assign({}, ...changes.map(([, { wire }]) => wire)) as Values;
      const plain = Object.fromEntries(Object.entries(changed).filter(([name]) => !(name in row.removals)));
      const removedTo = Object.assign({}, ...Object.values(row.removals)) as Values;
      const removals = Object.keys(row.removals).filter(
        (name) => !sameValue(row.removals[name], row.changes(scene)[name]?.wire),
      );
      const steps = [
        [changed, changedTo, changes.map(([name]) => name)],
        [plain, { ...changedTo, ...removedTo }, removals],
      ] as const;
      for (const [args, held, names] of steps.filter((step) => step[2].length > 0)) {
        world.sandbox.control.clearRequests();
        stack.write({ "index.js": program(args) });
        await stack.up();
        const writes = world.sandbox.control.requests().filter(({ method }) => method !== "GET");
        expect(writes.map(({ method }) => method)).toEqual(methodsOfChanges(row, scene, names));
        expect(without(row.derived, row.look(world, id))).toEqual(without(row.derived, { ...was, ...held }));
      }
      expect(await stack.previewEmpty()).toContain("2 unchanged");
      expect(await stack.must("refresh", "--yes", "--skip-preview", "--expect-no-changes")).toContain("2 unchanged");
      stack.write({ "index.js": program({ ...plain, ...LAST[type] }) });
      if (LAST[type] !== undefined) await stack.up();
      await stack.destroy();
      expect(row.count(world, full)).toBe(row.countAfterDelete);
    },
  );
});

function without(names: readonly string[], values: Values | undefined): Values {
  return Object.fromEntries(Object.entries(values ?? {}).filter(([name]) => !names.includes(name)));
}

import { afterEach, describe, expect, jest, test } from "@jest/globals";

import { sameValue, type Values } from "../../../src/model/json-value.ts";
import { SCENARIO_DIALECTS } from "../../support/dialects.ts";
import type { Row } from "../../support/conformance-row.ts";
import { methodsOfChanges, rowIn, ROWS } from "../../support/conformance-rows.ts";
import { startWorld, type World } from "../../support/scenario-world.ts";
import { PulumiStack } from "../../support/pulumi-stack.ts";
import { declare, programOf } from "../support/program-text.ts";
import { closeLater, closeStories, STORY_LIMIT_MS } from "../support/story.ts";

jest.setTimeout(STORY_LIMIT_MS);
afterEach(closeStories);

/**
 * Other tests change the fields of these: update-fields.test.ts, batch-export.test.ts, and people.test.ts. The
 * conformance table changes each field.
 */
const ELSEWHERE = [
  "BatchExport",
  "Domain",
  "DomainSso",
  "DomainVerification",
  "Invite",
  "Member",
  "Membership",
  "Organization",
  "OrganizationMembers",
  "Role",
];

/** The service can't change any of these in place. */
const FIXED = ["ProxyRecord", "ProxyRecordValidation", "RoleMembership"];

// The kinds of pipeline items use the same lines and requests as Plugin.
const rows = ROWS.filter(
  ({ resource, sameAs, onlyIn }) =>
    ![...ELSEWHERE, ...FIXED].includes(resource) && sameAs === undefined && onlyIn === undefined,
);

/** A row with its object after each step. */
interface Subject {
  readonly row: Row;
  readonly seeded: Values;
  /** Inputs by step, the service's changed values, and the written fields. */
  readonly steps: readonly { readonly args: Values; readonly held: Values; readonly names: readonly string[] }[];
}

async function subjectOf(row: Row, world: World): Promise<Subject> {
  const seeded = await row.setUp(world);
  const full = row.full(seeded);
  const changes = Object.entries(row.changes(seeded));
  const changed = { ...full, ...Object.fromEntries(changes.map(([name, { to }]) => [name, to])) };
  const changedTo = Object.assign({}, ...changes.map(([, { wire }]) => wire)) as Values;
  const plain = Object.fromEntries(Object.entries(changed).filter(([name]) => !(name in row.removals)));
  const removedTo = Object.assign({}, ...Object.values(row.removals)) as Values;
  const removals = Object.keys(row.removals).filter(
    (name) => !sameValue(row.removals[name], row.changes(seeded)[name]?.wire),
  );
  const steps = [
    { args: full, held: {}, names: [] },
    { args: changed, held: changedTo, names: changes.map(([name]) => name) },
    { args: plain, held: { ...changedTo, ...removedTo }, names: removals },
  ];
  return { row, seeded, steps };
}

describe.each(SCENARIO_DIALECTS)("with the %s dialect", (dialect) => {
  test("every field of one object of each kind is changed and removed with the fewest requests", async () => {
    const world = await startWorld(dialect);
    closeLater(() => world.sandbox.close());
    const subjects: Subject[] = [];
    for (const row of rows) subjects.push(await subjectOf(rowIn(row, dialect), world));
    const program = (step: number): string =>
      programOf(subjects.map(({ row, steps }) => declare(row.resource, row.resource, steps[step]?.args ?? {})));
    const stack = await PulumiStack.create({
      files: { "index.js": program(0).replaceAll(/^const \w+ = /gmu, "") },
      config: { "orgform:host": world.sandbox.host },
      secrets: { "orgform:apiKey": world.apiKey },
    });
    closeLater(() => stack.dispose());
    await stack.up();
    const { resources: entries = [] } = await stack.deployment();
    const idOf = ({ row }: Subject): string => entries.find(({ urn }) => urn.endsWith(`::${row.resource}`))?.id ?? "";
    const lookAt = (subject: Subject): Values => without(subject.row.derived, subject.row.look(world, idOf(subject)));
    const were = subjects.map(lookAt);

    for (const step of [1, 2]) {
      world.sandbox.control.clearRequests();
      stack.write({ "index.js": program(step).replaceAll(/^const \w+ = /gmu, "") });
      await stack.up();
      const methods = subjects.flatMap(({ row, seeded, steps }) =>
        methodsOfChanges(row, seeded, steps[step]?.names ?? []),
      );
      const writes = world.sandbox.control.requests().filter(({ method }) => method !== "GET");
      expect(writes.map(({ method }) => method).toSorted()).toEqual(methods.toSorted());
      const held = subjects.map(({ row, steps }, index) =>
        without(row.derived, { ...were[index], ...steps[step]?.held }),
      );
      expect(subjects.map(lookAt)).toEqual(held);
    }
    const unchanged = `${subjects.length + 1} unchanged`;
    expect(await stack.previewEmpty()).toContain(unchanged);
    expect(await stack.refresh("--expect-no-changes")).toContain(unchanged);
    await stack.destroy();
    const left = subjects.map(({ row, seeded }) => row.count(world, row.full(seeded)) - row.countAfterDelete);
    expect(left).toEqual(subjects.map(() => 0));
  });
});

function without(names: readonly string[], values: Values | undefined): Values {
  return Object.fromEntries(Object.entries(values ?? {}).filter(([name]) => !names.includes(name)));
}

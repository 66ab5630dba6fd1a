import { expect, test } from "@jest/globals";

import { ADOPT, fieldsOf } from "../../src/model/definition.ts";
import { defaultOf, type Field, isDecidedOnce } from "../../src/model/field.ts";
import type { Values } from "../../src/model/json-value.ts";
import { isFieldOfCell } from "../support/conformance-cells.ts";
import { UNKNOWN } from "../support/conformance-engine.ts";
import { methodsOfChanges } from "../support/conformance-rows.ts";
import {
  type Fixture,
  checked,
  created,
  describeRows,
  fitting,
  judged,
  settled,
} from "../support/conformance-table.ts";
import { requestsOf, writesOf } from "../support/scenario-world.ts";

const without = (values: Values, name: string): Values =>
  Object.fromEntries(Object.entries(values).filter(([key]) => key !== name));

/** Values without a field, or with what check fills in for it. */
function left({ definition }: Fixture, values: Values, name: string): Values {
  const fallback = defaultOf(definition.inputs[name] as Field);
  return fallback === undefined ? without(values, name) : { ...values, [name]: fallback };
}

/** Checks, compares, and updates as the engine does, in one process. The comparison sends only `looks`. */
async function applied(
  fixture: Fixture,
  before: Awaited<ReturnType<typeof settled>>,
  declared: Values,
  looks: readonly string[] = fixture.row.previewRequests ?? [],
) {
  const { resource } = fixture.row;
  const run = fixture.start();
  const inputs = await checked(run, fixture.row, declared, before.inputs);
  fixture.world.sandbox.control.clearRequests();
  const plan = await run.diff(resource, before.entry, inputs);
  // The shared lists that guards look at are read once: here, or already in an engine's check of a change.
  const shared = fixture.row.checkRequests;
  // A guard that judges by the object looks at it whatever changes.
  expect([looks, fixture.row.previewRequests ?? looks, ...(shared === undefined ? [] : [shared, []])]).toContainEqual(
    requestsOf(fixture.world, fixture.row.references),
  );
  const entry = await run.update(resource, before.entry, inputs);
  const writes = writesOf(fixture.world).map(({ method }) => method);
  return { plan, writes, entry, inputs };
}

const NOTHING_LEFT = { changes: false, replaces: [] };

describeRows(
  (fixture) => {
    const { row, definition } = fixture;
    const { resource } = row;
    const due = (values: Values): string[] => Object.keys(values).filter((name) => isFieldOfCell(fixture, name));
    const inPlace = due(row.changes({}));
    const replacing = Object.keys(row.replacements({}));
    const steering = due(row.stored);
    const removable = due(row.removals);
    const { changeMethod = "PATCH" } = row;
    const all = fieldsOf(definition, "inputs").filter(([name]) => name !== ADOPT && isFieldOfCell(fixture, name));

    for (const name of inPlace) {
      test(`a change of ${name} updates the object in place, with one request, and changes nothing else`, async () => {
        const before = await settled(fixture);
        const was = fixture.look(before.entry);
        const change = row.changes(fixture.seeded)[name];
        const after = await applied(fixture, before, { ...fixture.full, [name]: change?.to });
        expect(after.plan).toEqual({ changes: true, replaces: [] });
        expect(after.writes).toEqual(change?.writes ?? [changeMethod]);
        expect(fixture.look(after.entry)).toEqual({ ...was, ...change?.wire });
        const { id, state } = before.entry;
        expect(after.entry.id).toBe(id);
        const kept = (change?.ends ?? []).reduce(without, { ...state, [name]: change?.to });
        expect(judged(after.entry.state)).toEqual(fitting(definition, kept));
        expect(await fixture.start().diff(resource, after.entry, after.inputs)).toEqual(NOTHING_LEFT);
      });
    }

    for (const name of removable) {
      test(`${name}, once it left the program, goes back to the server-side default`, async () => {
        const before = await settled(fixture);
        const was = fixture.look(before.entry);
        const after = await applied(fixture, before, without(fixture.full, name));
        expect(after.plan).toEqual({ changes: true, replaces: [] });
        expect(after.writes).toEqual(row.changes(fixture.seeded)[name]?.writes ?? [changeMethod]);
        expect(fixture.look(after.entry)).toEqual({ ...was, ...row.removals[name] });
        expect(judged(after.entry.state)).toEqual(fitting(definition, left(fixture, before.entry.state, name)));
        expect(await fixture.start().diff(resource, after.entry, after.inputs)).toEqual(NOTHING_LEFT);
        const read = await fixture.start().read(resource, after.entry);
        expect(read).toEqual({ ...after.entry, inputs: after.inputs });
      });
    }

    // The service's values for an object without the fields determine the update for fields that left the program.
    test("removed fields hold what an object holds that never had them", async () => {
      const { entry } = await created(fixture, fixture.minimal);
      row.ripen?.(fixture.world, entry.id);
      const never = removable.filter((name) => !(name in fixture.minimal) && row.saidRemovals?.includes(name) !== true);
      const expected: Values = Object.assign({}, ...never.map((name) => row.removals[name]));
      expect(fixture.look(entry)).toMatchObject(expected);
    });

    for (const name of due(row.replacements({}))) {
      test(`a change of ${name} replaces the object`, async () => {
        const { entry, inputs } = await settled(fixture);
        const run = fixture.start();
        const rest = (row.excludes?.[name] ?? []).reduce(without, fixture.full);
        const other = { ...row.brings?.[name], [name]: row.replacements(fixture.seeded)[name] };
        const news = await checked(run, row, { ...rest, ...other }, inputs);
        // A field that leaves the program also replaces the object, if its change does and it isn't decided once.
        const isMissed = (other: string): boolean =>
          replacing.includes(other) && !isDecidedOnce(definition.inputs[other] as Field);
        const left = (row.excludes?.[name] ?? []).filter(isMissed);
        expect(await run.diff(resource, entry, news)).toEqual({ changes: true, replaces: [...left, name] });
      });
    }

    for (const name of steering) {
      test(`a change of ${name} is stored and nothing is sent`, async () => {
        const before = await settled(fixture);
        const after = await applied(fixture, before, { ...fixture.full, [name]: row.stored[name] }, []);
        expect(after.plan).toEqual({ changes: true, replaces: [] });
        expect(after.writes).toEqual([]);
        expect(after.entry).toEqual({
          id: before.entry.id,
          state: { ...before.entry.state, [name]: row.stored[name] },
        });
      });
    }

    for (const name of removable.filter((name) => name !== row.edit?.field)) {
      test(`an update of ${name} leaves a field alone that the program never had`, async () => {
        const { edit } = row;
        const { entry, inputs } = await created(fixture, fixture.minimal);
        row.ripen?.(fixture.world, entry.id);
        edit?.apply(fixture.world, entry.id);
        const was = fixture.look(entry);
        const declared = edit !== undefined && edit.field in fixture.minimal ? { [edit.field]: edit.value } : {};
        const change = row.changes(fixture.seeded)[name];
        const after = await applied(
          fixture,
          { entry, inputs },
          { ...fixture.minimal, ...declared, [name]: change?.to },
        );
        expect(fixture.look(after.entry)).toEqual({ ...was, ...change?.wire });
      });
    }

    test(`changes several fields with one ${changeMethod}, and those with a call of their own with that`, async () => {
      const before = await settled(fixture);
      const was = fixture.look(before.entry);
      const changes = Object.entries(row.changes(fixture.seeded));
      const news = Object.fromEntries(changes.map(([name, { to }]) => [name, to]));
      const after = await applied(fixture, before, { ...fixture.full, ...news });
      expect(after.writes).toEqual(methodsOfChanges(row, fixture.seeded, Object.keys(news)));
      expect(fixture.look(after.entry)).toEqual(Object.assign({ ...was }, ...changes.map(([, { wire }]) => wire)));
    });

    // An unknown value sends no more requests, so the dialect doesn't matter.
    for (const [name, { onChange }] of fixture.dialect === "2025-08" ? all : []) {
      const mayReplace = replacing.includes(name) || typeof onChange === "object";
      const replaces = fixture.engine.unknownReplaces && mayReplace ? [name] : [];
      test(`an unknown ${name} stays unknown through check, and is a change that replaces ${replaces.length === 0 ? "nothing" : "the object"}`, async () => {
        const { entry, inputs } = await settled(fixture);
        fixture.world.sandbox.control.clearRequests();
        const forNew = await checked(fixture.start(), row, { ...fixture.full, [name]: UNKNOWN });
        // Another process: to one, these would be two declarations of one object.
        const run = fixture.start();
        const forOld = await checked(run, row, { ...fixture.full, [name]: UNKNOWN }, inputs);
        expect(forNew).toEqual({ ...inputs, [name]: UNKNOWN });
        expect(forOld).toEqual({ ...inputs, [name]: UNKNOWN });
        expect(await run.diff(resource, entry, forOld)).toEqual({ changes: true, replaces });
        // An engine that announces a replacement asks first whether the object may be deleted.
        const looks = [...(row.checkRequests ?? []), ...(replaces.length === 0 ? [] : row.requests.delete)];
        expect(writesOf(fixture.world)).toEqual([]);
        expect(looks).toEqual(expect.arrayContaining(requestsOf(fixture.world, fixture.row.references)));
      });
    }
  },
  () => true,
  { furtherEngines: "each shape" },
);

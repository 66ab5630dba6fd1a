import { expect, test } from "@jest/globals";

import { ADOPT, fieldsOf } from "../../src/model/definition.ts";
import { defaultOf, type Field } from "../../src/model/field.ts";
import type { Values } from "../../src/model/json-value.ts";
import { UNKNOWN } from "../support/conformance-engine.ts";
import { methodsOfChanges } from "../support/conformance-rows.ts";
import { type Bench, checked, created, describeRows, fitting, judged, settled } from "../support/conformance-table.ts";
import { requestsOf, writesOf } from "../support/scenario-world.ts";

const without = (values: Values, name: string): Values =>
  Object.fromEntries(Object.entries(values).filter(([key]) => key !== name));

/** Values without a field, or with what check fills in for it. */
function left({ definition }: Bench, values: Values, name: string): Values {
  const fallback = defaultOf(definition.inputs[name] as Field);
  return fallback === undefined ? without(values, name) : { ...values, [name]: fallback };
}

/** Checks, compares and updates as the engine does, in one process; the comparison sends nothing but `looks`. */
async function applied(
  bench: Bench,
  before: Awaited<ReturnType<typeof settled>>,
  declared: Values,
  looks: readonly string[] = bench.row.previewRequests ?? [],
) {
  const { resource } = bench.row;
  const run = bench.start();
  const inputs = await checked(run, bench.row, declared, before.inputs);
  bench.world.sandbox.control.clearRequests();
  const plan = await run.diff(resource, before.entry, inputs);
  // The shared lists that guards look at are read once: here, or already in an engine's check of a change.
  const shared = bench.row.checkRequests;
  expect([looks, ...(shared === undefined ? [] : [shared, []])]).toContainEqual(requestsOf(bench.world));
  const entry = await run.update(resource, before.entry, inputs);
  const writes = writesOf(bench.world).map(({ method }) => method);
  return { plan, writes, entry, inputs };
}

const NOTHING_LEFT = { changes: false, replaces: [] };

describeRows((bench) => {
  const { row, definition } = bench;
  const { resource } = row;
  const inPlace = Object.keys(row.changes({}));
  const replacing = Object.keys(row.replacements({}));
  const steering = Object.keys(row.stored);
  const removable = Object.keys(row.removals);
  const { changeMethod = "PATCH" } = row;
  const all = fieldsOf(definition, "inputs").filter(([name]) => name !== ADOPT);

  for (const name of inPlace) {
    test(`a change of ${name} updates the object in place, with one request, and changes nothing else`, async () => {
      const before = await settled(bench);
      const was = bench.look(before.entry);
      const change = row.changes(bench.scene)[name];
      const after = await applied(bench, before, { ...bench.full, [name]: change?.to });
      expect(after.plan).toEqual({ changes: true, replaces: [] });
      expect(after.writes).toEqual(change?.writes ?? [changeMethod]);
      expect(bench.look(after.entry)).toEqual({ ...was, ...change?.wire });
      const { id, state } = before.entry;
      expect(after.entry.id).toBe(id);
      expect(judged(after.entry.state)).toEqual(fitting(definition, { ...state, [name]: change?.to }));
      expect(await bench.start().diff(resource, after.entry, after.inputs)).toEqual(NOTHING_LEFT);
    });
  }

  for (const name of removable) {
    test(`${name}, once it left the program, goes back to the server-side default`, async () => {
      const before = await settled(bench);
      const was = bench.look(before.entry);
      const after = await applied(bench, before, without(bench.full, name));
      expect(after.plan).toEqual({ changes: true, replaces: [] });
      expect(after.writes).toEqual(row.changes(bench.scene)[name]?.writes ?? [changeMethod]);
      expect(bench.look(after.entry)).toEqual({ ...was, ...row.removals[name] });
      expect(judged(after.entry.state)).toEqual(fitting(definition, left(bench, before.entry.state, name)));
      expect(await bench.start().diff(resource, after.entry, after.inputs)).toEqual(NOTHING_LEFT);
      const read = await bench.start().read(resource, after.entry);
      expect(read).toEqual({ ...after.entry, inputs: after.inputs });
    });
  }

  for (const name of replacing) {
    test(`a change of ${name} replaces the object`, async () => {
      const { entry, inputs } = await settled(bench);
      const run = bench.start();
      const rest = (row.excludes?.[name] ?? []).reduce(without, bench.full);
      const news = await checked(run, row, { ...rest, [name]: row.replacements(bench.scene)[name] }, inputs);
      expect(await run.diff(resource, entry, news)).toEqual({ changes: true, replaces: [name] });
    });
  }

  for (const name of steering) {
    test(`a change of ${name} is stored and nothing is sent`, async () => {
      const before = await settled(bench);
      const after = await applied(bench, before, { ...bench.full, [name]: row.stored[name] }, []);
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
      const { entry, inputs } = await created(bench, bench.minimal);
      row.ripen?.(bench.world, entry.id);
      edit?.apply(bench.world, entry.id);
      const was = bench.look(entry);
      const declared = edit !== undefined && edit.field in bench.minimal ? { [edit.field]: edit.value } : {};
      const change = row.changes(bench.scene)[name];
      const after = await applied(bench, { entry, inputs }, { ...bench.minimal, ...declared, [name]: change?.to });
      expect(bench.look(after.entry)).toEqual({ ...was, ...change?.wire });
    });
  }

  test(`changes several fields with one ${changeMethod}, and those with a call of their own with that`, async () => {
    const before = await settled(bench);
    const was = bench.look(before.entry);
    const changes = Object.entries(row.changes(bench.scene));
    const news = Object.fromEntries(changes.map(([name, { to }]) => [name, to]));
    const after = await applied(bench, before, { ...bench.full, ...news });
    expect(after.writes).toEqual(methodsOfChanges(row, bench.scene, Object.keys(news)));
    expect(bench.look(after.entry)).toEqual(Object.assign({ ...was }, ...changes.map(([, { wire }]) => wire)));
  });

  // Nothing is asked for an unknown value, so that the dialect has no part in it.
  for (const [name, { replacesOn }] of bench.dialect === "documented" ? all : []) {
    const mayReplace = replacing.includes(name) || replacesOn !== undefined;
    const replaces = bench.engine.unknownReplaces && mayReplace ? [name] : [];
    test(`an unknown ${name} stays unknown through check, and is a change that replaces ${replaces.length === 0 ? "nothing" : "the object"}`, async () => {
      const { entry, inputs } = await settled(bench);
      bench.world.sandbox.control.clearRequests();
      const run = bench.start();
      const forNew = await checked(run, row, { ...bench.full, [name]: UNKNOWN });
      const forOld = await checked(run, row, { ...bench.full, [name]: UNKNOWN }, inputs);
      expect(forNew).toEqual({ ...inputs, [name]: UNKNOWN });
      expect(forOld).toEqual({ ...inputs, [name]: UNKNOWN });
      expect(await run.diff(resource, entry, forOld)).toEqual({ changes: true, replaces });
      expect(requestsOf(bench.world)).toEqual([]);
    });
  }
});

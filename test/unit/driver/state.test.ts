import { describe, expect, test } from "@jest/globals";

import { isFingerprintOf } from "../../../src/driver/fingerprint.ts";
import { declaredIn, migrate, restate, scopeOf, store } from "../../../src/driver/state.ts";
import { aged, box, crate, failureOf, fakeBox, paint, vault } from "../../support/fake-resources.ts";

const at = { organizationId: "o1", boxId: "b1" };
const IDS = { organizationId: "o1", boxId: "b1" };
const ROW = { id: "b1", name: "a", color: "red", weight: null, combination: "c" };
const DECLARED = { organizationId: "o1", name: " a ", color: "red", isProtected: true };

describe("the state of an object", () => {
  test("has the declaration in its own spelling, what the service has instead, and nothing that isn't declared", () => {
    const inputs = { ...DECLARED, color: "blue" };
    expect(store(box, { ...ROW, color: "blue" }, at, { declared: inputs })).toEqual({
      id: "o1/b1",
      inputs,
      state: { ...IDS, ...inputs, stateVersion: 1 },
    });
    const changed = store(box, { ...ROW, name: "b", color: null }, at, { declared: DECLARED });
    expect(changed.inputs).toEqual({ organizationId: "o1", name: "b", isProtected: true });
    expect(changed.state).toEqual({ ...IDS, name: "b", isProtected: true, stateVersion: 1 });
  });

  test("has all that the service shows after an import, and Orgform's own settings with their defaults", () => {
    const inputs = { organizationId: "o1", name: "a", color: "red", combination: "c", isProtected: true };
    expect(store(box, ROW, at, {})).toEqual({
      id: "o1/b1",
      inputs,
      state: { ...IDS, ...inputs, stateVersion: 1 },
    });
  });

  test.each([
    [true, undefined, true],
    [false, { existed: true }, undefined],
    [undefined, { existed: true }, true],
    [undefined, { existed: "yes" }, undefined],
    [undefined, undefined, undefined],
  ])("notes that the object existed before: told %j, after the state %j: %j", (existed, previous, noted) => {
    const { state } = store(box, ROW, at, { declared: DECLARED, existed, previous });
    expect(state["existed"]).toBe(noted);
    expect("existed" in state).toBe(noted !== undefined);
  });

  test("leaves out what may not have been sent, and what has no value", () => {
    const declared = { ...DECLARED, password: "x", weight: null };
    const { inputs, state } = store(vault, ROW, at, { declared, unsent: new Set(["password"]) });
    expect(inputs).toEqual(DECLARED);
    expect(state).toEqual({ ...IDS, ...DECLARED, stateVersion: 1, fingerprints: { password: "uncertain" } });
  });

  test("has a hash of what is never shown, which the service's own has not after an import", () => {
    const { state } = store(vault, ROW, at, { declared: { ...DECLARED, password: "x" } });
    expect(isFingerprintOf("x", (state["fingerprints"] as { password: string }).password)).toBe(true);
    expect(store(vault, ROW, at, { declared: DECLARED }).state["fingerprints"]).toEqual({ password: "none" });
    expect("fingerprints" in store(vault, ROW, at, {}).state).toBe(false);
  });

  test("keeps what is declared and deferred, and says so", () => {
    const declared = { ...DECLARED, seal: "wax" };
    const { state } = store(crate, { ...ROW, seal: "" }, at, { declared });
    expect(state).toEqual({ ...IDS, ...declared, heldBack: ["seal"], stateVersion: 1 });
    const open = store(crate, { ...ROW, seal: "", isOpen: true }, at, { declared });
    expect(open.state).toEqual({ ...IDS, ...declared, seal: "", stateVersion: 1 });
  });

  test("keeps what is declared of an object that can't be changed any longer", () => {
    const sold = fakeBox({ capabilities: [{ name: "sold", isFinal: ({ color }) => color === "blue" }] });
    expect(store(sold, { ...ROW, color: "blue" }, at, { declared: DECLARED }).inputs).toEqual(DECLARED);
  });
});

describe("a state whose object isn't touched", () => {
  const state = { ...IDS, name: "a", color: "red", isProtected: true, existed: true, stateVersion: 0, other: 1 };

  test("has the new declaration, and all else as it was, in the present version", () => {
    const inputs = { organizationId: "o1", name: "a", isProtected: false, unknownToIt: 7 };
    expect(restate(box, state, inputs)).toEqual({
      ...IDS,
      name: "a",
      isProtected: false,
      existed: true,
      other: 1,
      stateVersion: 1,
    });
  });

  test("has a hash of each secret that is declared by now, and keeps that of the same secret", () => {
    const first = restate(vault, state, { ...declaredIn(vault, state), password: "x" });
    const hashes = first["fingerprints"] as { readonly password: string };
    expect(isFingerprintOf("x", hashes.password)).toBe(true);
    expect(restate(vault, first, { ...declaredIn(vault, first), isProtected: false })["fingerprints"]).toEqual(hashes);
    expect("fingerprints" in restate(box, state, {})).toBe(false);
  });
});

test("an identity is taken from the inputs, and has to be whole where the object exists anyway", () => {
  expect(scopeOf(box, { organizationId: "o1", name: "a" })).toEqual({ organizationId: "o1" });
  expect(scopeOf(paint, { organizationId: "o1", boxId: "b1" })).toEqual(at);
  expect(() => scopeOf({ ...paint, kind: "existing" }, { organizationId: "o1" })).toThrow(
    'The identity lacks its part "boxId"',
  );
});

describe("a state of another version", () => {
  test.each([
    [{ title: "a" }, { name: "a" }],
    [
      { title: "a", stateVersion: 1 },
      { name: "a", stateVersion: 1 },
    ],
    [
      { label: "a", stateVersion: 2 },
      { name: "a", stateVersion: 2 },
    ],
    [
      { name: "a", stateVersion: 3 },
      { name: "a", stateVersion: 3 },
    ],
  ])("is brought to the present one: %j", (state, now) => {
    expect(migrate(aged, state)).toEqual(now);
  });

  test("is refused if it is newer, or if nothing leads to the present one", async () => {
    const failure = (definition: typeof aged, state: Readonly<Record<string, unknown>>) =>
      failureOf(Promise.resolve().then(() => migrate(definition, state)));
    expect(await failure(aged, { name: "a", stateVersion: 4 })).toMatchObject({
      code: "state_from_newer_version",
      message:
        'Aged "a" has a newer state\nThe state has version 4; this Orgform knows 3. Install the version of Orgform that wrote it, or a later one.',
    });
    const { 1: _first, ...migrations } = aged.migrations;
    expect(await failure({ ...aged, migrations }, { name: "a", stateVersion: 1 })).toMatchObject({
      code: "internal",
      message:
        'The state of Aged "a" has version 1, and Orgform can\'t migrate it to version 3\nThe state was kept. This is a bug in Orgform. Report it with both numbers.',
    });
  });
});

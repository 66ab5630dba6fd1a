import { describe, expect, test } from "@jest/globals";
import * as z from "zod";

import { field, isStableIn } from "../../../src/model/field.ts";
import { type Stability, stableOnce, stableUnless, stableWhere } from "../../../src/model/stability.ts";

const isKept = (stable: true | Stability | undefined, changes: readonly string[], state = {}, inputs = {}): boolean =>
  isStableIn("token", field(z.string(), { doc: "Token.", ...(stable === undefined ? {} : { stable }) }), {
    state,
    inputs,
    changes: changes.map((path) => ({ path })),
  });

describe("an output in an update", () => {
  test("may change where nothing says otherwise, and never does where it is stable and state holds it", () => {
    expect(isKept(undefined, ["name"], { token: "t1" })).toBe(false);
    expect(isKept(true, ["name"], { token: "t1" })).toBe(true);
    expect(isKept(true, ["name"])).toBe(false);
  });

  test("stays where the declaration says so, once state holds it", () => {
    const stable = stableWhere(({ kind }) => kind === "kept", "in a rotation");
    expect(isKept(stable, ["name"], { token: "t1" }, { kind: "kept" })).toBe(true);
    expect(isKept(stable, ["name"], { token: "t1" }, { kind: "other" })).toBe(false);
    expect(isKept(stable, ["name"], {}, { kind: "kept" })).toBe(false);
  });

  test("stays unless one of some inputs changes, a member of one, or itself; an update without a change completes another", () => {
    const stable = stableUnless("scim");
    expect(isKept(stable, ["name", "scimming"])).toBe(true);
    expect(isKept(stable, ["name", "scim.enabled"])).toBe(false);
    expect(isKept(stable, ["token"])).toBe(false);
    expect(isKept(stable, [])).toBe(false);
  });

  test("stays once state says so", () => {
    const stable = stableOnce(({ status }) => status === "accepted");
    expect(isKept(stable, ["level"], { status: "accepted" })).toBe(true);
    expect(isKept(stable, ["level"], { status: "pending" })).toBe(false);
    expect(isKept(stable, [], { status: "accepted" })).toBe(false);
  });
});

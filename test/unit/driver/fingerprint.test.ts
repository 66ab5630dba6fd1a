// Runs alone: test/support/run/quick-hashes.ts makes hashes quick in other files.
import { describe, expect, test } from "@jest/globals";

import { comparisonWith, fingerprint, fingerprintsOf, isFingerprintOf } from "../../../src/driver/fingerprint.ts";
import { vault } from "../../support/fake-resources.ts";

/** Of "s3cret"; made by 0.1.0. */
const OF_THE_FIRST_VERSION = "scrypt:BwcHBwcHBwcHBwcHBwcHBw:SgYy3i1sN1Zsj42wWCiSd5-30RgblLavu0E0CzU_JNQ";

describe("a fingerprint", () => {
  test("is known by the value that it was made of, and by no other", () => {
    const made = fingerprint("s3cret");
    expect(isFingerprintOf("s3cret", made)).toBe(true);
    expect(isFingerprintOf("s3cret ", made)).toBe(false);
    expect(isFingerprintOf("", made)).toBe(false);
    expect(isFingerprintOf({ a: { c: 1, b: 2 }, d: 3 }, fingerprint({ d: 3, a: { b: 2, c: 1 } }))).toBe(true);
    expect(isFingerprintOf({ a: 1, b: 2 }, fingerprint({ a: 2, b: 1 }))).toBe(false);
  });

  test("of the first version, as a state holds it, is known", () => {
    expect(isFingerprintOf("s3cret", OF_THE_FIRST_VERSION)).toBe(true);
  });

  test("differs each time it is made, and holds nothing of the value", () => {
    const [one, two] = [fingerprint("s3cret"), fingerprint("s3cret")];
    expect(one).toMatch(/^scrypt:[\w-]{22}:[\w-]{43}$/u);
    expect(two).not.toBe(one);
    expect(one).not.toContain("s3cret");
  });

  test("that was cut off is another value's", () => {
    for (const cut of [OF_THE_FIRST_VERSION.slice(0, -3), `${OF_THE_FIRST_VERSION}AAAA`, "scrypt:BwcH:"])
      expect(isFingerprintOf("s3cret", cut)).toBe(false);
  });

  test.each([undefined, 5, "", "s3cret", "md5:a:b", "scrypt:only"])("is not seen in %j", (text) => {
    expect(isFingerprintOf("s3cret", text)).toBe(undefined);
  });
});

describe("the fingerprints of a state", () => {
  const made = fingerprintsOf(vault, { name: "a", password: "old" }, undefined);

  test("are those of the write-only inputs", () => {
    expect(Object.keys(made ?? {})).toEqual(["password"]);
    expect(isFingerprintOf("old", made?.["password"])).toBe(true);
  });

  test("tell what has no value from what nobody knows", () => {
    const none = { password: "none" };
    expect(fingerprintsOf(vault, { name: "a" }, { fingerprints: made })).toEqual(none);
    expect(fingerprintsOf(vault, { name: "a" }, undefined)).toEqual(none);
    expect(fingerprintsOf(vault, { name: "a" }, {})).toBe(undefined);
    expect(comparisonWith({ fingerprints: none })("password", "any")).toBe(false);
  });

  test("stay as they are while the value does", () => {
    expect(fingerprintsOf(vault, { password: "old" }, { fingerprints: made })).toEqual(made);
    const changed = fingerprintsOf(vault, { password: "new" }, { fingerprints: made });
    expect(changed).not.toEqual(made);
    expect(isFingerprintOf("new", changed?.["password"])).toBe(true);
  });

  test("are not worked out again beside the value that they were made of", () => {
    const fingerprints = { password: "scrypt:salt:taken on trust" };
    const state = { password: "old", fingerprints };
    expect(fingerprintsOf(vault, { password: "old" }, state)).toEqual(fingerprints);
    const changed = fingerprintsOf(vault, { password: "new" }, state);
    expect(isFingerprintOf("new", changed?.["password"])).toBe(true);
  });

  test("of what was not surely sent stay uncertain until something is", () => {
    const uncertain = { password: "uncertain" };
    expect(fingerprintsOf(vault, {}, { fingerprints: uncertain })).toEqual(uncertain);
    for (const state of [{}, { password: "old" }]) {
      const sent = fingerprintsOf(vault, { password: "old" }, { ...state, fingerprints: uncertain });
      expect(isFingerprintOf("old", sent?.["password"])).toBe(true);
    }
  });

  test("match no value that was not surely sent", () => {
    const unsent = fingerprintsOf(vault, {}, { fingerprints: made }, new Set(["password"]));
    const compare = comparisonWith({ fingerprints: unsent });
    expect([compare("password", "old"), compare("password", "new"), compare("password", "")]).toEqual([
      false,
      false,
      false,
    ]);
  });

  test("are what declared secrets are compared with", () => {
    const compare = comparisonWith({ fingerprints: made });
    expect([compare("password", "old"), compare("password", "new"), compare("other", "old")]).toEqual([
      true,
      false,
      undefined,
    ]);
    expect(comparisonWith({})("password", "old")).toBe(undefined);
  });
});

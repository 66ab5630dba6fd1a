import { describe, expect, test } from "@jest/globals";

import { driftFindings, driftGaps } from "../../../../src/cli/watch/drift-findings.ts";

const CANARY = "canary-of-a-secret";
const NOTHING = {
  changed: [],
  missing: [],
  unmanaged: [],
  unchecked: [],
  notCompared: [],
  unlisted: [],
  organizations: ["o1", "o2"],
} as const;

const role = (id: string) => ({ resource: "Role", id, address: `role ${id}` });

describe("findings of drift", () => {
  test("are one for each property and object, and have a secret's name alone", () => {
    const changed = {
      ...role("o1/1"),
      notes: [],
      properties: [
        { path: "name", isSecret: false, expected: "A", found: "B" },
        { path: "config.key", isSecret: true, expected: CANARY, found: `${CANARY}-2` },
        { path: "description", isSecret: false, found: "new" },
      ],
      lastChange: { by: "Ann", at: "2026-11-26T07:00:00Z", client: "mcp" },
    };
    const missing = { ...role("o1/2"), lastChange: null };
    const unmanaged = { resource: "Role", id: "o1/3", name: "Stray", importLine: "" };
    const report = { ...NOTHING, changed: [changed], missing: [missing], unmanaged: [unmanaged] };
    const found = driftFindings(report, {});
    const own = { type: "finding", resource: "Role", id: "o1/1", name: "role o1/1" };
    const ann = { name: "Ann", at: "2026-11-26T07:00:00Z", client: "mcp" };
    const differs = { ...own, kind: "changed", severity: "warning", by: ann };
    expect(found).toEqual([
      { ...differs, field: "name", expected: '"A"', found: '"B"' },
      { ...differs, field: "config.key", expected: "[secret]", found: "[secret]" },
      { ...differs, field: "description", expected: "(not set)", found: '"new"' },
      { ...own, id: "o1/2", name: "role o1/2", kind: "missing", severity: "error", by: null },
      { ...own, id: "o1/3", name: "Stray", kind: "unmanaged", severity: "note" },
    ]);
    expect(JSON.stringify(found)).not.toContain(CANARY);
    const severities = { changed: "note", missing: "warning", unmanaged: "error" } as const;
    expect(driftFindings(report, severities).map(({ severity }) => severity)).toEqual([
      "note",
      "note",
      "note",
      "warning",
      "error",
    ]);
  });
});

describe("what drift couldn't check", () => {
  const declared = ["o1", "o1/1", "o2", "o2/1"].map((id) => ({ id }));
  const unchecked = (ids: readonly string[]) => ids.map((id) => ({ ...role(id), reason: `401 of ${id}` }));
  const toldOf = (ids: readonly string[]) =>
    driftGaps({ ...NOTHING, unchecked: unchecked(ids) }, declared, {})
      .filter(({ isSilent }) => !isSilent)
      .map(({ resource, id, within, reason }) => [resource, id, within, reason]);

  test.each<[string, readonly string[], readonly unknown[]]>([
    ["nothing", [], []],
    ["one object", ["o1/1"], [["Role", "o1/1", undefined, "401 of o1/1"]]],
    ["all of one organization, as one gap", ["o1", "o1/1"], [["Organization", "o1", "o1", "401 of o1"]]],
    [
      "all of one organization, and one object of the other",
      ["o2", "o2/1", "o1/1"],
      [
        ["Organization", "o2", "o2", "401 of o2"],
        ["Role", "o1/1", undefined, "401 of o1/1"],
      ],
    ],
    ["everything, as one gap", ["o1", "o1/1", "o2", "o2/1"], [[undefined, undefined, undefined, "401 of o1"]]],
  ])("is reported: %s", (_name, ids, told) => {
    expect(toldOf(ids)).toEqual(told);
  });

  test("what a service never shows is a silent gap", () => {
    const report = {
      ...NOTHING,
      unlisted: [{ resource: "Plugin", what: "plugins", reason: "no list" }],
      notCompared: [{ ...role("o1/1"), properties: ["key"] }],
    };
    expect(driftGaps(report, declared, { unchecked: "error" })).toMatchObject([
      { resource: "Plugin", severity: "error", isSilent: true },
      { resource: "Role", id: "o1/1", field: "key", severity: "error", isSilent: true },
    ]);
  });
});

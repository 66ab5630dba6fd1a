import { expect, test } from "@jest/globals";

import type { PlannedObject } from "../../../packages/fleet/src/run/events.ts";
import { objectSections } from "../../../packages/fleet/src/run/object-sections.ts";
import { summaryOf } from "../../../packages/fleet/src/run/summary.ts";

const object = (operation: PlannedObject["operation"], address: string, ...fields: string[]): PlannedObject => ({
  operation,
  address,
  fields,
});

const NAMES = ["d", "c", "b", "a"];
/** The objects of each organization, in an order that no section keeps. */
const PLANNED = NAMES.map((name, at) => ({
  name,
  objects: [
    object("create", "Role z"),
    ...(at < 3 ? [object("create", "Role a")] : []),
    ...(at === 0 ? [object("create", "Role k"), object("create", "Role b"), object("create", "Role b")] : []),
    object("update", "Role z", "name", "level"),
    ...(at === 1 ? [object("replace", "Domain x", "domain"), object("delete", "Domain y")] : []),
  ],
}));

test("deletions come first, then what most organizations have in common, then names", () => {
  for (const planned of [PLANNED, [...PLANNED, { name: "without" }]]) {
    expect(objectSections(planned)).toEqual([
      {
        operation: "delete",
        heading: "To delete: 1 object",
        rows: [{ object: "Domain y", organizations: "in c" }],
      },
      {
        operation: "replace",
        heading: "To replace: 1 object",
        rows: [{ object: "Domain x: domain", organizations: "in c" }],
      },
      {
        operation: "update",
        heading: "To update: 4 objects",
        rows: [{ object: "Role z: name, level", organizations: "in 4 organizations" }],
      },
      {
        operation: "create",
        heading: "To create: 9 objects",
        rows: [
          { object: "Role z", organizations: "in 4 organizations" },
          { object: "Role a", organizations: "in d, c, b" },
          { object: "Role b", organizations: "in d" },
          { object: "Role k", organizations: "in d" },
        ],
      },
    ]);
  }
});

test("objects of the same name with other fields aren't the same", () => {
  const planned = ["a", "b"].map((name) => ({ name, objects: [object("update", "Role z", `of ${name}`)] }));
  const [section] = objectSections(planned);
  expect(section?.rows.map((row) => `${row.object} ${row.organizations}`)).toEqual([
    "Role z: of a in a",
    "Role z: of b in b",
  ]);
});

test("a summary tells of objects or causes, and there is none without either", () => {
  const outcome = {
    state: "succeeded",
    changes: { create: 0, update: 0, replace: 0, delete: 0 },
    durationMs: 1,
  } as const;
  const one = { name: "a", state: "succeeded", outcome } as const;
  expect(summaryOf([])).toBeUndefined();
  expect(summaryOf([one, { name: "b", state: "waiting" }])).toBeUndefined();
  const planned = { ...one, outcome: { ...outcome, objects: [object("create", "Role a")] } };
  expect(summaryOf([planned])).toEqual({
    event: "summary",
    objects: [{ ...object("create", "Role a"), organizations: ["a"] }],
    causes: [],
  });
  const failed = { name: "b", state: "failed", outcome: { ...outcome, state: "failed", message: "No seat." } } as const;
  expect(summaryOf([failed])).toEqual({
    event: "summary",
    objects: [],
    causes: [{ message: "No seat.", organizations: ["b"] }],
  });
});

import { expect, test } from "@jest/globals";

import { limitsFrom } from "../../../packages/fleet/src/budget/limits.ts";
import type { RecordedOrganization } from "../../../packages/fleet/src/record/run-record.ts";
import { invitesNote } from "../../../packages/fleet/src/run/invites-note.ts";

const planned = (name: string, invites?: number): RecordedOrganization =>
  ({ name, outcome: invites === undefined ? undefined : { invites } }) as RecordedOrganization; // -- what the note reads

const HOURLY = limitsFrom({ invitesPerHour: 10, invitesPerDay: 1000 });
const DAILY = limitsFrom({ invitesPerHour: 1000, invitesPerDay: 10 });

test.each([
  ["hour", HOURLY],
  ["day", DAILY],
])("the smaller limit of invites decides, here that of a %s", (_what, limits) => {
  expect(invitesNote([], limits)).toBeUndefined();
  expect(invitesNote([planned("a"), planned("b", 10)], limits)).toBeUndefined();
  const note = invitesNote([planned("a", 10), planned("b", 11), planned("c", 12)], limits) ?? "";
  expect(note).toMatch(/^More invites than the 10 that an organization can send in an hour: b \(11\), c \(12\)\. /u);
});

test("the last invite of the largest organization says how long it takes", () => {
  expect(invitesNote([planned("a", 25), planned("b", 11)], HOURLY)).toMatch(
    /until later runs send them\. The last one can be sent 12\d min after the first\.$/u,
  );
});

test("more than five organizations are counted", () => {
  const names = ["a", "b", "c", "d", "e", "f", "g"];
  const note = (many: number) =>
    invitesNote(
      names.slice(0, many).map((name) => planned(name, 11)),
      HOURLY,
    );
  expect(note(5)).toContain("e (11). The rest");
  expect(note(7)).toContain("e (11) and 2 more. The rest");
});

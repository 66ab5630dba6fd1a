import { readFileSync } from "node:fs";

import { EQUIVALENT_FORMS, EQUIVALENTS, type Equivalent } from "./equivalents.ts";
import { PLAN } from "./plan.ts";
import type { Pass } from "./record.ts";
import { percentOf, type RoomScore } from "./score.ts";

/** The result of a completed run for a room. */
export interface RoomRecord extends Pick<RoomScore, "noticed" | "judged" | "equivalent"> {
  /** The tests that ran: only those near the room, also some that were named, or all. */
  readonly asked: "near" | "some" | "all";
}

/** The results of the runs: by seed, the rooms of the run. */
export type StrengthRecord = Readonly<Record<string, Readonly<Record<string, RoomRecord>>>>;

/** Where the scores are stored. */
export const STRENGTH_RECORD = new URL("scores.json", import.meta.url);

/** All scores that are kept. */
export function strengthRecord(): StrengthRecord {
  // Only `mutate` writes it. -- its own shape
  return JSON.parse(readFileSync(STRENGTH_RECORD, "utf8")) as StrengthRecord;
}

/** The record with a completed run: its rooms replace earlier results with the same seed. */
export function withRun(
  record: StrengthRecord,
  seed: string,
  scores: readonly RoomScore[],
  passes: readonly Pass[],
): StrengthRecord {
  const asked = passes.includes("all") ? "all" : passes.length > 1 ? "some" : "near";
  const rooms = scores
    .filter(({ room }) => room !== "all")
    .map(({ room, noticed, judged, equivalent }) => [room, { noticed, judged, equivalent, asked }] as const);
  return { ...record, [seed]: { ...record[seed], ...Object.fromEntries(rooms) } };
}

/** The page that says how well the tests notice changes, room by room. */
export function strengthPage(
  record: StrengthRecord = strengthRecord(),
  equivalents: readonly Equivalent[] = EQUIVALENTS,
): string {
  const seeds = Object.keys(record);
  const rooms = Object.keys(PLAN.layers);
  const cells = (of: (room: RoomRecord | undefined) => string, room: string): string =>
    seeds.map((seed) => of(record[seed]?.[room])).join(" | ");
  const rows = rooms.map((room) => `| \`${PLAN.layers[room]?.folder}\` | ${cells(cellOf, room)} |`);
  const totals = seeds.map((seed) => totalOf(Object.values(record[seed] ?? {})));
  return [
    "# How strong the tests are",
    "",
    "`npm run mutate` changes the sources in many places, one at a time, and counts the changes that a test notices. This page",
    "shows its scores for each folder of code. A seed decides which places a run changes, so a new seed asks new questions.",
    "A run that has tried all of its changes writes this page; don't edit it.",
    "",
    "A score with a star is of a run that asked only the tests near the folder, so it's a lower bound. With two stars, the run",
    "also asked some other tests about the survivors. Still others may notice more. In the last row, the stars are those of the",
    "weakest score. A hyphen means that no run with the seed has tried all of its changes in the folder.",
    "",
    `| folder | ${seeds.map((seed) => `seed ${seed}`).join(" | ")} |`,
    `|---|${seeds.map(() => "---|").join("")}`,
    ...rows,
    `| all of these | ${totals.join(" | ")} |`,
    "",
    ...equivalentLines(equivalents),
  ].join("\n");
}

/** For instance "11 of 12 (91.7 %)". A star means that only near tests ran; a hyphen, that the run has no score. */
function cellOf(room: RoomRecord | undefined): string {
  return room === undefined ? "-" : `${shareOf(room)}${STARS[room.asked]}`;
}

const STARS = { near: " *", some: " **", all: "" } as const;

function shareOf({ noticed, judged }: Pick<RoomRecord, "noticed" | "judged">): string {
  return `${noticed} of ${judged} (${percentOf(noticed, judged)} %)`;
}

/** The same for all rooms together: one that didn't ask all tests makes a lower bound of the whole. */
function totalOf(rooms: readonly RoomRecord[]): string {
  const sum = (part: "noticed" | "judged" | "equivalent"): number =>
    rooms.reduce((total, room) => total + room[part], 0);
  const asked = (["near", "some"] as const).find((weaker) => rooms.some((room) => room.asked === weaker)) ?? "all";
  return cellOf({ noticed: sum("noticed"), judged: sum("judged"), equivalent: sum("equivalent"), asked });
}

function equivalentLines(equivalents: readonly Equivalent[]): string[] {
  return [
    "## Changes that nobody can notice",
    "",
    "With these changes, the program does what it did before, so no test can tell them apart. A score leaves them out. If you",
    "find another one among the survivors, add it with its reason to `scripts/mutate/equivalents.ts`. The changed part of a",
    "line is between « and ».",
    "",
    ...EQUIVALENT_FORMS.map(({ change, reason }) => `- Everywhere: ${change}. ${reason}`),
    ...equivalents.map(
      ({ file, code, replacement, reason }) => `- \`${file}\`: \`${code}\` becomes \`${replacement}\`. ${reason}`,
    ),
    "",
  ];
}

import type { FlowScript } from "../flow-script.ts";
import { capturePersons, numberedPersons } from "../persons.ts";
import type { RecordedRow } from "../recording.ts";
import type { Stage } from "../stage.ts";

/** Number of the first of the forty persons. */
const FIRST_NUMBER = 77;

/** The forty persons, which the rows name by number and UUID. */
async function addForty(stage: Stage): Promise<void> {
  const persons = numberedPersons(40, (number) => [`d${number}`, `anon-${number}`, `x-${number}`]);
  const made = await capturePersons(stage.sandbox, stage.projectsOf(stage.firstId)[0] ?? 0, persons);
  for (const [index, { number }] of made.entries()) stage.identities.bind(FIRST_NUMBER + index, number, "person");
}

type RecordedPersons = { results?: { uuid?: string; distinct_ids?: string[] }[] } | undefined;

/** Binds the recorded UUIDs, which a later row can name before any response shows them. */
async function bindUuids(stage: Stage, rows: readonly RecordedRow[]): Promise<void> {
  await addForty(stage);
  const made = stage.sandbox.control.call("GET", "persons") as { id: string; distinct_ids: string[] }[];
  for (const person of rows.slice(0, 16).flatMap((row) => (row.body as RecordedPersons)?.results ?? [])) {
    const own = made.find((each) => each.distinct_ids.includes(person.distinct_ids?.[0] ?? ""));
    if (own !== undefined) stage.identities.bind(person.uuid ?? "", own.id);
  }
}

/** In the recording, person 11 had only one distinct ID, because the others never arrived. */
async function leaveOneId(stage: Stage): Promise<void> {
  await stage.call("GET", "/api/users/@me/");
}

/** Persons and events. */
export const PERSON_FLOW: FlowScript = {
  now: "2026-11-20T23:18:41Z",
  startsWithoutPersons: true,
  prepare: bindUuids,
  setups: {
    "40 persons with three distinct ids each": () => {},
    "person 11 has one distinct id": leaveOneId,
  },
};

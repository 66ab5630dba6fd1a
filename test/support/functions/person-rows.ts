import type { Values } from "../../../src/model/json-value.ts";
import type { FunctionWorld } from "./function-world.ts";
import type { FunctionRow } from "./row.ts";
import type { Seeded } from "./seeded.ts";

const project = ({ projectId }: Seeded) => ({ projectId });
const ofAda = ({ projectId, ada }: Seeded) => ({ projectId, personId: ada });
const ofBob = ({ projectId, bob }: Seeded) => ({ projectId, personId: bob });

const ADA = { name: "ada@acme.example", distinctIds: ["ada", "ada-2"], createdAt: "2030-01-02T09:00:00Z" };
const BOB = { name: "bob@acme.example", distinctIds: ["bob"], createdAt: "2030-01-02T09:00:02Z" };
const FOUNDERS = { user: { first_name: "Founder", email: "founder@acme.example" } };

/** Distinct IDs of the remaining persons, with their plans. */
function people({ sandbox, seeded }: FunctionWorld): Values {
  const persons = sandbox.control.call("GET", `persons?project=${seeded.projectId}`) as {
    distinct_ids: string[];
    properties: Values;
  }[];
  return Object.fromEntries(persons.map((one) => [one.distinct_ids.toSorted().join(" "), one.properties]));
}

const BOTH = { "ada ada-2": { email: "ada@acme.example", plan: "max" }, bob: { plan: "free" } };
const BOB_ALONE = { look: (world: FunctionWorld) => Object.keys(people(world)), after: () => ["bob"] };

/** Ada's properties. */
const properties = { look: (world: FunctionWorld) => people(world)["ada ada-2"] };

export const PERSON_ROWS: Readonly<Record<string, FunctionRow>> = {
  listPersons: {
    args: project,
    gives: ({ ada, bob }) => [
      { ...BOB, uuid: bob, properties: { plan: "free", seen: true } },
      { ...ADA, uuid: ada, properties: BOTH["ada ada-2"] },
    ],
  },
  getPerson: { args: ofAda, gives: ({ ada }) => ({ ...ADA, uuid: ada, properties: BOTH["ada ada-2"] }) },
  listPersonActivity: {
    args: ofBob,
    gives: () => [{ ...FOUNDERS, activity: "updated", scope: "Person", createdAt: "2030-01-09T12:00:00.218000Z" }],
    others: (seeded) => [project(seeded)],
  },
  listPersonCohorts: {
    args: ofAda,
    gives: () => [{ id: 1, name: "Payers", count: 1 }],
    departs: {
      "2025-08": {
        because: "the running service fails on it",
        fails: /500 unavailable.*\n.*fails on the service of August 2025/u,
      },
    },
  },
  listPersonPropertyValues: {
    args: (seeded) => ({ ...project(seeded), key: "plan" }),
    gives: () => [
      { name: "free", count: 1 },
      { name: "max", count: 1 },
    ],
  },
  getPersonPropertiesTimeline: {
    args: ofAda,
    gives: () => ({
      points: [{ timestamp: "2030-01-02T09:00:00+00:00", properties: {}, relevant_event_count: 8 }],
      crucialPropertyKeys: [],
      effectiveDateFrom: "2030-01-02T00:00:00+00:00",
      effectiveDateTo: "2030-01-09T23:59:59.999999+00:00",
    }),
  },
  updatePerson: {
    args: (seeded) => ({ ...ofAda(seeded), properties: { plan: "enterprise", seats: 5 } }),
    gives: () => ({ outcome: "visible" }),
    effect: { ...properties, after: () => ({ email: "ada@acme.example", plan: "enterprise", seats: 5 }) },
  },
  updatePersonProperty: {
    args: (seeded) => ({ ...ofAda(seeded), key: "plan", value: { tier: 2 } }),
    gives: () => ({ outcome: "visible" }),
    effect: { ...properties, after: () => ({ email: "ada@acme.example", plan: { tier: 2 } }) },
  },
  deletePersonProperty: {
    args: (seeded) => ({ ...ofAda(seeded), key: "plan" }),
    gives: () => ({ outcome: "visible" }),
    effect: {
      look: (world) => Object.keys(people(world)["ada ada-2"] as Values),
      after: () => ["email"],
    },
  },
  splitPerson: {
    args: (seeded) => ({ ...ofAda(seeded), mainDistinctId: "ada" }),
    gives: () => ({ outcome: "accepted" }),
    givesAgain: () => ({ outcome: "already split" }),
    effect: { look: (world) => Object.keys(people(world)).toSorted(), after: () => ["ada", "ada-2", "bob"] },
  },
  deletePerson: {
    args: ofAda,
    gives: () => ({ outcome: "deleted" }),
    givesAgain: () => ({ outcome: "absent" }),
    effect: BOB_ALONE,
  },
  bulkDeletePersons: {
    args: (seeded) => ({ ...project(seeded), distinctIds: ["ada", "nobody"] }),
    gives: () => ({
      requested: 2,
      items: [
        { id: "ada", outcome: "accepted" },
        { id: "nobody", outcome: "accepted" },
      ],
    }),
    // Later services return these numbers. Recorded services return nothing.
    absent: ["deleted", "found", "queued"],
    departs: {
      "2026-09": {
        because: "the service queues and says so",
        gives: () => ({ requested: 2, found: 1, deleted: 0, queued: 1 }),
        absent: [],
      },
    },
    effect: {
      ...BOB_ALONE,
      look: (world) => {
        // A queued deletion takes some minutes.
        world.sandbox.control.advanceClock(180);
        return BOB_ALONE.look(world);
      },
    },
  },
};

const EVENT = { event: "look", distinctId: "ada", elements: [] };

export const EVENT_ROWS: Readonly<Record<string, FunctionRow>> = {
  listEvents: {
    args: (seeded) => ({
      ...project(seeded),
      event: "look",
      distinctId: "ada",
      after: "2030-01-01",
      includePerson: true,
    }),
    gives: () => [
      { ...EVENT, timestamp: "2030-01-08T10:00:00+00:00", properties: { $browser: "Chrome" } },
      {
        event: "look",
        timestamp: "2030-01-05T10:00:00+00:00",
        properties: { $browser: "Firefox" },
        person: { distinct_ids: ["ada"], properties: { email: "ada@acme.example" } },
        elements: [{ tag_name: "a", text: "Home" }],
      },
    ],
  },
  getEvent: {
    args: ({ projectId, look }) => ({ projectId, eventId: look, includePerson: true }),
    gives: ({ look }) => ({ ...EVENT, id: look, timestamp: "2030-01-08T10:00:00+00:00" }),
  },
  listEventPropertyValues: {
    args: (seeded) => ({ ...project(seeded), key: "$browser", eventName: ["look"] }),
    gives: () => [{ name: "Chrome" }, { name: "Firefox" }],
    absent: ["count"],
  },
};

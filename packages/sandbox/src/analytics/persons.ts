import { createHash } from "node:crypto";
import type { World } from "../world.ts";
import {
  DISTINCT_IDS_TABLE,
  type DistinctIdRow,
  PERSONS_TABLE,
  type PersonRow,
  type Properties,
  TOMBSTONES_TABLE,
} from "./rows.ts";

/** Namespace of persons' UUIDs. @source live notes on persons and events, 1.9 */
const PERSON_NAMESPACE = Buffer.from("932979b465c3442484670b66ec27bc22", "hex");

/** The UUID of a distinct ID's person: version 5 of `<project>:<distinct ID>`. @source as above @public */
export function personUuid(project: number, distinctId: string): string {
  const bytes = createHash("sha1").update(PERSON_NAMESPACE).update(`${project}:${distinctId}`).digest();
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x50;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString("hex").slice(0, 32);
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** Key of a distinct ID's row. @public */
export const distinctKey = (project: number, distinctId: string): string => `${project}:${distinctId}`;

/** The person with a distinct ID. */
export function personOf(world: World, project: number, distinctId: string): PersonRow | undefined {
  const row = world.store.table(DISTINCT_IDS_TABLE).get(distinctKey(project, distinctId));
  return row === undefined ? undefined : world.store.table(PERSONS_TABLE).get(row.person);
}

/** A person's distinct IDs, oldest first; at most `limit`. */
export function distinctIdsOf(world: World, person: string, limit?: number): string[] {
  const rows = world.store.table(DISTINCT_IDS_TABLE).where({ person }, { limit });
  return rows.map((row) => row.distinct_id);
}

/** The initial values of a person. */
export type NewPerson = Pick<PersonRow, "project" | "properties" | "created_ms" | "is_identified"> & {
  readonly distinctIds: readonly string[];
};

/**
 * Creates a person with the UUID of its first distinct ID. Lists leave it out if a person of this UUID was deleted.
 * @source live notes on persons and events, 1.9 and 10
 */
export function createPerson(world: World, person: NewPerson): PersonRow {
  const { distinctIds, ...rest } = person;
  const id = personUuid(person.project, distinctIds[0] ?? "");
  const isHidden = world.store.table(TOMBSTONES_TABLE).get(id) !== undefined;
  return addPerson(world, { ...rest, id, distinctIds, is_hidden: isHidden });
}

function addPerson(
  world: World,
  person: Omit<PersonRow, "number" | "email"> & { readonly distinctIds: readonly string[] },
): PersonRow {
  const { distinctIds, ...row } = person;
  const made = putPerson(world, { ...row, number: nextPersonNumber(world) });
  for (const distinctId of distinctIds) putDistinctId(world, made.project, distinctId, made.id);
  return made;
}

/** Stores a person. */
export function putPerson(world: World, row: Omit<PersonRow, "email">): PersonRow {
  return world.store.table(PERSONS_TABLE).put({ ...row, email: emailIn(row.properties) });
}

/** The value of the column for searches by address. @public */
export function emailIn(properties: Properties): string | null {
  return typeof properties["email"] === "string" ? properties["email"] : null;
}

/** Assigns a distinct ID to a person; a known ID moves to that person. */
export function putDistinctId(world: World, project: number, distinctId: string, person: string): DistinctIdRow {
  const id = distinctKey(project, distinctId);
  return world.store.table(DISTINCT_IDS_TABLE).put({ id, project, distinct_id: distinctId, person });
}

/** Persons are numbered across all projects. */
function nextPersonNumber(world: World): number {
  return takePersonNumbers(world, 1);
}

/** Reserves numbers for several new persons; returns the first. @public */
export function takePersonNumbers(world: World, count: number): number {
  const { singletons } = world.store.tables;
  const last = Number(singletons.get("counter:persons")?.value ?? 0);
  singletons.put({ id: "counter:persons", value: last + count });
  return last + 1;
}

/**
 * Merges two persons: the first stays, its properties win, and it gets the older date. An identified person is merged
 * into another one only if `isForced`.
 * @source live notes on persons and events, 7.2; which side wins is inferred
 */
export function mergePersons(world: World, kept: PersonRow, other: PersonRow, isForced: boolean): PersonRow {
  if (kept.id === other.id || (other.is_identified && !isForced)) return kept;
  for (const distinctId of distinctIdsOf(world, other.id)) putDistinctId(world, kept.project, distinctId, kept.id);
  world.store.table(PERSONS_TABLE).delete(other.id);
  return putPerson(world, {
    ...kept,
    properties: { ...other.properties, ...kept.properties },
    created_ms: Math.min(kept.created_ms, other.created_ms),
    is_identified: true,
  });
}

/** Deletes a person and its distinct IDs immediately; its events stay. @source live notes on persons and events, 3.4 */
export function removePerson(world: World, person: PersonRow): void {
  world.store.table(DISTINCT_IDS_TABLE).deleteWhere({ person: person.id });
  world.store.table(PERSONS_TABLE).delete(person.id);
  world.store.table(TOMBSTONES_TABLE).put({ id: person.id, project: person.project });
}

/**
 * Gives every distinct ID except `main` its own person. Without `main`, the first ID stays and the person loses its
 * properties; with a `main` that isn't the person's, the person keeps no ID.
 * @source live service 2025-08, flow 10:108-128
 */
export function splitPerson(world: World, person: PersonRow, main: unknown): void {
  const distinctIds = distinctIdsOf(world, person.id);
  const isGiven = main !== undefined && main !== null && main !== "" && main !== 0 && main !== false;
  if (!isGiven) putPerson(world, { ...person, properties: {} });
  const staying = isGiven ? main : distinctIds[0];
  for (const distinctId of distinctIds) {
    if (distinctId === staying) continue;
    const own = personUuid(person.project, distinctId);
    // The UUID is taken if the departing ID is the one that the person was created for. @source live notes 3.7, newest
    const isTaken = world.store.table(PERSONS_TABLE).get(own) !== undefined;
    addPerson(world, {
      id: isTaken ? personUuid(person.project, `${distinctId}:split`) : own,
      project: person.project,
      properties: {},
      created_ms: world.clock.nowMs(),
      is_identified: false,
      is_hidden: false,
      distinctIds: [distinctId],
    });
  }
}

/** Shows a person again whose UUID is that of a deleted one. @source live notes on persons and events, 3.15 */
export function showAgain(world: World, person: PersonRow): void {
  world.store.table(TOMBSTONES_TABLE).delete(person.id);
  putPerson(world, { ...person, is_hidden: false });
}

/** Whether it looks like an ID that a browser generated. @source live notes on persons and events, 2.2 */
const ANONYMOUS = /^[a-z0-9]+-[a-z0-9]+-[a-z0-9]+-[a-z0-9]+-[a-z0-9]+$/;

/** IDs that somebody chose come first. @source live notes on persons and events, 2.1 */
export function chosenFirst(distinctIds: readonly string[]): string[] {
  return [...distinctIds.filter((id) => !ANONYMOUS.test(id)), ...distinctIds.filter((id) => ANONYMOUS.test(id))];
}

/** Properties that can name a person. @source live notes on persons and events, 2.2 */
const NAMING = ["email", "Email", "$email", "name", "Name", "username", "Username", "UserName"];

/** A person's name: the first naming property with a value, else a distinct ID, else the number. @source as above */
export function personName(person: PersonRow, distinctIds: readonly string[], naming: unknown): string {
  const keys = Array.isArray(naming) && naming.length > 0 ? naming.map(String) : NAMING;
  for (const key of keys) {
    const value = person.properties[key];
    if (value !== undefined && value !== null && value !== "" && value !== false && value !== 0) {
      return typeof value === "string" ? value : JSON.stringify(value);
    }
  }
  return chosenFirst(distinctIds)[0] ?? String(person.number);
}

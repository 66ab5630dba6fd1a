import type { Api } from "../../../client/client.ts";
import { mayHaveBeenApplied } from "../../../client/errors.ts";
import type { IntegrationWire } from "../../../client/integrations.ts";
import type { Call } from "../../../model/call.ts";
import type { WriteContext } from "../../../model/call-context.ts";
import type { Values } from "../../../model/json-value.ts";
import { message } from "../../../model/messages.ts";
import type { IntegrationBlock } from "./integration-kinds.ts";
import { nextName } from "./integration-names.ts";
import { type IntegrationUser, usersOf } from "./integration-users.ts";
import {
  configOf,
  type IntegrationRows,
  integrationsAmong,
  kindOf,
  onSecondOf,
  roundOfRow,
  wordOf,
} from "./integration-wire.ts";

/** An integration to which to give the declared values. */
export interface Rotation {
  readonly projectId: string;
  readonly block: IntegrationBlock;
  readonly identity: string;
  /** All fields, including secrets. */
  readonly members: Values;
}

/**
 * Rotates an integration's credentials, because the service can't change an integration.
 *
 * Each way starts from the current objects, so it can be repeated after a killed attempt or a lost response. Undefined
 * means that the service didn't show the created object.
 */
export async function rotate(api: Api, rotation: Rotation, call: WriteContext): Promise<IntegrationRows | undefined> {
  const onSecond = onSecondOf(kindOf(rotation.block), rotation.members);
  if (onSecond === "refused") return createSuccessor(api, rotation, call);
  if (onSecond === "failed") for (const row of await rowsNow(api, rotation, call)) await drop(api, rotation, row, call);
  const made = await make(api, rotation, configOf(rotation.block, rotation.members, true), call);
  return made === undefined ? undefined : whole(rotation, made);
}

/**
 * Creates a successor under the next name, links every user of its predecessors to it, and then deletes these. So
 * anything that a killed attempt left is older than the next attempt's successor, and its values don't matter.
 */
async function createSuccessor(api: Api, rotation: Rotation, call: WriteContext): Promise<IntegrationRows | undefined> {
  const { projectId, block, identity, members } = rotation;
  const rows = await rowsNow(api, rotation, call);
  const numbers = rows.map(({ id }) => id);
  // Reads users before it creates anything, so a key that can't see them leaves nothing behind.
  const users = await usersOf(api, projectId, numbers, call);
  // Otherwise, unused integrations of failed attempts would accumulate.
  const idle = rows.slice(1, -1).filter(({ id }) => !users.some((user) => user.of === id));
  for (const row of idle) await drop(api, rotation, row, call);
  const round = Math.max(0, ...rows.map(roundOfRow));
  const name = round === 0 ? identity : nextName(identity, round);
  const made = await make(api, rotation, configOf(block, { ...members, name }), call);
  if (made === undefined) return undefined;
  await linkAll(api, { projectId, numbers, to: made.id, users }, call);
  for (const row of rows.filter((one) => !idle.includes(one))) await drop(api, rotation, row, call);
  return whole(rotation, made);
}

/** Most checks for users. After them, Orgform tries the deletion anyway, which the service refuses for most users. */
const MOST_LOOKS = 3;

interface Linking {
  readonly projectId: string;
  /** The predecessors. */
  readonly numbers: readonly number[];
  readonly to: number;
  readonly users: readonly IntegrationUser[];
}

/**
 * Links users until it finds none, because a list can be older than a change, and new users can appear meanwhile.
 *
 * If the response to a link was lost, the driver looks for the link and repeats it to the same successor. Repeating
 * everything would create another successor, which a late link wouldn't point to.
 */
async function linkAll(api: Api, { projectId, numbers, to, users }: Linking, call: WriteContext): Promise<void> {
  const tell = ({ title, of }: IntegrationUser): void =>
    call.warn(
      message`Linked ${title} of project ${projectId} to integration ${String(to)}, which replaces ${String(of)}.`,
    );
  let left = users;
  let lost: UncertainLink[] = [];
  for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
    lost = [];
    for (const user of left) {
      const one = await tryLink(user, to, call);
      if (one === undefined) tell(user);
      else lost.push(one);
    }
    left = await usersOf(api, projectId, numbers, call);
    for (const { user } of lost) if (!left.some(({ id }) => id === user.id)) tell(user);
    if (left.length === 0) return;
  }
  const [unsure] = lost;
  if (unsure !== undefined) throw unsure.error;
}

/** A link whose outcome is unknown. */
interface UncertainLink {
  readonly user: IntegrationUser;
  readonly error: unknown;
}

async function tryLink(user: IntegrationUser, to: number, call: WriteContext): Promise<UncertainLink | undefined> {
  try {
    await user.link(to, call);
    return undefined;
  } catch (error) {
    if (!mayHaveBeenApplied(error)) throw error;
    return { user, error };
  }
}

/** The service's current objects of the identity. */
async function rowsNow(
  api: Api,
  { projectId, block, identity }: Rotation,
  call: WriteContext,
): Promise<readonly IntegrationWire[]> {
  const all = integrationsAmong(await api.integrations.list(projectId, call).all());
  const found = all.find((one) => one.block === block && one.identity === identity);
  return found === undefined ? [] : [...found.older, found.current];
}

async function make(
  api: Api,
  { projectId, block }: Rotation,
  config: Values,
  call: WriteContext,
): Promise<IntegrationWire | undefined> {
  return api.integrations.create(projectId, { kind: wordOf(block), config }, call);
}

async function drop(api: Api, { projectId }: Rotation, { id }: IntegrationWire, call: WriteContext): Promise<void> {
  await api.integrations.delete(projectId, id, call);
}

function whole({ block, identity }: Rotation, made: IntegrationWire): IntegrationRows {
  return { block, identity, current: made, older: [] };
}

/** Deletes all objects of an integration, the current one last. */
export async function removeAll(
  api: Api,
  projectId: string,
  { current, older }: IntegrationRows,
  call: Call,
): Promise<void> {
  for (const { id } of [...older, current]) await api.integrations.delete(projectId, id, call);
}

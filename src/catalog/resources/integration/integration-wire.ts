import type { IntegrationWire } from "../../../client/integrations.ts";
import { isRecord, type Values } from "../../../model/json-value.ts";
import { kebabName, snakeName } from "../../../model/names.ts";
import { INTEGRATION_KINDS, type IntegrationBlock, type IntegrationKind, type OnSecond } from "./integration-kinds.ts";
import { baseName, roundOf } from "./integration-names.ts";
import { codecsOf } from "../../../model/wire/codecs.ts";

/**
 * An integration as programs see it: the service's object of one identity, whichever rotation created it. It has one
 * row, except during a rotation and after a killed rotation.
 */
export interface IntegrationRows {
  readonly block: IntegrationBlock;
  /** Name that is unique among the integrations of its kind in the project. */
  readonly identity: string;
  /** The row of the latest rotation. */
  readonly current: IntegrationWire;
  /** The rows of earlier rotations, oldest first. */
  readonly older: readonly IntegrationWire[];
}

/** The request body: the whole block, because the service can't change an integration. */
export interface IntegrationBody {
  readonly block: IntegrationBlock;
  readonly members: Values;
}

/** The wire form of an integration's fields. */
export const { custom, shown } = codecsOf<IntegrationRows, IntegrationBody>();

const isBlock = (name: string): name is IntegrationBlock => Object.hasOwn(INTEGRATION_KINDS, name);

/** The names of all blocks. */
export const BLOCKS = Object.keys(INTEGRATION_KINDS).filter(isBlock);

const BLOCK_OF = new Map<string, IntegrationBlock>(BLOCKS.map((block) => [kebabName(block), block]));

/** The service's name for a kind. */
export function wordOf(block: IntegrationBlock): string {
  return kebabName(block);
}

export function kindOf(block: IntegrationBlock): IntegrationKind {
  return INTEGRATION_KINDS[block];
}

/** The declared block with its fields; undefined if its kind isn't known. */
export function blockIn(inputs: Values): IntegrationBody | undefined {
  for (const block of BLOCKS) {
    const { [block]: members } = inputs;
    if (isRecord(members)) return { block, members };
  }
  return undefined;
}

/** The result of a second create with the same identity. */
export function onSecondOf({ onSecond }: IntegrationKind, members: Values): OnSecond {
  return typeof onSecond === "function" ? onSecond(members) : onSecond;
}

/** The integrations among a project's rows, of the kinds that a JSON body can create. */
export function integrationsAmong(rows: readonly IntegrationWire[]): IntegrationRows[] {
  const found = new Map<string, { block: IntegrationBlock; identity: string; rows: IntegrationWire[] }>();
  for (const row of rows) {
    const block = BLOCK_OF.get(row.kind);
    if (block === undefined) continue;
    const identity = kindOf(block).identity(membersOf(block, row));
    const key = JSON.stringify([block, identity]);
    const known = found.get(key) ?? { block, identity, rows: [] };
    known.rows.push(row);
    found.set(key, known);
  }
  return [...found.values()].flatMap(({ block, identity, rows: all }) => {
    const older = all.toSorted((one, other) => roundOfRow(one) - roundOfRow(other) || one.id - other.id);
    const current = older.pop();
    return current === undefined ? [] : [{ block, identity, current, older }];
  });
}

/** The number of the rotation in the name of a row. */
export function roundOfRow({ config }: IntegrationWire): number {
  const { name } = config;
  return typeof name === "string" ? roundOf(name) : 1;
}

/**
 * The fields of a block that the service shows, under the base name.
 *
 * @param declared - a program's declaration; undefined for an import or a list
 */
export function membersOf(block: IntegrationBlock, row: IntegrationWire, declared?: Values): Values {
  const kind = kindOf(block);
  const { config } = row;
  const shown = { config, identity: identityShown(row) };
  const plain = Object.keys(kind.members.shape).map((name) => [name, config[snakeName(name)]] as const);
  const all: Values = { ...Object.fromEntries(plain), ...kind.fromShown?.(shown) };
  const isKept = ([name, value]: [string, unknown]): boolean => {
    const isLeft =
      declared !== undefined && declared[name] === undefined && kind.decidedByService?.includes(name) === true;
    return value !== undefined && value !== null && !isLeft;
  };
  const members: Values = Object.fromEntries(Object.entries(all).filter(isKept));
  const isNamed = typeof members["name"] === "string" && kind.identifiedBy.includes("name");
  return isNamed ? { ...members, name: baseName(String(members["name"])) } : members;
}

/** The service's identity, if only the display name has it. @source posthog/models/integration/model.py */
function identityShown({ display_name }: IntegrationWire): string {
  return (display_name ?? "").replace(/^ID: /u, "");
}

/** The request body of a block, with the service's names. */
export function configOf(block: IntegrationBlock, members: Values, isOverwriting = false): Values {
  const { toConfig } = kindOf(block);
  const sent = Object.entries(toConfig?.(members, isOverwriting) ?? members);
  const given = sent.filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(given.map(([name, value]) => [snakeName(name), value]));
}

/** The comparison form of a block: without defaults. */
export function sameBlock(block: IntegrationBlock): (members: Values) => Values {
  const { defaults = {} } = kindOf(block);
  return (members) =>
    Object.fromEntries(
      Object.entries(members).filter(
        ([name, value]) => value !== null && value !== undefined && value !== defaults[name],
      ),
    );
}

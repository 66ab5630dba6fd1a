import type { Dialect } from "../../packages/sandbox/src/index.ts";
import { isAnyJson } from "../../src/model/any-json.ts";
import { resources } from "../../src/catalog/resources/index.ts";
import { fieldsOf } from "../../src/model/definition.ts";
import { shapeOf } from "../../src/model/shape.ts";
import { ENGINES } from "./conformance-engine.ts";
import type { Engine } from "./engine-under-test.ts";
import type { Row } from "./conformance-row.ts";
import { requestsFor, rowIn, ROWS, VERBS, type Verb } from "./conformance-rows.ts";
import { DIALECTS } from "./dialects.ts";
import { isInFull } from "./extent.ts";

/** A resource under an engine against a dialect. */
export interface Cell {
  readonly row: Row;
  readonly engine: Engine;
  readonly dialect: Dialect;
}

/** The part of a table that a run takes if it isn't in full. */
export interface Extent {
  /**
   * The dialects of the first engine. If absent, both of those that were recorded, and the documented one for rows
   * whose requests differ there; "each" takes every row there, too. The other engines, which know no dialects, meet
   * one. Rows that only the newest service has meet that one, whatever this says.
   */
  readonly dialects?: "each" | "all" | "2025-08" | "where requests differ";
  /**
   * The rows under the engines after the first: one, if absent; those with a shape of value that no earlier row has, if
   * an engine has code for each shape; none if a story is only about a resource, and not about the engine.
   */
  readonly furtherEngines?: "one" | "each shape" | "none";
  /** Whether rows whose resource is another one under a different name are taken as well. */
  readonly families?: true;
}

/** The cells of a table in the order in which they are run. */
export function cellsOf(only: (row: Row, engine: Engine, dialect: Dialect) => boolean, extent: Extent = {}): Cell[] {
  const isFull = isInFull();
  return DIALECTS.flatMap((dialect) =>
    ENGINES.flatMap((engine) => {
      const all = ROWS.filter((row) => only(row, engine, dialect) && isRunIn(row, dialect));
      const rows = isFull ? all : rowsInShort(all, engine, dialect, extent);
      return rows.map((row) => ({ row: rowIn(row, dialect), engine, dialect }));
    }),
  );
}

function isRunIn({ onlyIn }: Row, dialect: Dialect): boolean {
  return onlyIn === undefined || onlyIn === dialect;
}

function rowsInShort(
  all: readonly Row[],
  engine: Engine,
  dialect: Dialect,
  { dialects = "all", furtherEngines = "one", families }: Extent,
): readonly Row[] {
  const isFirst = engine === ENGINES[0];
  // Rows that only the newest service has meet the other engines there, by the same rule as the rest; in one variant.
  if (dialect !== "2025-08" && !isFirst) {
    if (furtherEngines !== "each shape") return [];
    const newest = all.filter(({ onlyIn, variant }) => onlyIn !== undefined && variant === undefined);
    return firstOfEachShape(all).filter((row) => newest.includes(row));
  }
  if (dialect === "documented" && dialects !== "each") return dialects === "all" ? all.filter(differsInDocumented) : [];
  if (dialect === "2026-09" && dialects !== "all" && dialects !== "each") {
    const differs = (row: Row): boolean => dialects === "where requests differ" && differsInNewest(row);
    return all.filter((row) => row.onlyIn !== undefined || differs(row));
  }
  const whole = all.filter(({ sameAs }) => sameAs === undefined);
  // A resource that differs from another one only by its name is tested once.
  const rows = (families === true && isFirst && dialect === "2025-08") || whole.length === 0 ? all : whole;
  if (isFirst) return rows;
  if (furtherEngines === "one") return rows.slice(0, 1);
  return furtherEngines === "none" ? [] : firstOfEachShape(rows);
}

/** Whether a verb sends other requests in the documented dialect than in 2025-08. */
function differsInDocumented(row: Row): boolean {
  const asked = (verb: Verb, dialect: Dialect): string => requestsFor(rowIn(row, dialect), verb, dialect).join("\n");
  return VERBS.some((verb) => asked(verb, "documented") !== asked(verb, "2025-08"));
}

/** Whether a verb sends other requests in the newest dialect than in the one before. */
function differsInNewest({ resource }: Row): boolean {
  return VERBS.some((verb) => hasRequestsOfItsOwn(resource, verb));
}

/** Whether a verb of a resource sends other requests in the newest dialect than in the one before. */
export function hasRequestsOfItsOwn(resource: string, verb: Verb): boolean {
  const row = ROWS.find((one) => one.resource === resource);
  if (row === undefined) throw new Error(`There is no row of ${resource}.`);
  const [before, now] = (["2025-08", "2026-09"] as const).map((dialect) =>
    requestsFor(rowIn(row, dialect), verb, dialect),
  );
  return row.onlyIn !== undefined || now?.join("\n") !== before?.join("\n");
}

/** The rows that bring at least one shape of value that no row before has. */
function firstOfEachShape(rows: readonly Row[]): Row[] {
  const seen = new Set<string>();
  return rows.filter(({ resource }) => {
    const shapes = shapesOf(resource).map(({ shape }) => shape);
    const isNew = shapes.some((shape) => !seen.has(shape));
    for (const shape of shapes) seen.add(shape);
    return isNew;
  });
}

/** Fields by resource and name that have a shape of value which no field of a row before has. */
const FIRST_OF_SHAPE: ReadonlySet<string> = new Set(
  new Map(
    ROWS.toReversed().flatMap(({ resource }) =>
      shapesOf(resource)
        .toReversed()
        .map(({ name, shape }) => [shape, `${resource}.${name}`] as const),
    ),
  ).values(),
);

/** Whether a cell tests a field: under an engine after the first, one field of each shape represents all. */
export function isFieldOfCell({ row, engine }: Omit<Cell, "dialect">, field: string): boolean {
  return isInFull() || engine === ENGINES[0] || FIRST_OF_SHAPE.has(`${row.resource}.${field}`);
}

/** An engine's view of the fields: their types, and the marks that change its treatment. */
function shapesOf(resource: string): { readonly name: string; readonly shape: string }[] {
  const definition = resources.find(({ name }) => name === resource);
  if (definition === undefined) return [];
  return (["inputs", "outputs"] as const).flatMap((part) =>
    fieldsOf(definition, part).map(([name, declared]) => {
      const { type = "any of several", items, additionalProperties } = shapeOf(declared);
      const { secret, returned, onChange } = declared;
      const isOfMore = items !== undefined || additionalProperties !== undefined;
      const shape = JSON.stringify({
        part,
        type,
        isOfMore,
        secret: secret === true,
        returned,
        isJson: isAnyJson(declared),
        onChange,
      });
      return { name, shape };
    }),
  );
}

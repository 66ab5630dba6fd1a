import type { AnyResource } from "../../src/model/definition.ts";
import type { AnyFunction } from "../../src/model/function.ts";
import type { OperationRow } from "./rows.ts";

/** A way for users to call an operation. */
export interface Way {
  /** A resource or a function. */
  readonly name: string;
  /** The client call that is used instead of the operation's own. */
  readonly via?: string;
}

/** The resources and functions for users. */
export interface Offered {
  readonly resources: readonly AnyResource[];
  readonly functions: readonly AnyFunction[];
}

/** Calls through which functions reach operations beyond the contract: the table has only rows of the contract. */
export const CALLS_AFTER_CONTRACT: readonly string[] = [
  "hogFunctions.get",
  "hogFunctions.invoke",
  "hogFunctions.logs",
  "hogFunctions.template",
  "proxyRecords.diagnose",
  "proxyRecords.retry",
];

/** The ways in a cell of the column `reach`: `BatchExport, pauseBatchExport` or `Plugin via plugins.get`. */
export function waysIn({ reach }: Pick<OperationRow, "reach">): Way[] {
  return reach.split(", ").map((text) => {
    const [name = "", via] = text.split(" via ");
    return via === undefined ? { name } : { name, via };
  });
}

/** The problems in the column `reach`: names that users don't have, and functions that contradict it. */
export function reachComplaints(rows: readonly OperationRow[], { resources, functions }: Offered): string[] {
  const offered = new Set([...resources, ...functions].map(({ name }) => name));
  const calls = new Set(rows.map(({ client }) => client));
  const callable = new Set([...calls, ...CALLS_AFTER_CONTRACT]);
  return [...rows.flatMap((row) => complaintsAbout(row)), ...functions.flatMap(complaintsAboutFunction)];

  function complaintsAbout(row: OperationRow): string[] {
    const ways = waysIn(row);
    const unknown = ways.flatMap(({ name, via }) => [
      ...(offered.has(name) ? [] : [`${row.client}: there is no resource or function ${JSON.stringify(name)}`]),
      ...(via === undefined || calls.has(via) ? [] : [`${row.client}: there is no client call ${via}`]),
    ]);
    const named = new Set(ways.map(({ name }) => name));
    const disagreeing = functions
      .filter(({ name, operations }) => named.has(name) !== operations.includes(row.client))
      .map(({ name }) =>
        named.has(name)
          ? `${row.client}: ${name} is named, whose operations lack it`
          : `${row.client}: ${name} is not named, whose operations have it`,
      );
    return [...unknown, ...disagreeing];
  }

  function complaintsAboutFunction({ name, operations, finds, lists }: AnyFunction): string[] {
    const unknown = operations
      .filter((call) => !callable.has(call))
      .map((call) => `${name}: there is no operation ${call}`);
    const isBare = operations.length === 0 && finds === undefined && lists === undefined;
    return isBare ? [`${name}: it reaches no operation`] : unknown;
  }
}

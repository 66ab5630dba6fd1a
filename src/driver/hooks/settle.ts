import type { AnyResource } from "../../model/definition.ts";
import type { Text } from "../../model/messages.ts";
import type { Operation } from "../operation.ts";
import type { Wire } from "../session/list-cache.ts";
import { subjectOf } from "./subject.ts";

/** The object after everything that has to happen outside. */
export async function settled(operation: Operation, first: Wire): Promise<Wire> {
  let wire = first;
  for (const { settle } of operation.definition.capabilities ?? []) {
    if (settle !== undefined) wire = await settle(wire, subjectOf(operation));
  }
  return wire;
}

/** Whether something may have to happen outside: an update looks at it although nothing is to be sent. */
export function mayHaveToSettle({ capabilities = [] }: AnyResource): boolean {
  return capabilities.some(({ settle }) => settle !== undefined);
}

/** What settings do not exist without, and that has not happened yet; undefined when it has. */
export function stillAwaited({ kind, capabilities = [] }: AnyResource, wire: Wire): Text | undefined {
  if (kind !== "settings") return undefined;
  return capabilities.map((one) => one.stillAwaited?.(wire)).find((text) => text !== undefined);
}

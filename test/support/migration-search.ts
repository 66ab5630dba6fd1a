import { Names } from "../../src/adopt/names.ts";
import type { Expression, Secret } from "../../src/adopt/program.ts";
import type { RecordedObject } from "../../src/driver/driver.ts";
import type { Search } from "../../src/migrate/search.ts";
import type { AnyResource } from "../../src/model/definition.ts";
import type { IdentityParts } from "../../src/model/identity.ts";

/** The lists of a service. */
interface Lists {
  readonly list: (definition: AnyResource, scope: IdentityParts) => Promise<readonly unknown[]>;
  readonly isServed?: (definition: AnyResource, scope: IdentityParts) => Promise<boolean>;
}

/** A search for changes of a program with some objects; what can't be read stops it, or is listed as `what: reason`. */
export function searchOf(objects: readonly RecordedObject[], lists: Lists, unread?: string[]): Search {
  return {
    objects,
    folder: "moved",
    names: new Names(),
    secretNames: new Names(),
    noteUnread: ({ what, reason }: { what: string; reason: string }) => {
      if (unread === undefined) throw new Error(`${what}: ${reason}`);
      unread.push(`${what}: ${reason}`);
    },
    context: { call: {}, session: { lists } },
  } as unknown as Search; // -- what of a session the search asks
}

/**
 * An expression as plain values, with the resource and the name of an output in brackets.
 *
 * @param secret - how a secret reads
 */
export function shown(expression: Expression | undefined, secret: (one: Secret) => string): unknown {
  if (expression?.kind === "secret") return secret(expression.secret);
  if (expression?.kind === "output") return `<${expression.of.definition.name} ${expression.output}>`;
  if (expression?.kind === "value") return expression.value;
  if (expression?.kind !== "record") return expression && `<${expression.kind}>`;
  return Object.fromEntries(Object.entries(expression.members).map(([name, one]) => [name, shown(one, secret)]));
}

/** An object in the state. */
export function recorded(resource: string, id: string, inputs: Readonly<Record<string, unknown>>): RecordedObject {
  return { resource, address: id, id, state: {}, inputs, unreadable: [], fingerprints: {} };
}

import { createHash } from "node:crypto";

import { OrgformProblem } from "../../model/diagnostics.ts";
import { type AnyFunction, argumentsOf, CONFIRM, RERUN, resultOf } from "../../model/function.ts";
import { isRecord, jsonText, type Values } from "../../model/json-value.ts";
import { TRIGGERS } from "../../model/action.ts";
import type { IdempotencyRecord, RecordStore } from "../session/records.ts";
import type { Context } from "../session/session.ts";
import { fieldRef, message, textOf, typeName } from "../../model/messages.ts";

/** Without a store every call is taken for the first one: it is made at least once. */
const NO_PLACE: RecordStore<IdempotencyRecord> = {
  location: "nothing",
  read: () => Promise.resolve(undefined),
  write: () => Promise.resolve(),
  remove: () => Promise.resolve(),
};

/** A call that has a record. */
export interface Begun {
  /** The result of an earlier call with the same arguments: nothing has to be sent. */
  readonly result?: Values | undefined;
  readonly finish: (result: Values) => Promise<void>;
  readonly forget: () => Promise<void>;
  /** The error for an answer that was lost. */
  readonly unconfirmed: (cause: unknown) => OrgformProblem;
}

/** Identifies one call by the function, the service, and the arguments, as a hash, because arguments can be about persons. */
function keyOf(definition: AnyFunction, args: Values, host: string): string {
  const counted = argumentsOf(definition).filter(([name]) => name !== RERUN && name !== CONFIRM);
  const values = Object.fromEntries(counted.map(([name]) => [name, args[name]]));
  const triggers = args[TRIGGERS];
  const hash = createHash("sha256").update(jsonText({ function: definition.name, host, values, triggers }));
  return `${definition.name}-${hash.digest("hex").slice(0, 32)}`;
}

/**
 * Records that a call is about to be sent.
 *
 * A call that ended before, and whose result was stored, isn't sent again. A call with an unknown end is refused.
 *
 * @throws call_repeated unless `rerun` is given
 */
export async function beginOnce(definition: AnyFunction, args: Values, { session, report }: Context): Promise<Begun> {
  const store = session.idempotency ?? NO_PLACE;
  // Of the client, only its address is of interest here.
  const { host } = isRecord(session.api) ? session.api : {};
  const key = keyOf(definition, args, typeof host === "string" ? host : "");
  const earlier = args[RERUN] === true ? undefined : await store.read(key);
  const now = (): string => new Date(session.clock.now()).toISOString();
  if (earlier !== undefined && earlier.result === undefined) throw repeated(definition, earlier, store.location);
  if (earlier !== undefined) {
    const when = earlier.finishedAt ?? earlier.startedAt;
    report.info(
      message`${typeName(definition.name)} was carried out at ${when}, according to ${store.location}, so nothing was sent. To call it again, set ${fieldRef(RERUN, true)}.`,
    );
  }
  const startedAt = earlier?.startedAt ?? now();
  if (earlier === undefined) await store.write(key, { function: definition.name, startedAt });
  const isSecret = resultOf(definition).some(([, rules]) => rules.secret === true);
  return {
    result: earlier?.result,
    finish: (result) => {
      const kept = isSecret ? undefined : result;
      return store.write(key, { function: definition.name, startedAt, finishedAt: now(), result: kept });
    },
    forget: () => store.remove(key),
    unconfirmed: (cause) =>
      new OrgformProblem(
        "call_unconfirmed",
        message`It's unknown whether ${typeName(definition.name)} was carried out`,
        message`${textOf(cause)}\nThe request was sent once. ${WAY_OUT}`,
        { cause },
      ),
  };
}

const WAY_OUT = message`Check at the service whether it was carried out; if it wasn't, call again with ${fieldRef(RERUN, true)}.`;

function repeated(
  definition: AnyFunction,
  { startedAt, finishedAt }: IdempotencyRecord,
  location: string,
): OrgformProblem {
  const ended = finishedAt === undefined ? "and it is unknown how it ended" : `and ended at ${finishedAt}`;
  const wayOut =
    finishedAt === undefined ? WAY_OUT : message`Call again with ${fieldRef(RERUN, true)} to run it once more.`;
  return new OrgformProblem(
    "call_repeated",
    message`${typeName(definition.name)} was called with these arguments before`,
    message`It was started at ${startedAt} ${ended}, according to ${location}. A second call would take effect a second time. ${wayOut}`,
  );
}

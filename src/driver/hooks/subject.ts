import type { Subject } from "../../model/hook-arguments.ts";
import { observe } from "../observe.ts";
import type { Operation } from "../operation.ts";
import { poll } from "../poll.ts";
import type { Wire } from "../session/list-cache.ts";

/** The object of an operation, in the form that hooks receive. */
export function subjectOf(operation: Operation): Subject<unknown, Wire> {
  const { definition, inputs, at, context } = operation;
  const { session, call, report } = context;
  return {
    resource: definition.name,
    // Not every hook comes when the whole identity is known.
    get title() {
      return operation.title;
    },
    inputs,
    at,
    api: session.api,
    call: session.contextOf(call),
    report,
    look: () => observe(definition, at, context, { fresh: true }),
    note: (wire) => session.lists.put(definition, at, wire),
    poll: (limits, look) => poll(limits, context, look),
  };
}

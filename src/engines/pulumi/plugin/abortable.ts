import { CallError, type CallHandler, type Calls, STATUS } from "../../../grpc/server.ts";

const NEXT_STEP = "This is a bug. Report it, and run again. The next run finds what this one created.";

/** The error of calls if something fails outside of every call. */
export function ownError(redacted: string): CallError {
  return new CallError(STATUS.internal, `Orgform failed with an internal error: ${redacted}\n${NEXT_STEP}`);
}

/** If it can't continue, open calls end with the reason, and no new ones begin: a broken connection would tell the user nothing. */
export function abortable(calls: Calls, broken: AbortSignal): Calls {
  const isBroken = new Promise<never>((_resolve, reject) => {
    broken.addEventListener("abort", () => reject(broken.reason as Error));
  });
  isBroken.catch(() => undefined);
  const guard =
    (handler: CallHandler): CallHandler =>
    (request, call) =>
      broken.aborted ? isBroken : Promise.race([handler(request, call), isBroken]);
  return Object.fromEntries(Object.entries(calls).map(([path, handler]) => [path, guard(handler)]));
}

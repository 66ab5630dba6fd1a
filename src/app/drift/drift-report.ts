import { setMaxListeners } from "node:events";
import {
  type Findings,
  type ForeignObject,
  type IgnoredObjects,
  type RecordedObject,
  stackDrift,
  togetherOf,
  type UnmanagedObject,
} from "../../driver/driver.ts";
import type { AnyResource } from "../../model/definition.ts";
import { OrgformProblem } from "../../model/diagnostics.ts";
import type { Spelling } from "../../model/messages.ts";
import { secretTextsIn } from "../../model/secret-texts.ts";
import { systemClock } from "../clock.ts";
import { served, servedNamed } from "../served.ts";
import { Sessions } from "../sessions.ts";
import type { Settings } from "../settings.ts";
import { accountsOf, keyVariableOf } from "./accounts.ts";

/** Version of the JSON form of a report; raised when a field goes away or means something else. */
export const REPORT_VERSION = 1;

/** What a look found: `drift` goes before `unknown`, as it is certain. */
export type Outcome = "clean" | "drift" | "unknown";

/** An object that no code declares, with the command that imports it. */
export interface ReportedUnmanaged extends UnmanagedObject {
  readonly importLine: string;
}

/** How code and reality differ; its JSON is documented in docs/drift-report.md. */
export interface DriftReport<Engine extends string = string> extends Omit<Findings, "unmanaged"> {
  readonly unmanaged: readonly ReportedUnmanaged[];
  readonly schemaVersion: typeof REPORT_VERSION;
  readonly outcome: Outcome;
  /** The engine whose state it is. */
  readonly engine: Engine;
  /** Address of the service. */
  readonly host: string;
  /** Organizations that were looked at. */
  readonly organizations: readonly string[];
  /** When, UTC, RFC 3339. */
  readonly checkedAt: string;
  /** Objects in state. */
  readonly declared: number;
}

/** Judges what was found. */
export function outcomeOf({ changed, missing, unmanaged, unchecked }: Findings): Outcome {
  if (changed.length + missing.length + unmanaged.length > 0) return "drift";
  return unchecked.length > 0 ? "unknown" : "clean";
}

/** Longest time of a whole comparison; one of a large organization takes a few minutes. */
export const DEFAULT_TIMEOUT_SECONDS = 1_800;

/** What the state of a stack holds, and which engine's it is. */
interface DriftedStack<Engine extends string> {
  readonly engine: Engine;
  readonly objects: readonly RecordedObject[];
  /** Addresses of resources that this version does not know. */
  readonly unknown: readonly string[];
  /** Objects that somebody else manages: nobody has to declare them. */
  readonly foreign?: readonly ForeignObject[];
}

/** How a comparison is made. */
export interface DriftOptions {
  /** Has the keys of providers with a name of their own. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The command that imports an object into a program of the stack's engine. @param beside - what the state holds already */
  readonly importLine: (definition: AnyResource, object: UnmanagedObject, beside: readonly RecordedObject[]) => string;
  /** How the stack's program writes the fields of a resource. */
  readonly spelling?: (definition: AnyResource) => Spelling;
  readonly isStrict?: boolean;
  /** Longest time for all of it. */
  readonly timeoutSeconds?: number;
  /** Ends it before its time. */
  readonly signal?: AbortSignal;
  /** Sessions that other comparisons use, too, and which stay open; own ones when absent. */
  readonly sessions?: Sessions;
}

/** Compares a state with the service that the settings name, and judges. */
export async function driftReport<Engine extends string>(
  stack: DriftedStack<Engine>,
  settings: Settings,
  ignored: IgnoredObjects,
  { timeoutSeconds = DEFAULT_TIMEOUT_SECONDS, signal, sessions: shared, ...options }: DriftOptions,
): Promise<DriftReport<Engine>> {
  const sessions = shared ?? new Sessions(systemClock);
  const limit = new AbortController();
  // Every object that is looked at waits for it; Node warns of more than ten.
  setMaxListeners(0, limit.signal);
  const timer = setTimeout(() => limit.abort(outOfTime(timeoutSeconds)), timeoutSeconds * 1_000);
  const ends = signal === undefined ? limit.signal : AbortSignal.any([limit.signal, signal]);
  try {
    return await reportBy(sessions, { stack, settings, ignored, ...options, signal: ends });
  } finally {
    clearTimeout(timer);
    if (shared === undefined) await sessions.close();
  }
}

/** What is compared, with everything that decides how. */
interface Compared<Engine extends string> extends Omit<DriftOptions, "timeoutSeconds" | "sessions"> {
  readonly stack: DriftedStack<Engine>;
  readonly settings: Settings;
  readonly ignored: IgnoredObjects;
}

async function reportBy<Engine extends string>(
  sessions: Sessions,
  { stack, settings, environment, importLine, ...looked }: Compared<Engine>,
): Promise<DriftReport<Engine>> {
  const secrets = stack.objects.flatMap(secretsOf);
  const accounts = accountsOf(stack.objects, settings, environment);
  const looks = accounts.map((account, index) =>
    stackDrift({
      definitions: served,
      objects: account.objects,
      beside: stack.objects.filter((object) => !account.objects.includes(object)),
      foreign: stack.foreign ?? [],
      unknown: index === 0 ? stack.unknown : [],
      session: sessions.of(account.settings, secrets),
      host: account.settings.host,
      remedyElsewhere,
      ...looked,
    }),
  );
  const { organizations, ...findings } = togetherOf(await Promise.all(looks));
  const redact = (text: string): string => sessions.redact(text);
  const changed = findings.changed.map((one) => ({ ...one, notes: one.notes.map(redact) }));
  const unchecked = findings.unchecked.map((one) => ({ ...one, reason: redact(one.reason) }));
  return {
    schemaVersion: REPORT_VERSION,
    outcome: outcomeOf(findings),
    engine: stack.engine,
    host: [...new Set(accounts.map((account) => account.settings.host))].join(", "),
    organizations,
    checkedAt: new Date(systemClock.now()).toISOString(),
    declared: stack.objects.length,
    ...findings,
    unmanaged: findings.unmanaged.map((one) => {
      const definition = servedNamed(one.resource);
      return { ...one, importLine: definition === undefined ? "" : importLine(definition, one, stack.objects) };
    }),
    changed,
    unchecked,
  };
}

function secretsOf({ resource, state }: RecordedObject): string[] {
  const definition = servedNamed(resource);
  return definition === undefined ? [] : secretTextsIn(definition, state);
}

/** How objects of another service, with a provider of their own, come to be looked at. */
function remedyElsewhere(provider: string | undefined): string | undefined {
  return provider === undefined
    ? undefined
    : `Set ${keyVariableOf(provider)} to the key of the provider ${provider}, or ORGFORM_HOST to its host.`;
}

function outOfTime(seconds: number): OrgformProblem {
  return new OrgformProblem(
    "wait_timed_out",
    `The comparison didn't finish within ${seconds} s`,
    "The state of everything that it didn't reach is unknown. Run again later, or raise --timeout.",
  );
}

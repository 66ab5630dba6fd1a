import { setMaxListeners } from "node:events";
import {
  type Findings,
  type ForeignObject,
  type IgnoredObjects,
  type RecordedObject,
  stackDrift,
  mergedDrift,
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
import { accountsOf, hostVariableOf, keyVariableOf, ownKeyOf } from "./accounts.ts";

/** Version of the JSON form of a report; raised when a field is removed or changes its meaning. */
export const REPORT_VERSION = 1;

/** The result of a check: `drift` takes precedence over `unknown`, because it is certain. */
export type Outcome = "clean" | "drift" | "unknown";

/** An object that isn't declared in code, with the command that imports it. */
export interface ReportedUnmanaged extends UnmanagedObject {
  readonly importLine: string;
}

/** The differences between code and service; docs/drift-report.md documents the JSON. */
export interface DriftReport<Engine extends string = string> extends Omit<Findings, "unmanaged"> {
  readonly unmanaged: readonly ReportedUnmanaged[];
  readonly schemaVersion: typeof REPORT_VERSION;
  readonly outcome: Outcome;
  /** The engine of the state. */
  readonly engine: Engine;
  /** Address of the service. */
  readonly host: string;
  /** Organizations that were checked. */
  readonly organizations: readonly string[];
  /** When, UTC, RFC 3339. */
  readonly checkedAt: string;
  /** Objects in state. */
  readonly declared: number;
}

/** Evaluates the findings. */
export function outcomeOf({ changed, missing, unmanaged, unchecked }: Findings): Outcome {
  if (changed.length + missing.length + unmanaged.length > 0) return "drift";
  return unchecked.length > 0 ? "unknown" : "clean";
}

/** Longest time for a whole comparison; a large organization takes a few minutes. */
export const DEFAULT_TIMEOUT_SECONDS = 1_800;

/** The contents of a stack's state, and its engine. */
interface DriftedStack<Engine extends string> {
  readonly engine: Engine;
  readonly objects: readonly RecordedObject[];
  /** Addresses of resources that this version does not know. */
  readonly unknown: readonly string[];
  /** Objects that somebody else manages, so they needn't be declared. */
  readonly foreign?: readonly ForeignObject[];
}

/** The options of a comparison. */
export interface DriftOptions {
  /** The variables with the keys of named providers. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The command that imports an object into a program of the stack's engine. @param beside - what is already in the state */
  readonly importLine: (definition: AnyResource, object: UnmanagedObject, beside: readonly RecordedObject[]) => string;
  /** How the stack's program spells the fields of a resource. */
  readonly spelling?: (definition: AnyResource) => Spelling;
  readonly isStrict?: boolean;
  /** Longest time for the whole comparison. */
  readonly timeoutSeconds?: number;
  /** Ends it early. */
  readonly signal?: AbortSignal;
  /** Sessions that other comparisons use, too, and that stay open; by default, its own sessions. */
  readonly sessions?: Sessions;
}

/** Compares a state with the service of the settings, and evaluates the result. */
export async function driftReport<Engine extends string>(
  stack: DriftedStack<Engine>,
  settings: Settings,
  ignored: IgnoredObjects,
  { timeoutSeconds = DEFAULT_TIMEOUT_SECONDS, signal, sessions: shared, ...options }: DriftOptions,
): Promise<DriftReport<Engine>> {
  const sessions = shared ?? new Sessions(systemClock);
  const limit = new AbortController();
  // Every object under comparison listens to this signal; by default, Node warns of more than ten listeners.
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

/** The inputs of a comparison, with everything that decides how it runs. */
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
      remedyElsewhere: (provider) => remedyElsewhere(provider, environment),
      ...looked,
    }),
  );
  const { organizations, ...findings } = mergedDrift(await Promise.all(looks));
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

/** How to include objects of another service that have their own provider. */
function remedyElsewhere(
  provider: string | undefined,
  environment: Readonly<Record<string, string | undefined>>,
): string | undefined {
  if (provider === undefined) return undefined;
  return ownKeyOf(provider, environment) === undefined
    ? `Set ${keyVariableOf(provider)} to the key of the provider ${provider}, or ORGFORM_HOST to its host.`
    : `Set ${hostVariableOf(provider)} to the host of the object, or remove the variable.`;
}

function outOfTime(seconds: number): OrgformProblem {
  return new OrgformProblem(
    "wait_timed_out",
    `The comparison didn't finish within ${seconds} s`,
    "The state of everything that it didn't reach is unknown. Run again later, or raise --timeout.",
  );
}

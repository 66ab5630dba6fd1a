import { isApiError, isTransportError, type OrgformError } from "../../client/errors.ts";
import { type AnyResource } from "../../model/definition.ts";
import { isOrgformProblem } from "../../model/diagnostics.ts";
import { type IdentityParts, parseId } from "../../model/identity.ts";
import { printed, type Spelling, type Text, textOf } from "../../model/messages.ts";
import { clientErrorIn } from "../operation-error.ts";
import type { Context, Session } from "../session/session.ts";
import type { Findings, UnmanagedObject } from "./findings.ts";
import { type Recorded } from "./object-drift.ts";
import { rootOf } from "./survey.ts";

/** An object of ours in a state. */
export interface RecordedObject extends Recorded {
  /** Name of the resource: `Domain`. */
  readonly resource: string;
  /** Its address in the program: `acme` with its type in Pulumi, `module.a.orgform_domain.acme["x"]` in Terraform. */
  readonly address: string;
  /** Its name in the engine's own commands, if that isn't its address. */
  readonly handle?: string;
  /** The service in its provider's configuration, if the state shows it. */
  readonly host?: string | undefined;
  /** Its provider's name in the program, if that isn't the stack's own. */
  readonly provider?: string | undefined;
}

/** An object that somebody else manages. */
export interface ForeignObject extends RecordedObject {
  /** The managing provider: `posthog/posthog`. */
  readonly by: string;
  /** The file of the state that has it; absent for the same state. */
  readonly file?: string;
}

/** Ignored objects: they are unmanaged on purpose. */
export interface IgnoredObjects {
  /** Whether every object of the resource is ignored, so there's no need to read them. */
  ignoresAll(resource: string): boolean;
  ignores(object: UnmanagedObject): boolean;
}

/** The inputs of a comparison. */
export interface StackComparison {
  /** Every resource that there is: of each, objects that no code declares are looked for. */
  readonly definitions: readonly AnyResource[];
  readonly objects: readonly RecordedObject[];
  /** Objects that the stack manages with other keys. They aren't unmanaged. */
  readonly beside?: readonly RecordedObject[];
  /** Objects that another program manages. They aren't unmanaged, and a report names the program. */
  readonly foreign?: readonly ForeignObject[];
  /** Addresses of Orgform's resources that this version doesn't know. */
  readonly unknown: readonly string[];
  readonly session: Session;
  /** Address of the service that the session speaks to. */
  readonly host: string;
  /** How to compare objects of another service with their own provider, in whole sentences; undefined if any host would do. */
  readonly remedyElsewhere?: (provider: string | undefined) => string | undefined;
  readonly ignored: IgnoredObjects;
  /**
   * How the stack's program spells the fields of a resource, for texts about its objects; by default the model's own
   * spelling.
   */
  readonly spelling?: ((definition: AnyResource) => Spelling) | undefined;
  /** Whether objects that needn't be declared count as unmanaged. */
  readonly isStrict?: boolean;
  /** Ends the comparison: the remaining objects count as unchecked, with the reason of the signal. */
  readonly signal?: AbortSignal;
}

/** How a stack and the service differ, and where was looked. */
export interface StackDrift extends Findings {
  /** The organizations that objects of the stack belong to. */
  readonly organizations: readonly string[];
}

type Found = { -readonly [K in keyof Findings]: Findings[K][number][] };

/** The state of a running comparison: its inputs, its findings, and shared lookups. */
export class Comparison {
  readonly found: Found = {
    changed: [],
    missing: [],
    unmanaged: [],
    implied: [],
    elsewhere: [],
    unchecked: [],
    notCompared: [],
    retired: [],
    unlisted: [],
  };

  readonly asked: StackComparison;

  readonly #byName: ReadonlyMap<string, AnyResource>;

  readonly root: AnyResource;

  /** Organizations that can't be read, with the reason. */
  unreadableReasons: ReadonlyMap<string, string> = new Map();

  /** Why nothing can be read at all, in the words of the first failure: the key or the host. */
  #nothing: string | undefined;

  constructor(comparison: StackComparison) {
    this.asked = comparison;
    this.#byName = new Map(comparison.definitions.map((one) => [one.name, one]));
    this.root = rootOf(comparison.definitions);
  }

  organizationsOf(objects: readonly RecordedObject[]): string[] {
    return [...new Set(objects.map((object) => this.organizationOf(object)))].filter((id) => id !== "");
  }

  /** The error with objects of a resource, for people; excludes unhandled errors of our own. */
  reasonOf(error: unknown, definition: AnyResource): string {
    const { signal } = this.asked;
    if (signal?.aborted === true && signal.reason instanceof Error) return signal.reason.message;
    const failure = clientErrorIn(error);
    if (!isOrgformProblem(error) && failure === undefined) throw error;
    // A failure of every request has the same text everywhere, so the report lists it only once.
    if (failure !== undefined && isAboutAll(failure)) return (this.#nothing ??= failure.message);
    return printed(textOf(error), this.asked.spelling?.(definition));
  }

  whyElsewhere({ host, provider }: RecordedObject): string | undefined {
    if (host === undefined || sameAddress(host, this.asked.host)) return undefined;
    const remedy = this.asked.remedyElsewhere?.(provider) ?? "Set ORGFORM_HOST to the program's host.";
    return `It belongs to ${host}, but this run checks ${this.asked.host}. ${remedy}`;
  }

  /** Notes a list that can't be read, once for resources that fail alike. */
  noteUnread(definition: AnyResource, error: unknown): void {
    const { name: resource } = definition;
    const reason = this.reasonOf(error, definition);
    const isNoted = this.found.unchecked.some(
      (one) => one.address === undefined && one.resource === resource && one.reason === reason,
    );
    if (!isNoted) this.found.unchecked.push({ resource, reason });
  }

  /** The part of an id that names the organization. */
  get rootPart(): string {
    return String(this.root.identity.parts[0]);
  }

  /** The organization of an object; empty for an invalid ID, or one that doesn't name it. */
  organizationOf(object: RecordedObject): string {
    return this.partsOf(object)[this.rootPart] ?? "";
  }

  /** The parts of the identity of an object; none for an invalid ID. */
  partsOf(object: RecordedObject): IdentityParts {
    try {
      return parseId(this.definitionOf(object).identity.parts, object.id);
    } catch {
      return NO_PARTS;
    }
  }

  definitionOf({ resource }: Pick<RecordedObject, "resource">): AnyResource {
    const definition = this.#byName.get(resource);
    if (definition === undefined) throw new Error(`There is no resource ${resource}`);
    return definition;
  }

  /** A context that collects the driver's warnings: why something drifted. */
  context(definition: AnyResource, notes: string[] = []): Context {
    const report = {
      warn: (text: Text) => void notes.push(printed(text, this.asked.spelling?.(definition))),
      info: () => undefined,
      status: () => undefined,
    };
    const { session, signal } = this.asked;
    return { session, report, call: signal === undefined ? {} : { signal } };
  }
}

export const NO_PARTS: IdentityParts = {};

function sameAddress(left: string, right: string): boolean {
  return left.replace(/\/+$/u, "").toLowerCase() === right.replace(/\/+$/u, "").toLowerCase();
}

/** Whether every request fails this way: a refused key, an unreachable host. */
function isAboutAll(failure: OrgformError): boolean {
  return isApiError(failure)
    ? failure.category === "auth"
    : isTransportError(failure) && failure.code === "connect_failed";
}

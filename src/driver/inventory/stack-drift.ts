import { isApiError, isTransportError, type OrgformError } from "../../client/errors.ts";
import { type AnyResource, isObject } from "../../model/definition.ts";
import { isOrgformProblem } from "../../model/diagnostics.ts";
import { type IdentityParts, parseId } from "../../model/identity.ts";
import { jsonText, pick } from "../../model/json-value.ts";
import { excludedKeys, managedKeys } from "../../model/managed-keys.ts";
import { printed, type Text } from "../../model/messages.ts";
import { read } from "../verbs.ts";
import { clientErrorIn } from "../operation-error.ts";
import type { Context, Session } from "../session/session.ts";
import type {
  ChangedObject,
  DeclaredObject,
  Findings,
  NotCompared,
  RetiredObject,
  Unchecked,
  UnmanagedObject,
} from "./findings.ts";
import { whyDefaultCreated } from "../hooks/default-created.ts";
import { lastChange } from "../hooks.ts";
import { list, whyLacking } from "./list.ts";
import { drift, type Recorded } from "./object-drift.ts";
import { hasNone } from "../retired.ts";
import { ABSENT, rootOf, UNLISTED, wordsOf } from "./survey.ts";

/** Changed objects, and missing ones, of which the activity log is asked. */
const MOST_LOGS = 10;

/** An object of ours in a state. */
export interface RecordedObject extends Recorded {
  /** Name of the resource: `Domain`. */
  readonly resource: string;
  /** What the program calls it: `acme` with its type in Pulumi, `module.a.orgform_domain.acme["x"]` in Terraform. */
  readonly address: string;
  /** What the engine's own commands call it, where that is not its address. */
  readonly handle?: string;
  /** The service that its provider is configured with, where the state tells. */
  readonly host?: string | undefined;
  /** What the program calls its provider, where that is not the stack's own. */
  readonly provider?: string | undefined;
}

/** What nobody wants to hear of: objects that no code declares and that shall stay so. */
export interface IgnoredObjects {
  /** Whether every object of the resource is ignored, so that nobody has to look for them. */
  ignoresAll(resource: string): boolean;
  ignores(object: UnmanagedObject): boolean;
}

/** What is compared, and with what. */
export interface StackComparison {
  /** Every resource that there is: of each, objects that no code declares are looked for. */
  readonly definitions: readonly AnyResource[];
  readonly objects: readonly RecordedObject[];
  /** What the stack manages with other keys: it is no object that nobody declares. */
  readonly beside?: readonly RecordedObject[];
  /** Addresses of resources of ours that this version does not know. */
  readonly unknown: readonly string[];
  readonly session: Session;
  /** Address of the service that the session speaks to. */
  readonly host: string;
  /** How objects of another service, with their provider, come to be looked at, in whole sentences. */
  readonly remedyElsewhere?: (provider: string | undefined) => string;
  readonly ignored: IgnoredObjects;
  /** Whether what nobody has to declare counts as unmanaged. */
  readonly isStrict?: boolean;
  /** Ends the comparison: what was not compared by then counts as unchecked, with the reason of the signal. */
  readonly signal?: AbortSignal;
}

/** How a stack and the service differ, and where was looked. */
export interface StackDrift extends Findings {
  /** The organizations that objects of the stack belong to. */
  readonly organizations: readonly string[];
}

/** Compares the state of a stack with the service: every list is read once, nothing is written. */
export async function stackDrift(comparison: StackComparison): Promise<StackDrift> {
  const look = new Look(comparison);
  await look.compareObjects();
  await look.addLastChanges();
  await look.findUnmanaged();
  return { organizations: look.organizationsOf(comparison.objects), ...look.found };
}

/** What several looks at parts of one stack found; what two keys see is told once. */
export function togetherOf(looks: readonly StackDrift[]): StackDrift {
  const all = <K extends keyof StackDrift>(name: K): StackDrift[K][number][] =>
    looks.flatMap((look) => [...look[name]]);
  const once = <T extends { readonly resource: string; readonly id: string }>(objects: readonly T[]): T[] => [
    ...new Map(objects.map((object) => [`${object.resource} ${object.id}`, object])).values(),
  ];
  return {
    organizations: [...new Set(all("organizations"))],
    changed: all("changed"),
    missing: all("missing"),
    unmanaged: once(all("unmanaged")),
    implied: once(all("implied")),
    unchecked: all("unchecked"),
    notCompared: all("notCompared"),
    retired: all("retired"),
    unlisted: [...new Map(all("unlisted").map((one) => [one.what, one])).values()],
  };
}

type Found = { -readonly [K in keyof Findings]: Findings[K][number][] };

/** One comparison while it goes on. */
class Look {
  readonly found: Found = {
    changed: [],
    missing: [],
    unmanaged: [],
    implied: [],
    unchecked: [],
    notCompared: [],
    retired: [],
    unlisted: [],
  };
  readonly #of: StackComparison;
  readonly #byName: ReadonlyMap<string, AnyResource>;
  readonly #root: AnyResource;
  /** Of organizations that cannot be looked at, the reason. */
  #strange: ReadonlyMap<string, string> = new Map();
  /** Why nothing can be read at all, in the words of the first failure: the key or the host. */
  #nothing: string | undefined;

  constructor(comparison: StackComparison) {
    this.#of = comparison;
    this.#byName = new Map(comparison.definitions.map((one) => [one.name, one]));
    this.#root = rootOf(comparison.definitions);
  }

  organizationsOf(objects: readonly RecordedObject[]): string[] {
    return [...new Set(objects.map((object) => this.#organizationOf(object)))].filter((id) => id !== "");
  }

  async compareObjects(): Promise<void> {
    const { objects, unknown } = this.#of;
    const reason = "This version of Orgform does not know the resource. Install the one that wrote the state.";
    this.found.unchecked.push(...unknown.map((address) => ({ resource: "unknown", address, reason })));
    this.#strange = await this.#strangeOrganizations();
    const checked = await Promise.all(objects.map((object) => this.#compared(object)));
    for (const one of checked) {
      if (one.changed !== undefined) this.found.changed.push(one.changed);
      if (one.missing !== undefined) this.found.missing.push(one.missing);
      if (one.unchecked !== undefined) this.found.unchecked.push(one.unchecked);
      if (one.notCompared !== undefined) this.found.notCompared.push(one.notCompared);
      if (one.retired !== undefined) this.found.retired.push(one.retired);
    }
  }

  /** Who and when; for the first objects that differ, since every project has a log of its own. */
  async addLastChanges(): Promise<void> {
    const withLast = async <T extends DeclaredObject>(object: T, index: number): Promise<T> => {
      if (index >= MOST_LOGS) return object;
      const asked = lastChange(this.#definitionOf(object), object.id, this.#context());
      const last = await asked.catch((error: unknown) => {
        if (this.#of.signal?.aborted !== true) throw error;
      });
      return last === undefined ? object : { ...object, lastChange: { by: last.by, at: last.at } };
    };
    this.found.changed = await Promise.all(this.found.changed.map(withLast));
    this.found.missing = await Promise.all(this.found.missing.map(withLast));
  }

  /** Everything of the organizations that no resource of the stack manages; a list that cannot be read is noted. */
  async findUnmanaged(): Promise<void> {
    const { objects, beside = [] } = this.#of;
    const managed = new Set([...objects, ...beside].flatMap((object) => this.#keysOf(object)));
    const gone = new Set(this.found.missing.map(({ id }) => id));
    const here = objects.filter((object) => this.#whyElsewhere(object) === undefined && !gone.has(object.id));
    for (const object of here) for (const key of await this.#leftBy(object)) managed.add(key);
    const looked = new Set<string>();
    for (const organization of this.organizationsOf(here)) {
      if (this.#strange.has(organization) || gone.has(organization)) continue;
      for (const definition of this.#searched) {
        const scope = { [this.#rootPart]: organization };
        for (const one of await this.#scopesOf(definition, scope)) {
          looked.add(scopeKey(definition, one));
          await this.#findUnmanagedIn(definition, one, managed);
        }
        await this.#noteLacking(definition, scope);
      }
    }
    await this.#findUnmanagedBeside(here, { looked, managed });
  }

  /** The resources whose objects are looked for. */
  get #searched(): AnyResource[] {
    const { definitions, ignored } = this.#of;
    return definitions.filter(
      (one) =>
        one.parent !== undefined &&
        isObject(one) &&
        !ignored.ignoresAll(one.name) &&
        one.collection !== undefined &&
        this.#isOfStack(one),
    );
  }

  /** A list for each project is many requests: they are read for the kinds that the stack has, and for all that is strict. */
  #isOfStack({ name, collection }: AnyResource): boolean {
    const { objects, isStrict } = this.#of;
    return (
      collection?.scopesWithin === undefined || isStrict === true || objects.some(({ resource }) => resource === name)
    );
  }

  /** The lists of a resource within an organization; none of what is chosen by something else. */
  async #scopesOf(definition: AnyResource, organization: IdentityParts): Promise<readonly IdentityParts[]> {
    const { collection } = definition;
    const { session, call } = this.#context();
    if (collection?.scopesWithin === undefined) {
      return collection?.scope.join() === this.#rootPart ? [organization] : [];
    }
    try {
      return await collection.scopesWithin(organization, session.contextOf(call));
    } catch (error) {
      this.#noteUnread(definition, error);
      return [];
    }
  }

  /** The same where no id of the stack tells the organization: what shares a list with an object of the stack. */
  async #findUnmanagedBeside(
    here: readonly RecordedObject[],
    { looked, managed }: { readonly looked: Set<string>; readonly managed: Set<string> },
  ): Promise<void> {
    const searched = this.#searched.filter(({ collection }) => collection?.scopesWithin !== undefined);
    for (const definition of searched) {
      const scopeParts = definition.collection?.scope ?? [];
      for (const object of here) {
        const scope = pick(this.#partsOf(object), scopeParts) as IdentityParts; // -- parts of an id are texts
        const key = scopeKey(definition, scope);
        if (looked.has(key) || scopeParts.some((part) => scope[part] === undefined)) continue;
        if (this.#definitionOf(object).collection?.scope.join() !== scopeParts.join()) continue;
        looked.add(key);
        await this.#findUnmanagedIn(definition, scope, managed);
      }
    }
  }

  async #findUnmanagedIn(definition: AnyResource, scope: IdentityParts, managed: Set<string>): Promise<void> {
    const { ignored } = this.#of;
    try {
      for (const { id, name, values } of await list(definition, scope, this.#context())) {
        const object: UnmanagedObject = { resource: definition.name, id, name };
        const keys = managedKeys(definition, id, values);
        if (!keys.some((key) => managed.has(key)) && !ignored.ignores(object)) await this.#note(definition, object);
        for (const key of keys) managed.add(key);
      }
      const { own } = definition.collection ?? {};
      if (own !== undefined) this.#noteUnlisted(definition, own.words, UNLISTED);
    } catch (error) {
      // What the service does not have cannot be unmanaged.
      if (!hasNone(definition, error)) this.#noteUnread(definition, error);
      else this.#noteUnlisted(definition, wordsOf(definition), ABSENT);
    }
  }

  /** Once, however many lists there would be. */
  #noteUnlisted({ name: resource }: AnyResource, what: string, reason: string): void {
    if (this.found.unlisted.some((one) => one.what === what)) return;
    this.found.unlisted.push({ resource, what, reason });
  }

  /** What nobody declares may lie in what is hidden from the key. */
  async #noteLacking(definition: AnyResource, organization: IdentityParts): Promise<void> {
    try {
      const reason = await whyLacking(definition, organization, this.#context());
      if (reason !== undefined) this.#noteUnlisted(definition, wordsOf(definition), reason);
    } catch (error) {
      if (!hasNone(definition, error)) this.#noteUnread(definition, error);
    }
  }

  /** A list that cannot be read, once for those of a resource that fail alike. */
  #noteUnread({ name: resource }: AnyResource, error: unknown): void {
    const reason = this.#reasonOf(error);
    const isNoted = this.found.unchecked.some(
      (one) => one.address === undefined && one.resource === resource && one.reason === reason,
    );
    if (!isNoted) this.found.unchecked.push({ resource, reason });
  }

  /** An object that no code declares: with what nobody has to declare, or with the differences. */
  async #note(definition: AnyResource, object: UnmanagedObject): Promise<void> {
    const { objects, isStrict } = this.#of;
    const organization = parseId(definition.identity.parts, object.id)[this.#rootPart];
    const isDeclared = objects.some(({ resource, id }) => resource === this.#root.name && id === organization);
    const reason =
      isStrict === true ? undefined : await whyDefaultCreated(definition, object.id, isDeclared, this.#context());
    if (reason === undefined) this.found.unmanaged.push(object);
    else this.found.implied.push({ ...object, reason });
  }

  async #compared(object: RecordedObject): Promise<Compared> {
    const declared: DeclaredObject = { resource: object.resource, address: object.address, id: object.id };
    const reason = this.#whyElsewhere(object) ?? this.#strange.get(this.#organizationOf(object));
    if (reason !== undefined) return { unchecked: { ...declared, reason } };
    const notes: string[] = [];
    try {
      const compared = await drift(this.#definitionOf(object), object, this.#context(notes));
      const { kind, properties, notCompared, retired } = compared;
      if (retired !== undefined) return { retired: { ...declared, reason: printed(retired) } };
      if (kind === "missing") return { missing: declared };
      return {
        ...(kind === "changed" ? { changed: { ...declared, properties, notes } } : {}),
        ...(notCompared.length > 0 ? { notCompared: { ...declared, properties: notCompared } } : {}),
      };
    } catch (error) {
      return { unchecked: { ...declared, reason: this.#reasonOf(error) } };
    }
  }

  /**
   * Organizations that the state builds on without declaring them, and that do not exist or cannot be seen: then the key
   * or the host is another one, and that everything in them looks deleted says nothing.
   */
  async #strangeOrganizations(): Promise<ReadonlyMap<string, string>> {
    const { objects, host } = this.#of;
    const root = this.#root;
    const declared = new Set(objects.filter(({ resource }) => resource === root.name).map(({ id }) => id));
    const strange = await Promise.all(
      this.organizationsOf(objects).map(async (id): Promise<[string, string][]> => {
        if (declared.has(id)) return [];
        try {
          if ((await read(root, id, {}, this.#context())) !== undefined) return [];
          return [[id, `There is no organization ${id} at ${host}. Is this the host that the program uses?`]];
        } catch (error) {
          return [[id, this.#reasonOf(error)]];
        }
      }),
    );
    return new Map(strange.flat());
  }

  /** What went wrong, for people; an unhandled error of our own is none of it. */
  #reasonOf(error: unknown): string {
    const { signal } = this.#of;
    if (signal?.aborted === true && signal.reason instanceof Error) return signal.reason.message;
    const failure = clientErrorIn(error);
    if (!isOrgformProblem(error) && failure === undefined) throw error;
    // What is so of every request is said in the same words everywhere, so that it can be told once.
    if (failure !== undefined && isAboutAll(failure)) return (this.#nothing ??= failure.message);
    return error instanceof Error ? error.message : String(error);
  }

  #whyElsewhere({ host, provider }: RecordedObject): string | undefined {
    if (host === undefined || sameAddress(host, this.#of.host)) return undefined;
    const remedy = this.#of.remedyElsewhere?.(provider) ?? "Set ORGFORM_HOST to the program's host.";
    return `It belongs to ${host}, and this run looks at ${this.#of.host}. ${remedy}`;
  }

  /** What an object of the stack manages; nothing for an id that is none: reading it says so. */
  #keysOf(object: RecordedObject): string[] {
    if (this.#partsOf(object) === NO_PARTS) return [];
    return managedKeys(this.#definitionOf(object), object.id, object.inputs);
  }

  /** What an object leaves to somebody else; where that cannot be told, the reason is noted and nothing is left out. */
  async #leftBy(object: RecordedObject): Promise<string[]> {
    if (this.#partsOf(object) === NO_PARTS || this.#strange.has(this.#organizationOf(object))) return [];
    const definition = this.#definitionOf(object);
    const { session, call } = this.#context();
    try {
      return await excludedKeys(definition, object.id, object.inputs, session.serviceContext(call));
    } catch (error) {
      this.#noteUnread(definition, error);
      return [];
    }
  }

  /** The part of an id that names the organization. */
  get #rootPart(): string {
    return String(this.#root.identity.parts[0]);
  }

  /** The organization of an object; empty for an id that is none, or that does not name it. */
  #organizationOf(object: RecordedObject): string {
    return this.#partsOf(object)[this.#rootPart] ?? "";
  }

  /** The parts of the identity of an object; none for an id that is none. */
  #partsOf(object: RecordedObject): IdentityParts {
    try {
      return parseId(this.#definitionOf(object).identity.parts, object.id);
    } catch {
      return NO_PARTS;
    }
  }

  #definitionOf({ resource }: Pick<RecordedObject, "resource">): AnyResource {
    const definition = this.#byName.get(resource);
    if (definition === undefined) throw new Error(`There is no resource ${resource}`);
    return definition;
  }

  /** A context that keeps what the driver warns of: why something drifted. */
  #context(notes: string[] = []): Context {
    const report = {
      warn: (text: Text) => void notes.push(printed(text)),
      info: () => undefined,
      status: () => undefined,
    };
    const { session, signal } = this.#of;
    return { session, report, call: signal === undefined ? {} : { signal } };
  }
}

const NO_PARTS: IdentityParts = {};

function scopeKey({ name }: AnyResource, scope: IdentityParts): string {
  return `${name} ${jsonText(scope)}`;
}

/** What became of one object. */
interface Compared {
  readonly changed?: ChangedObject;
  readonly missing?: DeclaredObject;
  readonly unchecked?: Unchecked;
  readonly notCompared?: NotCompared;
  readonly retired?: RetiredObject;
}

function sameAddress(left: string, right: string): boolean {
  return left.replace(/\/+$/u, "").toLowerCase() === right.replace(/\/+$/u, "").toLowerCase();
}

/** Whether every request fails so: a key that is refused, a host that cannot be reached. */
function isAboutAll(failure: OrgformError): boolean {
  return isApiError(failure)
    ? failure.category === "auth"
    : isTransportError(failure) && failure.code === "connect_failed";
}

import type { Call } from "../../model/call.ts";
import { type AnyResource, scopePartsOf } from "../../model/definition.ts";
import type { CallContext } from "../../model/call-context.ts";
import { listHookOf } from "../../model/hook-of.ts";
import { formatId, type IdentityParts } from "../../model/identity.ts";
import type { AbsentRoutes } from "./absent-routes.ts";
import { SingleFlightCache } from "./cache.ts";
import type { DriverClock } from "./clock.ts";
import { derived, isDerived, listedFor } from "../lists/derived-list.ts";

/** Pause before the list in which an object is missed is read once more. */
export const SECOND_LOOK_MS = 2_000;

/** An object of the service in its wire form; only definitions look inside. */
export type Wire = unknown;

/**
 * The service's lists as this process saw them: each is read once and shared by all callers, with our own writes
 * applied to it, until a caller needs the current list.
 */
export class ListCache {
  readonly #api: unknown;
  readonly #contextOf: (call: Call) => CallContext;
  readonly #lists: SingleFlightCache<Map<string, Wire>>;
  readonly #routes: AbsentRoutes;
  readonly #sleep: DriverClock["sleep"];
  readonly #now: DriverClock["now"];
  /** The further looks at each list, one for all whose objects are missed. */
  readonly #looks: SingleFlightCache<{ readonly atMs: number; readonly byId: Map<string, Wire> }>;
  /** The latest read of each list. Its objects exist here once it has arrived, so a write reaches them. */
  readonly #newest = new Map<string, { readonly beganAtMs: number; byId?: Map<string, Wire> }>();
  /** The scopes for which the service returned a list: a part of an identity and its value. */
  readonly #scopesListed = new Set<string>();
  /** This process's writes since the latest read began, by list and ID; null means a deletion. */
  readonly #written = new Map<string, Map<string, Wire | null>>();

  /** @param contextOf - the context of an object that is made from another list, besides its rows */
  constructor(api: unknown, { now, sleep }: DriverClock, routes: AbsentRoutes, contextOf: (call: Call) => CallContext) {
    this.#api = api;
    this.#routes = routes;
    this.#contextOf = contextOf;
    this.#sleep = sleep;
    this.#now = now;
    this.#lists = new SingleFlightCache(now);
    this.#looks = new SingleFlightCache(now);
  }

  /** All objects of the list for the definition's objects. */
  async list(definition: AnyResource, scope: IdentityParts, call: Call): Promise<Wire[]> {
    return [...(await this.#byId(definition, scope, call)).values()];
  }

  /** The object of that identity, or what represents it while it is deferred; undefined when the list lacks it. */
  async find(definition: AnyResource, at: IdentityParts, call: Call): Promise<Wire | undefined> {
    const listed = (await this.#byId(definition, at, call)).get(formatId(definition.identity.parts, at));
    return listed ?? (await this.#placeholder(definition, at, call));
  }

  /** The object of that identity as far as it was shown so far; makes no request. */
  known(definition: AnyResource, at: IdentityParts): Wire | undefined {
    const key = listKey(definition, at);
    const id = formatId(definition.identity.parts, at);
    return this.#newest.get(key)?.byId?.get(id) ?? this.#written.get(key)?.get(id) ?? undefined;
  }

  /** The objects of the list as it was read or written so far; undefined while nobody has read it. Sends no request. */
  seen(definition: AnyResource, scope: IdentityParts): Wire[] | undefined {
    const byId = this.#newest.get(listKey(definition, scope))?.byId;
    return byId === undefined ? undefined : [...byId.values()];
  }

  /** Whether the service returned any list within a scope, such as an organization, which shows that it exists. */
  hasListIn(part: string, value: string): boolean {
    return this.#scopesListed.has(scopeKey(part, value));
  }

  /** When the newest read of the list that came to its end began; undefined while there is none. */
  beganAtMs(definition: AnyResource, scope: IdentityParts): number | undefined {
    const newest = this.#newest.get(listKey(definition, scope, true)) ?? this.#newest.get(listKey(definition, scope));
    return newest?.byId === undefined ? undefined : newest.beganAtMs;
  }

  /** All objects of the list by a fresh read; those who ask at the same time share one. */
  async listFresh(definition: AnyResource, scope: IdentityParts, call: Call): Promise<Wire[]> {
    return [...(await this.#freshById(definition, scope, call)).values()];
  }

  /** All objects of the list, from a read that began then or later; the latest read serves if it did. */
  async listSince(definition: AnyResource, scope: IdentityParts, sinceMs: number, call: Call): Promise<Wire[]> {
    const rows = await this.#rows(definition, scope, call, (listed, where) => {
      const beganAtMs = this.#newest.get(listKey(listed, where))?.beganAtMs ?? Number.NEGATIVE_INFINITY;
      return beganAtMs >= sinceMs ? this.#shared(listed, where, call) : this.#freshOf(listed, where, call);
    });
    return [...rows.values()];
  }

  /** The object of that identity by a fresh read of the list. */
  async findFresh(definition: AnyResource, at: IdentityParts, call: Call): Promise<Wire | undefined> {
    const listed = (await this.#freshById(definition, at, call)).get(formatId(definition.identity.parts, at));
    return listed ?? (await this.#placeholder(definition, at, call));
  }

  /**
   * The object of that identity by one more look, a while after a fresh read that lacks it. What all miss who ask was
   * looked for once; an object that an earlier look shows is looked for once more.
   */
  async findAgain(
    definition: AnyResource,
    at: IdentityParts,
    call: Call,
    pauseMs: number = SECOND_LOOK_MS,
  ): Promise<Wire | undefined> {
    const id = formatId(definition.identity.parts, at);
    const key = `${pauseMs} ${listKey(definition, at)}`;
    const askedAtMs = this.#now();
    const look = async (signal: AbortSignal) => {
      await this.#sleep(pauseMs, signal);
      const atMs = this.#now();
      return { atMs, byId: await this.#freshById(definition, at, { signal }) };
    };
    const { atMs, byId } = await this.#looks.get(key, look, call.signal);
    if (atMs >= askedAtMs || !byId.has(id)) return byId.get(id);
    return (await this.#looks.fresh(key, look, call.signal)).byId.get(id);
  }

  /** Whether the service has the list, if some services don't; reads it if nobody has asked for it so far. */
  async isServed(definition: AnyResource, scope: IdentityParts, call: Call): Promise<boolean> {
    return (await this.#whole(definition, scope, (where) => this.#shared(definition, where, call))) !== undefined;
  }

  /** Lays an observation over the list, made by our own write or by a direct read that is newer than the list. */
  put(definition: AnyResource, at: IdentityParts, wire: Wire): void {
    this.#write(definition, at, wire);
  }

  /** Lays a deletion over the list. */
  remove(definition: AnyResource, at: IdentityParts): void {
    this.#write(definition, at, null);
  }

  #placeholder(definition: AnyResource, at: IdentityParts, call: Call): Promise<Wire | undefined> | undefined {
    return listHookOf(definition, "placeholderRow")?.(at, { api: this.#api, call: this.#contextOf(call) });
  }

  #byId(definition: AnyResource, scope: IdentityParts, call: Call): Promise<Map<string, Wire>> {
    return this.#rows(definition, scope, call, (listed, where) => this.#shared(listed, where, call));
  }

  #shared(listed: AnyResource, where: IdentityParts, call: Call): Promise<Map<string, Wire>> {
    return this.#lists.get(listKey(listed, where), (signal) => this.#read(listed, where, { signal }), call.signal);
  }

  #freshById(definition: AnyResource, scope: IdentityParts, call: Call): Promise<Map<string, Wire>> {
    return this.#rows(definition, scope, call, (listed, where) => this.#freshOf(listed, where, call));
  }

  #freshOf(listed: AnyResource, where: IdentityParts, call: Call): Promise<Map<string, Wire>> {
    const key = listKey(listed, where);
    const read = (signal: AbortSignal) => {
      // Writes before this read are visible in its result, or somebody else has changed the objects again.
      this.#written.delete(key);
      return this.#read(listed, where, { signal });
    };
    return this.#lists.fresh(key, read, call.signal);
  }

  /** The objects of a list. A list that is derived from another one is derived again from the contents of that one. */
  async #rows(definition: AnyResource, scope: IdentityParts, call: Call, ask: Ask): Promise<Map<string, Wire>> {
    const { collection } = definition;
    if (collection === undefined) return new Map<string, Wire>();
    if (!isDerived(definition)) return this.#wholeOrParts(definition, scope, call, ask);
    const rows = [...(await this.#wholeOrParts(listedFor(definition), scope, call, ask)).values()];
    const made = await derived(definition, rows, scope, { api: this.#api, call: this.#contextOf(call) });
    return new Map(made.map((wire) => [idOf(definition, wire, scope), wire] as const));
  }

  /** The one list. If the service no longer has it, the lists of its parts, but only of those that the scope names. */
  async #wholeOrParts(listed: AnyResource, scope: IdentityParts, call: Call, ask: Ask): Promise<Map<string, Wire>> {
    const whole = await this.#whole(listed, scope, (where) => ask(listed, where));
    if (whole !== undefined) return whole;
    const partitions = listHookOf(listed, "partitions");
    const route = routeOf(listed, scope) ?? "";
    if (partitions === undefined) throw this.#routes.wordOn(route) ?? new Error(`nobody asked for ${route}`);
    const { field } = partitions;
    const named = scope[field];
    const names = named === undefined ? await partitions.all(scope, this.#contextOf(call)) : [named];
    const lists = await Promise.all(names.map((name) => ask(listed, { ...scope, [field]: name })));
    return new Map(lists.flatMap((list) => [...list]));
  }

  /** The single list, or undefined if the service doesn't have it. */
  async #whole(
    definition: AnyResource,
    scope: IdentityParts,
    ask: (where: IdentityParts) => Promise<Map<string, Wire>>,
  ): Promise<Map<string, Wire> | undefined> {
    const { field } = listHookOf(definition, "partitions") ?? {};
    const route = routeOf(definition, scope);
    if (route === undefined) return ask(scope);
    const where = Object.fromEntries(Object.entries(scope).filter(([name]) => name !== field));
    return (await this.#routes.served(route, () => ask(where)))?.answer;
  }

  async #read(definition: AnyResource, scope: IdentityParts, call: Call): Promise<Map<string, Wire>> {
    const key = listKey(definition, scope);
    const newest: { readonly beganAtMs: number; byId?: Map<string, Wire> } = { beganAtMs: this.#now() };
    this.#newest.set(key, newest);
    const read = (await definition.collection?.list?.(this.#api, scope, this.#contextOf(call))) ?? [];
    const byId = new Map(read.map((wire) => [idOf(definition, wire, scope), wire] as const));
    // Writes that were made while the list was on its way are newer than it.
    for (const [id, wire] of this.#written.get(key) ?? []) lay(byId, id, wire);
    newest.byId = byId;
    for (const part of scopePartsOf(definition)) this.#scopesListed.add(scopeKey(part, scope[part]));
    return byId;
  }

  #write(definition: AnyResource, at: IdentityParts, wire: Wire | null): void {
    // A list that is derived from another one changes through changes of its rows.
    if (definition.collection === undefined || isDerived(definition)) return;
    const id = formatId(definition.identity.parts, at);
    for (const key of this.#keysOf(definition, at, wire)) {
      const written = this.#written.get(key) ?? new Map<string, Wire | null>();
      this.#written.set(key, written.set(id, wire));
      const byId = this.#newest.get(key)?.byId;
      if (byId !== undefined) lay(byId, id, wire);
    }
  }

  /** The lists that show an object: the single list, or that of its part; those of all parts if the part is unknown. */
  #keysOf(definition: AnyResource, at: IdentityParts, wire: Wire | null): string[] {
    const { route } = definition.collection ?? {};
    const partitions = listHookOf(definition, "partitions");
    if (partitions === undefined || this.#routes.wordOn(route ?? "") === undefined)
      return [listKey(definition, at, true)];
    const part = (wire === null ? undefined : partitions.of(wire)) ?? at[partitions.field];
    if (part !== undefined) return [listKey(definition, { ...at, [partitions.field]: part })];
    const start = listKey(definition, at).slice(0, -1);
    return [...this.#newest.keys()].filter((key) => key.startsWith(start));
  }
}

/** Reads a list: of a scope, or of a part of it. */
type Ask = (listed: AnyResource, where: IdentityParts) => Promise<Map<string, Wire>>;

/** Name of the route of a list: of the single list, or of the list of the object that the scope names. */
function routeOf(definition: AnyResource, scope: IdentityParts): string | undefined {
  const part = separatePart(definition, scope);
  if (part === undefined) return definition.collection?.route;
  return listHookOf(definition, "separateLists")?.route?.(part);
}

/** The part of the identity whose objects have a separate list; undefined for the main list. */
function separatePart(definition: AnyResource, scope: IdentityParts): string | undefined {
  const separate = listHookOf(definition, "separateLists");
  const part = separate === undefined ? undefined : scope[separate.part];
  return part !== undefined && separate?.isSeparate(part) === true ? part : undefined;
}

function lay(byId: Map<string, Wire>, id: string, wire: Wire | null): void {
  if (wire === null) byId.delete(id);
  else byId.set(id, wire);
}

/**
 * Identifies the list for the definition's objects.
 *
 * @param isWhole - for the single list, even if the scope names a part
 */
export function listKey(definition: AnyResource, scope: IdentityParts, isWhole = false): string {
  const { collection } = definition;
  if (collection === undefined) return "";
  const { field } = listHookOf(definition, "partitions") ?? {};
  const part = field === undefined || isWhole ? undefined : scope[field];
  const separate = separatePart(definition, scope);
  const chosen = [
    ...collection.scope.map((one) => scope[one] ?? ""),
    ...(part === undefined ? [] : [part]),
    ...(separate === undefined ? [] : [separate]),
  ];
  return JSON.stringify([collection.name, ...chosen]);
}

function idOf(definition: AnyResource, wire: Wire, scope: IdentityParts): string {
  return formatId(definition.identity.parts, definition.identity.of(wire, scope));
}

function scopeKey(part: string, value: string | undefined): string {
  return JSON.stringify([part, value]);
}

import { type IdentityMap, type NumberKind, numberKindOf } from "./identity-map.ts";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** Made-up values that aren't mapped: challenges, distinct IDs of users, IDs of keys. */
const OPAQUE = /^[A-Za-z0-9_-]{43}$|^01[0-9a-f]{6}-[0-9a-f-]{27}$/;
const HOST = /https?:\/\/(?:localhost|127\.0\.0\.1):\d+/g;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

/** The differences in shape (keys, types, emptiness), which fail a row, and those only in values, which are advice. */
export type Differences = { readonly shape: string[]; readonly values: string[] };

/** The position of a comparison. */
type Place = { readonly path: string; readonly holder: string; readonly kind: NumberKind | undefined };

/**
 * Compares a response with the recorded one by keys and JSON types. Also learns which of our IDs belongs to which
 * recorded one.
 */
export function compareShape(
  recorded: unknown,
  actual: unknown,
  identities: IdentityMap,
  options: { readonly partial: boolean; readonly kind: NumberKind | undefined },
): Differences {
  const found: Differences = { shape: [], values: [] };
  compare(recorded, actual, { path: "body", holder: "", kind: options.kind }, { identities, found, ...options });
  return found;
}

type Context = {
  readonly identities: IdentityMap;
  readonly found: Differences;
  readonly partial: boolean;
  readonly kind: NumberKind | undefined;
};

function compare(recorded: unknown, actual: unknown, place: Place, context: Context): void {
  const [expected, got] = [typeOf(recorded), typeOf(actual)];
  if (expected !== got) {
    const text = `${place.path}: expected ${expected} ${short(recorded)}, found ${got} ${short(actual)}`;
    context.found.shape.push(text);
  } else if (Array.isArray(recorded)) compareLists(recorded, actual as unknown[], place, context);
  else if (expected === "object") compareObjects(recorded as object, actual as object, place, context);
  else compareValues(recorded, actual, place, context);
}

function compareObjects(recorded: object, actual: object, place: Place, context: Context): void {
  const theirs = new Map(Object.entries(actual));
  for (const key of context.partial ? [] : theirs.keys()) {
    if (!Object.hasOwn(recorded, key)) context.found.shape.push(`${place.path}.${key}: not in the recording`);
  }
  for (const [key, value] of Object.entries(recorded)) {
    if (!theirs.has(key)) {
      context.found.shape.push(`${place.path}.${key}: missing, recorded ${short(value)}`);
      continue;
    }
    const kind = numberKindOf(key, place.holder, context.kind);
    compare(value, theirs.get(key), { path: `${place.path}.${key}`, holder: key, kind }, context);
  }
}

/** Pairs items by ID if both sides have it, else in order. */
function compareLists(recorded: unknown[], actual: unknown[], place: Place, context: Context): void {
  if (recorded.length !== actual.length) {
    const text = `${place.path}: expected ${recorded.length} items, found ${actual.length}`;
    const isEmptiness = recorded.length === 0 || actual.length === 0;
    (isEmptiness && !context.partial ? context.found.shape : context.found.values).push(text);
  }
  const byId = new Map(actual.map((item) => [idOf(item), item]));
  const kind = numberKindOf("id", place.holder, context.kind);
  for (const [index, item] of recorded.entries()) {
    const id = idOf(item);
    const known = id === undefined ? undefined : context.identities.get(id, kind);
    const partner = known !== undefined && byId.has(known) ? byId.get(known) : actual[index];
    if (partner === undefined) continue;
    compare(item, partner, { path: `${place.path}.${index}`, holder: place.holder, kind: place.kind }, context);
  }
}

function idOf(item: unknown): string | number | undefined {
  const id = typeof item === "object" && item !== null && "id" in item ? item.id : undefined;
  return typeof id === "string" || typeof id === "number" ? id : undefined;
}

function compareValues(recorded: unknown, actual: unknown, place: Place, context: Context): void {
  const isOpaque = typeof recorded === "string" && OPAQUE.test(recorded) && OPAQUE.test(String(actual));
  const isId =
    typeof recorded === "number"
      ? place.kind !== undefined
      : isOpaque || (typeof recorded === "string" && UUID.test(recorded));
  if (isId && (typeof actual === "string" || typeof actual === "number")) {
    const id = recorded as string | number;
    const known = context.identities.get(id, place.kind);
    if (known === undefined) return context.identities.bind(id, actual, place.kind);
    if (known !== actual)
      context.found.values.push(`${place.path}: another object than the recorded ${short(recorded)}`);
    return;
  }
  const expected = typeof recorded === "string" ? context.identities.fillText(recorded.replaceAll(HOST, "")) : recorded;
  if (
    expected === (typeof actual === "string" ? actual.replaceAll(HOST, "") : actual) ||
    isTimeOrToken(recorded, actual)
  )
    return;
  context.found.values.push(`${place.path}: expected ${short(expected)}, found ${short(actual)}`);
}

function isTimeOrToken(recorded: unknown, actual: unknown): boolean {
  if (typeof recorded !== "string" || typeof actual !== "string") return false;
  return [TIME, /^ph[a-z]_/, /^[\w-]+\.[\w-]+\.[\w-]+$/].some((form) => form.test(recorded) && form.test(actual));
}

function typeOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "list" : typeof value;
}

function short(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 90 ? `${text.slice(0, 87)}...` : text;
}

/** Compares a refusal: every recorded field, word for word. */
export function compareError(recorded: unknown, actual: unknown, identities: IdentityMap): string[] {
  const expected = JSON.stringify(sorted(identities.fill(recorded)));
  const wanted = new Set(typeOf(recorded) === "object" ? Object.keys(recorded as object) : []);
  const kept =
    typeOf(actual) === "object"
      ? Object.entries(actual as object).filter(([key]) => wanted.has(key) || key !== "attr")
      : undefined;
  const got = JSON.stringify(sorted(kept === undefined ? actual : Object.fromEntries(kept)));
  return expected === got ? [] : [`body: expected ${expected}, found ${got}`];
}

function sorted(value: unknown): unknown {
  if (typeOf(value) !== "object") return value;
  return Object.fromEntries(Object.entries(value as object).toSorted(([left], [right]) => (left < right ? -1 : 1)));
}

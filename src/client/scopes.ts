import * as z from "zod";
import { OrgformError } from "./transport/index.ts";
import type { Caller, Target } from "./caller.ts";
import { withCurrentOrganization } from "./current-organization.ts";
import { createListing } from "./pagination.ts";
import { nonEmptyText } from "./wire.ts";

/** An organization in a request: its UUID, its slug, or, if the request only reads, `@current`. */
export type OrganizationId = string;

/** A project in a request: its number, or `@current` for the current project of the key's account. */
export type ProjectId = number | string;

const CURRENT = "@current";
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const SLUG = /^[\w-]+$/;
const WHOLE = /^[1-9]\d{0,18}$/;

const slugged = z.looseObject({ id: nonEmptyText, slug: z.string() });

type Values = NonNullable<Target["params"]>;

/** The allowed forms of parameters that aren't free text; the service returns 500 to most other values. */
const SHAPES: Readonly<Record<string, { readonly words: string; readonly fits: (text: string) => boolean }>> = {
  project_id: { words: "an integer or @current", fits: (text) => WHOLE.test(text) || text === CURRENT },
  person_id: { words: "an integer or a UUID", fits: (text) => WHOLE.test(text) || UUID.test(text) },
  item_id: { words: "an integer", fits: (text) => WHOLE.test(text) },
};

/**
 * Creates a caller that accepts organizations by UUID, slug, or `@current`, and projects by number or `@current`.
 *
 * The service itself accepts UUIDs and `@current`. A slug is looked up once in the list of organizations; it never
 * changes, not even when the organization is renamed. `@current` is the organization that the account used last, with
 * any key or in a browser, so a write must name its organization.
 *
 * Requests to a project repair an account without a current organization, see `withCurrentOrganization`. Requests to an
 * organization don't have that problem, except on the organization's own route.
 *
 * @source live-organizations 1.1, flows 1:133-195, 11:832 (observed 2026-11-20)
 */
export function createScopedCaller(caller: Caller): Caller {
  const idOfSlug = createSlugs(caller);
  const locate = async <T extends Target>(target: T, isWrite: boolean): Promise<T> => {
    if (target.params === undefined) return target;
    const params: Record<string, string> = {};
    for (const [name, value] of Object.entries<Values[string]>(target.params)) params[name] = checked(name, value);
    const organization = params["organization_id"];
    if (organization === CURRENT && isWrite) throw currentError();
    if (organization !== undefined && !isFinal(organization)) {
      params["organization_id"] = await idOfSlug(organization);
    }
    return { ...target, params };
  };
  const run = async <T extends Target, R>(target: T, isWrite: boolean, call: (at: T) => Promise<R>): Promise<R> => {
    const at = await locate(target, isWrite);
    return at.route.startsWith("/api/projects/")
      ? withCurrentOrganization(caller, at.signal, () => call(at))
      : call(at);
  };
  return {
    basePath: caller.basePath,
    monotonicMs: caller.monotonicMs,
    host: caller.host,
    locate: (target) => locate(target, false),
    read: (call) => run(call, false, caller.read),
    readIfAny: (call) => run(call, false, caller.readIfAny),
    readCsv: (call) => run(call, false, caller.readCsv),
    write: (call) => run(call, true, caller.write),
    readApart: caller.readApart,
    remove: (target) => run(target, true, caller.remove),
  };
}

/** Whether no lookup is needed: a UUID, `@current`, or a value that `fillRoute` refuses with its own message. */
function isFinal(organization: string): boolean {
  return organization === CURRENT || UUID.test(organization) || ["", ".", ".."].includes(organization);
}

function checked(name: string, value: Values[string]): string {
  const text = typeof value === "number" ? String(value) : value;
  const shape = SHAPES[name];
  if (shape === undefined || shape.fits(text)) return text;
  throw new OrgformError(
    "path_parameter_invalid",
    `The path parameter ${name} must be ${shape.words}; found something else. Nothing was sent.`,
  );
}

/** Finds IDs by slug. Each slug is looked up once; a failed lookup is repeated. */
function createSlugs(caller: Caller): (slug: string) => Promise<string> {
  const found = new Map<string, Promise<string>>();
  const look = async (slug: string): Promise<string> => {
    const source = { route: "/api/organizations/", item: slugged, idOf: ({ id }: { id: string }) => id };
    const all = await withCurrentOrganization(caller, undefined, () => createListing(caller, source).all());
    const match = all.find((organization) => organization.slug === slug);
    if (match === undefined) throw slugError(`none of the ${all.length} organizations that the API key sees has it`);
    return match.id;
  };
  return (slug) => {
    if (!SLUG.test(slug)) return Promise.reject(slugError("it has characters that no slug has"));
    let id = found.get(slug);
    if (id === undefined) {
      id = look(slug);
      found.set(slug, id);
      id.catch(() => found.delete(slug));
    }
    return id;
  };
}

function slugError(reason: string): OrgformError {
  return new OrgformError(
    "organization_slug_unknown",
    `The organization is given neither by UUID nor by a known slug: ${reason}. Nothing was changed. ` +
      "Check the spelling, the host setting and the account of the API key.",
  );
}

function currentError(): OrgformError {
  return new OrgformError(
    "organization_unnamed",
    "A change must name its organization by id or slug: @current is whichever one the account used last. " +
      "Nothing was sent.",
  );
}

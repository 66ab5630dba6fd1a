import type { Existing, Row } from "./conformance-row.ts";

/** Words for requests that rows of many resources share; a row writes its own requests in full. */
const SHARED: Readonly<Record<string, string>> = {
  ACCOUNT: "GET /users/@me/",
  CURRENT: "GET /organizations/@current/",
  DOMAINS: "GET /organizations/:id/domains/",
  HOME: "GET /organizations/:id/",
  HOMES: "GET /organizations/",
  INVITES: "GET /organizations/:id/invites/",
  MEMBERS: "GET /organizations/:id/members/",
};

/** Words for requests to the collection of a row's objects, and to one of them. */
const OWN: Readonly<Record<string, (collection: string) => string>> = {
  LIST: (collection) => `GET ${collection}`,
  MAKE: (collection) => `POST ${collection}`,
  READ: (collection) => `GET ${collection}:id/`,
  CHANGE: (collection) => `PATCH ${collection}:id/`,
  REMOVE: (collection) => `DELETE ${collection}:id/`,
};

/** Each list of requests in a row. */
const LISTS = [
  "checkRequests",
  "minimalRequests",
  "references",
  "changeReferences",
  "previewRequests",
  "vainRequests",
  "documentedCreate",
] as const;

/** The requests in the simplest case: a read of existing objects, and one request; a read and the differences; one request. */
const PLAIN = { create: ["LIST", "MAKE"], update: ["READ", "CHANGE"], delete: ["REMOVE"] };

/** The requests in a row's file, with words for the usual ones. */
export interface WrittenRequests extends Pick<Row, (typeof LISTS)[number] | "newestRequests"> {
  /** The path of the collection, `/organizations/:id/roles/`. */
  readonly at?: string;
  readonly existing: Pick<Existing, "ownRequests">;
  readonly requests?: Partial<Row["requests"]>;
}

type InFull = Pick<Row, (typeof LISTS)[number] | "newestRequests" | "requests"> & Pick<Existing, "ownRequests">;

/** The requests of a row in full, `GET /organizations/:id/roles/`. */
export function requestsIn({ at = "", ...row }: WrittenRequests): InFull {
  const all = (requests: readonly string[]): string[] => requests.map((one) => requestOf(one, at));
  const lists = Object.fromEntries(LISTS.flatMap((name) => (row[name] === undefined ? [] : [[name, all(row[name])]])));
  const newest = Object.entries(row.newestRequests ?? {}).map(([verb, requests]) => [verb, all(requests)]);
  const { create, update, delete: remove } = { ...PLAIN, ...row.requests };
  return {
    ...lists,
    ...(row.newestRequests === undefined ? {} : { newestRequests: Object.fromEntries(newest) }),
    ownRequests: all(row.existing.ownRequests),
    requests: { create: all(create), update: all(update), delete: all(remove) },
  };
}

/** A request in full: as it is written, or the meaning of its word. */
function requestOf(written: string, collection: string): string {
  if (written.includes(" ")) return written;
  const request = OWN[written]?.(collection) ?? SHARED[written];
  if (request === undefined) throw new Error(`"${written}" is no word for a request`);
  return request;
}

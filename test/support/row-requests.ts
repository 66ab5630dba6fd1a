import type { Existing, Row } from "./conformance-row.ts";

/** Words for what rows of many resources ask; a row says a request that is nobody else's in full. */
const SHARED: Readonly<Record<string, string>> = {
  ACCOUNT: "GET /users/@me/",
  CURRENT: "GET /organizations/@current/",
  DOMAINS: "GET /organizations/:id/domains/",
  HOME: "GET /organizations/:id/",
  HOMES: "GET /organizations/",
  INVITES: "GET /organizations/:id/invites/",
  MEMBERS: "GET /organizations/:id/members/",
};

/** Words for what is asked of the collection of a row's objects, and of one of them. */
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

/** What is asked where nothing is odd: a look for what is there already, and one request; a look and what differs; one request. */
const PLAIN = { create: ["LIST", "MAKE"], update: ["READ", "CHANGE"], delete: ["REMOVE"] };

/** Where a row's file writes requests, with words for the usual ones. */
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

/** A request in full: as it is written, or what its word stands for. */
function requestOf(written: string, collection: string): string {
  if (written.includes(" ")) return written;
  const request = OWN[written]?.(collection) ?? SHARED[written];
  if (request === undefined) throw new Error(`"${written}" is no word for a request`);
  return request;
}

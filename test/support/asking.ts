import type { Api } from "../../src/client/client.ts";
import type { AnyResource } from "../../src/model/definition.ts";
import type { ServiceContext } from "../../src/model/guard.ts";
import { isRecord } from "../../src/model/json-value.ts";
import { Message, printed } from "../../src/model/messages.ts";
import { apiError } from "./fake-service.ts";
import { DOMAIN, EXPORT, INVITE, MEMBER, ORGANIZATION, PROJECT, RECORD, ROLE } from "./operations/answers.ts";

/** What a service says to everything that it is asked. */
export interface ServiceAnswers {
  readonly name: string;
  /** Whether it has every list and route. */
  readonly hasRoutes: boolean;
  /** The rows of a list, and objects among them. */
  readonly rowsOf: (resource: string) => readonly unknown[];
  /** Answers a read of an object of the client's noun; throws if there is none to show. */
  readonly read: (noun: string) => unknown;
}

const refusing = (parts: Parameters<typeof apiError>[0]) => (): never => {
  throw apiError(parts);
};
const none = (): readonly unknown[] => [];

/** One object of each kind, by the client's nouns. */
const OBJECTS: Readonly<Record<string, unknown>> = {
  organizations: ORGANIZATION,
  projects: PROJECT,
  members: MEMBER,
  roles: ROLE,
  invites: INVITE,
  domains: DOMAIN,
  batchExports: EXPORT,
  proxyRecords: RECORD,
  accessControls: { access_controls: [], user_can_edit_access_levels: false, user_access_level: "member" },
  account: { uuid: "u1", email: "ann@acme.example" },
};

const nounOf = (resource: string): string => `${resource.charAt(0).toLowerCase()}${resource.slice(1)}s`;

const resourceOf = (noun: string): string => `${noun.charAt(0).toUpperCase()}${noun.slice(1, -1)}`;

/** Services that have nothing, each in its own way, and one that has an object of each kind. */
export const SERVICES: readonly ServiceAnswers[] = [
  {
    name: "empty",
    hasRoutes: true,
    rowsOf: none,
    read: refusing({ category: "notFound", code: "not_found", status: 404 }),
  },
  {
    name: "old",
    hasRoutes: false,
    rowsOf: none,
    read: refusing({ category: "unexpected", code: "endpoint_not_found", status: 404 }),
  },
  {
    name: "closed",
    hasRoutes: true,
    rowsOf: none,
    read: refusing({ category: "permission", code: "permission_denied", status: 403 }),
  },
  {
    name: "furnished",
    hasRoutes: true,
    rowsOf: (resource) => [OBJECTS[nounOf(resource)] ?? []].flat(),
    read: (noun) => OBJECTS[noun] ?? refusing({ category: "notFound", code: "not_found", status: 404 })(),
  },
];

/** A value in words; calls and services aren't values. */
export function inWords(value: unknown): string {
  if (value instanceof Message || typeof value === "string") return JSON.stringify(printed(value));
  if (value instanceof Error) return `fails: ${value.message}`;
  return JSON.stringify(value) ?? "nothing";
}

/** A promise whose failure may come before anybody waits for it. */
function early<T>(answer: () => T | Promise<T>): Promise<T> {
  const promise = Promise.resolve().then(answer);
  promise.catch(() => undefined);
  return promise;
}

type Note = (verb: string, ...words: readonly unknown[]) => void;

/** What a guard or a hook asks of the process, with the service's lists behind it. */
function noting(note: Note, { hasRoutes, rowsOf }: ServiceAnswers) {
  const rows = (verb: string) => (of: AnyResource, at: unknown) => {
    note(verb, of.name, at);
    return early(() => rowsOf(of.name));
  };
  const first = (verb: string) => async (of: AnyResource, at: unknown) => (await rows(verb)(of, at))[0];
  const call = {
    find: first("find"),
    known: first("known"),
    all: rows("all"),
    shown: rows("shown"),
    deferredUntil: (of: AnyResource, at: unknown) => note("deferredUntil", of.name, at),
    hasList: (of: AnyResource, at: unknown) => {
      note("hasList", of.name, at);
      return early(() => hasRoutes);
    },
    once: (name: string, read: (shared: unknown) => unknown) => {
      note("once", name);
      return read(call);
    },
    forget: (name: string) => note("forget", name),
    served: (route: string, answer: () => unknown) => {
      note("served", route);
      return early(async () => (hasRoutes ? { answer: await answer() } : undefined));
    },
    warn: (text: unknown) => note("warn", text),
    shared: (name: string) => {
      note("shared", name);
      return {
        known: () => undefined,
        note: (known: unknown) => note("noted", known),
        onTurnEnd: () => note("when the turn ends"),
      };
    },
  };
  return call;
}

/** A service that notes what it is asked. */
export function askable(service: ServiceAnswers): {
  readonly asked: readonly string[];
  readonly ask: ServiceContext<Api>;
} {
  const { hasRoutes, read, rowsOf } = service;
  const asked: string[] = [];
  const note: Note = (verb, ...words) => {
    const own = words.filter((word) => word !== undefined && !(isRecord(word) && "once" in word));
    asked.push([verb, ...own.map(inWords)].join(" "));
  };
  const written = (noun: string): unknown => (rowsOf(resourceOf(noun)).length === 0 ? undefined : read(noun));
  const listOf = (noun: string) => {
    const rows = () => (hasRoutes ? rowsOf(resourceOf(noun)) : [read(noun)]);
    return {
      all: () => early(rows),
      async *[Symbol.asyncIterator]() {
        yield* await early(rows);
      },
    };
  };
  const request =
    (noun: string, verb: string) =>
    (...words: readonly unknown[]) => {
      note(`${noun}.${verb}`, ...words);
      const isList = /^(?:list|activity|search)/u.test(verb) && noun !== "accessControls";
      if (isList) return listOf(noun);
      return early(() => (/^(?:create|put|delete|update)/u.test(verb) ? written(noun) : read(noun)));
    };
  const calls = (noun: string) => new Proxy({}, { get: (_none, verb) => request(noun, String(verb)) });
  const api = new Proxy({}, { get: (_none, noun) => calls(String(noun)) });
  return { asked, ask: { api, call: noting(note, service) } as unknown as ServiceContext<Api> }; // -- answers as far as they are asked for
}

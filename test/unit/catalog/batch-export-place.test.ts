import { describe, expect, test } from "@jest/globals";

import { batchExport } from "../../../src/catalog/resources/batch-export/batch-export.ts";
import {
  atExport,
  BELOW_ORGANIZATION,
  isExportGone,
  listPlace,
  PROJECT_LISTS,
  whyExportUnseen,
  whyNotEveryExport,
} from "../../../src/catalog/resources/batch-export/batch-export-place.ts";
import type { CallContext } from "../../../src/model/call-context.ts";
import { apiError } from "../../support/fake-service.ts";
import { functions } from "../../../src/catalog/functions/index.ts";

const AT = { organizationId: "o1", exportId: "e1" };
const IN_PROJECT = { ...AT, projectId: "7" };

/** What a process knows: the organization, whether the service lists exports of organizations, and its exports. */
interface Known {
  readonly home?: object;
  readonly isListed?: boolean;
  readonly found?: object;
}

const callOf = ({ home, isListed = false, found }: Known): CallContext =>
  ({
    known: () => Promise.resolve(home),
    hasList: () => Promise.resolve(isListed),
    find: () => Promise.resolve(found),
    served: async (route: string, ask: () => Promise<unknown>) =>
      isListed && route === BELOW_ORGANIZATION ? { answer: await ask() } : undefined,
    shown: () => Promise.resolve([{ id: 7 }, { id: 41 }]),
  }) as unknown as CallContext; // -- all that the rules ask

describe("a request to an export goes", () => {
  test.each<[why: string, known: Known, at: typeof AT, place: unknown]>([
    ["below the organization, if the service has that route", { isListed: true }, IN_PROJECT, "o1"],
    ["below its project, if that is known", {}, IN_PROJECT, { projectId: "7" }],
    ["below the project whose list has it", { found: { team_id: 41 } }, AT, { projectId: "41" }],
    ["nowhere, if no list has it", {}, AT, undefined],
    ["nowhere, if a list doesn't say the project", { found: {} }, AT, undefined],
  ])("%s", async (_why, known, at, place) => {
    expect(await atExport(batchExport, at, callOf(known), (where) => Promise.resolve({ where }))).toEqual(
      place === undefined ? undefined : { where: place },
    );
  });
});

test("a list is that of the project that the driver names, or of the organization", async () => {
  expect([listPlace(AT), listPlace(IN_PROJECT)]).toEqual(["o1", { projectId: "7" }]);
  expect(await PROJECT_LISTS.all({ organizationId: "o1" }, callOf({}))).toEqual(["7", "41"]);
  expect([PROJECT_LISTS.of({ team_id: 7 } as never), PROJECT_LISTS.of({} as never)]).toEqual(["7", undefined]); // -- its only field
});

describe("the lists of projects", () => {
  const ADMIN = { membership_level: 8 };
  const MEMBER = { membership_level: 1 };

  test.each<[why: string, known: Known, at: typeof AT, isPartial: boolean]>([
    ["show every export to an administrator", { home: ADMIN }, AT, false],
    ["might lack some for a member", { home: MEMBER }, AT, true],
    ["might lack some if nobody knows the organization", {}, AT, true],
    ["don't matter if the service lists them by organization", { home: MEMBER, isListed: true }, AT, false],
    ["don't matter for one project", { home: MEMBER }, IN_PROJECT, false],
  ])("%s", async (_why, known, at, isPartial) => {
    const why = await whyNotEveryExport(batchExport, at, { api: {} as never, call: callOf(known) }); // -- it asks nothing
    expect(why ?? "").toMatch(
      isPartial
        ? /^The service lists batch exports project by project\. The list might lack projects that .* Name the project of each export, or use such a key, then run again\.$/u
        : /^$/u,
    );
  });
});

describe("an export that isn't found below its project", () => {
  const below = (code: string, route = "/api/projects/{project_id}/batch_exports/{id}/") =>
    Object.assign(apiError({ category: "notFound", code, status: 404 }), { route });
  const HOME = { id: "o1", membership_level: 8 };
  const noProject = { projects: { get: () => Promise.resolve({ id: 7 }) } } as never; // -- the project is there

  test.each<[why: string, at: typeof AT, cause: unknown, home: object | undefined, isGone: unknown]>([
    ["is gone if the organization is readable", IN_PROJECT, below("not_found"), HOME, true],
    ["is up to the organization if no project is known", AT, below("not_found"), HOME, undefined],
    [
      "is up to the organization for a route below it",
      IN_PROJECT,
      below("not_found", "/api/organizations/"),
      HOME,
      undefined,
    ],
    ["is up to the organization for another failure", IN_PROJECT, new Error("no"), HOME, undefined],
  ])("%s", async (_why, at, cause, home, isGone) => {
    const call = callOf(home === undefined ? {} : { home });
    expect(await isExportGone(noProject, at, call, cause)).toBe(isGone);
  });

  test("is judged by the project if that isn't found either, or if nobody knows the organization", async () => {
    const asked: string[] = [];
    const api = {
      projects: { get: (...all: readonly string[]) => Promise.resolve(void asked.push(all.slice(0, 2).join(" "))) },
    } as never; // -- as above
    const once = (_name: string, read: (call: object) => Promise<unknown>) => read({}).then(() => ({ id: 7 }));
    const call = { ...callOf({ home: HOME }), once } as never; // -- as above
    expect(await isExportGone(api, IN_PROJECT, call, below("project_not_found"))).toBe(true);
    expect(asked).toEqual(["o1 7"]);
    const unknown = { ...callOf({}), once } as never; // -- as above
    expect(await isExportGone(api, IN_PROJECT, unknown, below("not_found"))).toBe(true);
    expect(asked).toHaveLength(2);
  });

  test("is said to be unseen only if its project is known", async () => {
    expect(await whyExportUnseen({} as never, AT, callOf({}), new Error("no"))).toBeUndefined(); // -- it asks nothing
  });
});

describe("a backfill of a service of 2026", () => {
  const backfill = functions.find(({ name }) => name === "backfillBatchExport");

  /** The times that are sent, for an export with this interval. */
  async function sent(interval: string, startAt: string | undefined, endAt: string): Promise<unknown> {
    const bodies: unknown[] = [];
    const api = {
      batchExports: {
        get: () => Promise.resolve({ interval }),
        createBackfill: (_where: unknown, _id: string, body: unknown) => {
          bodies.push(body);
          return Promise.resolve({ backfill_id: "b1" });
        },
      },
    };
    const options = { served: () => Promise.resolve(undefined) };
    const run = backfill?.run as (args: object, call: object) => Promise<unknown>; // -- it has one
    expect(await run({ ...IN_PROJECT, startAt, endAt }, { api, options })).toEqual({ backfillId: "b1" });
    return bodies[0];
  }

  const DATES = [
    "2026-01-05",
    "2026-01-05T00:00Z",
    "2026-01-05T00:00:00Z",
    "2026-01-05t00:00:00z",
    "2026-01-05T00:00:00.000Z",
    "2026-01-05T00:00:00",
    "2026-01-05T00:00:00+05:30",
    "2026-01-05T00:00:00.0-0800",
  ];
  const TIMES = [
    "2026-01-05T00:00:01Z",
    "2026-01-05T00:30:00Z",
    "2026-01-05T01:00:00Z",
    "2026-01-05T00:00:00.5Z",
    "soon",
  ];

  test.each(["day", "week"])("counts a midnight as the date in the export's own zone: %s", async (interval) => {
    for (const time of DATES)
      expect(await sent(interval, time, time)).toEqual({ start_at: "2026-01-05", end_at: "2026-01-05" });
    for (const time of TIMES) expect(await sent(interval, time, time)).toEqual({ start_at: time, end_at: time });
    expect(await sent(interval, undefined, "2026-01-05")).toEqual({ start_at: null, end_at: "2026-01-05" });
  });

  test.each(["hour", "every 5 minutes"])("sends times as they are otherwise: %s", async (interval) => {
    for (const time of [...DATES, ...TIMES])
      expect(await sent(interval, time, time)).toEqual({ start_at: time, end_at: time });
    expect(await sent(interval, undefined, "2026-01-05")).toEqual({ start_at: null, end_at: "2026-01-05" });
  });
});

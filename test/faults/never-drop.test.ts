import { listHookOf } from "../../src/model/hook-of.ts";
import { isDeepStrictEqual } from "node:util";

import { describe, expect, test } from "@jest/globals";

import type { AnyResource } from "../../src/model/definition.ts";
import type { Values } from "../../src/model/json-value.ts";
import type { FaultSpec } from "../../packages/sandbox/src/index.ts";
import type { Row } from "../support/conformance-row.ts";
import { ROWS } from "../support/conformance-rows.ts";
import { ENGINES } from "../support/conformance-engine.ts";
import { type Fixture, created, definitionOf, describeRows, settled } from "../support/conformance-table.ts";
import { isInFull } from "../support/extent.ts";
import { LONG_TIMEOUT, SHORT_TIMEOUT } from "../support/scenario-faults.ts";
import { accept, emailIn } from "../support/scenario-people.ts";
import { FOUNDER, writesOf } from "../support/scenario-world.ts";

/** Bad news about an object that is there, and the words with which a read has to fail. */
interface BadNews {
  readonly name: string;
  readonly fault: Omit<FaultSpec, "times">;
  readonly says: RegExp;
}

const refusal = (type: string, code: string, detail: string): unknown => ({ type, code, detail, attr: null });

const OF_ANY_READ: readonly BadNews[] = [
  {
    name: "a refused key",
    fault: {
      kind: "status",
      status: 401,
      body: refusal("authentication_error", "authentication_failed", "Invalid personal API key."),
    },
    says: /answered 401 authentication_failed .*Invalid personal API key\./u,
  },
  {
    name: "a key without permission",
    fault: {
      kind: "status",
      status: 403,
      body: refusal("authentication_error", "permission_denied", "You do not have permission."),
    },
    says: /answered 403 permission_denied .*You do not have permission\./u,
  },
  {
    name: "a crash",
    fault: { kind: "status", status: 500 },
    says: /answered 500 unavailable .*A server error occurred\./u,
  },
  { name: "a bad gateway", fault: { kind: "status", status: 502 }, says: /answered 502 unavailable/u },
  { name: "a cut answer", fault: { kind: "truncate" }, says: /was lost in the middle of the response/u },
  { name: "a reset", fault: { kind: "reset-before" }, says: /was lost before a response arrived/u },
  {
    name: "silence",
    fault: { kind: "delay-after", delayMs: 600_000 },
    says: /sent no complete response within 2000 ms/u,
  },
  { name: "broken JSON", fault: { kind: "not-json" }, says: /incomplete or invalid JSON/u },
  { name: "a web page", fault: { kind: "wrong-content-type" }, says: /text\/html, which isn't JSON/u },
  {
    name: "a web server's page for 404",
    fault: { kind: "status", status: 404, contentType: "text/html", body: "<html><title>Not Found</title></html>" },
    says: /answered 404 endpoint_not_found .*an HTML page titled Not Found/u,
  },
  {
    name: "an empty 404",
    fault: { kind: "status", status: 404, contentType: "text/plain", body: "" },
    says: /answered 404 endpoint_not_found/u,
  },
  {
    name: "a redirect to another host",
    fault: { kind: "redirect", location: "https://elsewhere.example/login" },
    says: /answered 302 redirected .*It points to https:\/\/elsewhere\.example\/login\./u,
  },
  {
    name: "a redirect in a circle",
    fault: { kind: "redirect" },
    says: /answered 302 redirected .*It points to http:.*\/moved\/\./u,
  },
  {
    name: "endless throttling",
    fault: { kind: "rate-limited", retryAfter: 30 },
    says: /answered 429 throttled .*Run again in 30 seconds/u,
  },
];

const OF_LISTS: readonly BadNews[] = [
  { name: "a list that lacks a row", fault: { kind: "drop-item" }, says: /changed while it was read, twice/u },
  { name: "a list with a wrong count", fault: { kind: "wrong-count" }, says: /changed while it was read, twice/u },
  { name: "a list with a row too many", fault: { kind: "duplicate-item" }, says: /changed while it was read, twice/u },
];

const NOT_VISIBLE =
  /^Error: Organization .* is not visible to this API key\nIt exists, but the key's user is no longer a member/u;

/** A list that lacks declared objects isn't read. */
const isReadFromList = (definition: AnyResource, declared: Values): boolean =>
  definition.collection?.servesReads === true &&
  !(listHookOf(definition, "partialRows")?.omits ?? []).some((name) => declared[name] !== undefined);

/** Whether an object is read separately if the list lacks it. */
const isReadByItself = ({ ops }: AnyResource): boolean => ops.read !== undefined;

/** Whether the list has no count, so a missing row can't be distinguished from a deletion. */
const isUncounted = ({ definition, dialect }: Fixture): boolean =>
  definition.collection?.name === "proxyRecords" && dialect !== "documented";

/** Responses for each way in which a read can end. Their code is the same for every engine. */
const FOR_EACH = ["a crash", "silence", "an empty 404", "a list that lacks a row"];

/** Every kind of response, for a resource that is read from its list and for one that is read separately. */
function newsFor({ engine, row, definition }: Fixture, all: readonly BadNews[]): readonly BadNews[] {
  const isFromList = isReadFromList(definition, row.full({}));
  const first = ROWS.find((one) => isReadFromList(definitionOf(one.resource), one.full({})) === isFromList);
  const isForAll = engine === ENGINES[0] && (isInFull() || row === first);
  return isForAll ? all : all.filter(({ name }) => FOR_EACH.includes(name));
}

/** Only silence is waited for: elsewhere a slow machine must not look silent. */
const settingsFor = (kind?: FaultSpec["kind"]): Readonly<Record<string, string>> => ({
  ...(kind === "delay-after" ? SHORT_TIMEOUT : LONG_TIMEOUT),
  retryBudgetSeconds: "20",
});

async function failureOfRead(fixture: Fixture, news: () => void, kind?: FaultSpec["kind"]): Promise<string> {
  const { entry } = await settled(fixture);
  news();
  fixture.world.sandbox.control.clearRequests();
  const read = await fixture
    .start(settingsFor(kind))
    .read(fixture.row.resource, entry)
    .catch((error: unknown) => String(error));
  expect(writesOf(fixture.world)).toEqual([]);
  return typeof read === "string" ? read : `the read gave ${JSON.stringify(read)}`;
}

describeRows(
  (fixture) => {
    const { row, definition } = fixture;
    const lists = isReadFromList(definition, row.full({})) && !isUncounted(fixture) ? OF_LISTS : [];

    test.each(newsFor(fixture, [...OF_ANY_READ, ...lists]))(
      "a read keeps the entry and says why on $name",
      async ({ fault, says }) => {
        const news = (): void => void fixture.world.sandbox.control.addFault({ ...fault, times: 0 });
        const message = await failureOfRead(fixture, news, fault.kind);
        expect(message).toMatch(new RegExp(`^Error: Could not read ${row.resource} `, "u"));
        expect(message).toMatch(says);
      },
    );

    test("a read keeps the entry and says why when the key was deleted", async () => {
      const { control } = fixture.world.sandbox;
      const message = await failureOfRead(fixture, () => {
        for (const { id, scopes } of control.keys()) if (scopes === null) control.deleteKey(id);
      });
      expect(message).toMatch(/answered 401 authentication_failed/u);
    });

    // What strangers can read is read all the same.
    if (row.readByStrangers === undefined) {
      test("a read keeps the entry and says why when the key's user left the organization", async () => {
        const { control } = fixture.world.sandbox;
        const message = await failureOfRead(fixture, () => {
          for (const { id } of control.organizations()) {
            if (id !== fixture.world.otherOrganizationId)
              control.removeMembership({ email: FOUNDER, organizationId: id });
          }
          control.updateUser(control.users()[0]?.id ?? "", { currentOrganization: fixture.world.otherOrganizationId });
        });
        // The rules of a project are on the project's own routes, which don't find it.
        const isNotFound = ["Organization", "OrganizationSettings", "Project", "ProjectAccess"].includes(row.resource);
        expect(message).toMatch(
          isNotFound
            ? NOT_VISIBLE
            : /answered 403 permission_denied .*(?:You do not have permission|You don't have access to the project)/u,
        );
      });
    }

    test("reads what is there with an account that lost its current organization", async () => {
      const { control } = fixture.world.sandbox;
      const { entry, inputs } = await settled(fixture);
      const removed = control.createOrganization({ email: FOUNDER, name: "Removed" });
      control.deleteOrganization(removed.id);
      expect(control.users()[0]?.current_organization).toBeNull();
      expect(await fixture.start().read(row.resource, entry)).toEqual({ ...entry, inputs });
    });
  },
  () => true,
  { dialects: "2025-08" },
);

/** The error for a list without members, whoever requested it. */
const NO_MEMBERS =
  /\/members\/ is empty, but it can't be: anyone who can read it is a member\. Orgform drew no conclusion/u;

/**
 * Nothing but a list shows these, or whose they are: an empty list of members is an error, and a second look has to agree
 * with another.
 */
const SHOWN_BY_MEMBERS = ["AccessControl", "Member", "Membership", "Invite", "OrganizationMembers", "ProjectAccess"];

describe("a list that came empty", () => {
  describeRows(
    (fixture) => {
      const { resource } = fixture.row;
      const emptied = (times: number): void =>
        void fixture.world.sandbox.control.addFault({ kind: "empty-list", times });

      test("drops nothing that was there", async () => {
        const { entry, inputs } = await settled(fixture);
        // The first two reads if no read by ID decides, because role memberships come from two lists.
        const looks = resource === "RoleMembership" ? 4 : 2;
        emptied(isReadByItself(fixture.definition) ? 0 : looks);
        const read = await fixture
          .start()
          .read(resource, entry)
          .catch((error: unknown) => String(error));
        const isOfMembers = SHOWN_BY_MEMBERS.includes(resource);
        const isRight = isOfMembers
          ? NO_MEMBERS.test(typeof read === "string" ? read : "")
          : isDeepStrictEqual(read, { ...entry, inputs });
        expect(isRight ? "kept" : read).toBe("kept");
      });
    },
    ({ resource }) => definitionOf(resource).collection?.servesReads === true,
    { dialects: "2025-08" },
  );
});

describe("a list of invites that came empty", () => {
  describeRows(
    (fixture) => {
      test("drops no open invite", async () => {
        const { entry, inputs } = await created(fixture, fixture.full);
        const route = "/api/organizations/:organization_id/invites/";
        fixture.world.sandbox.control.addFault({ kind: "empty-list", route, method: "GET", times: 2 });
        expect(await fixture.start().read(fixture.row.resource, entry)).toEqual({ ...entry, inputs });
      });
    },
    ({ resource }) => resource === "Invite",
    { dialects: "2025-08" },
  );
});

/**
 * The lists that are the only source of objects, and the number of empty reads of each: all if the service can be
 * queried.
 */
const EMPTIED: Readonly<Record<string, { readonly route: string; readonly times: number }>> = {
  AccessControl: { route: "/api/projects/:project_id/:resources/:object_id/access_controls/", times: 3 },
  Integration: { route: "/api/projects/:project_id/integrations/", times: 0 },
  Invite: { route: "/api/organizations/:organization_id/invites/", times: 3 },
  Membership: { route: "/api/organizations/:organization_id/invites/", times: 3 },
  ProjectAccess: { route: "/api/organizations/:organization_id/projects/:id/access_controls/", times: 3 },
  ProxyRecord: { route: "/api/organizations/:organization_id/proxy_records/", times: 0 },
  RoleMembership: { route: "/api/organizations/:organization_id/roles/", times: 0 },
};

/** An empty list; rules of access come in an envelope of their own. */
async function emptyAnswer(
  { world }: Fixture,
  route: string,
  id: string,
): Promise<Pick<FaultSpec, "kind" | "status" | "body">> {
  if (!route.endsWith("access_controls/")) return { kind: "empty-list" };
  const path = `projects/${id.split("/")[0] ?? ""}/access_controls/`;
  return { kind: "status", status: 200, body: { ...(await world.send("GET", path)), access_controls: [] } };
}

/** The service of 2025-08 can't show a single proxy. */
const isUnasked = ({ row, dialect }: Pick<Fixture, "row" | "dialect">): boolean =>
  row.resource === "ProxyRecord" && dialect === "2025-08";

describe("a list that stays empty for longer than a moment", () => {
  describeRows(
    (fixture) => {
      test("drops nothing that was there", async () => {
        const { entry, inputs } = await settled(fixture);
        const { route, times: most } = EMPTIED[fixture.row.resource] ?? { route: "", times: 1 };
        const times = isUnasked(fixture) ? 3 : most;
        fixture.world.sandbox.control.addFault({
          ...(await emptyAnswer(fixture, route, entry.id)),
          route,
          method: "GET",
          times,
        });
        expect(await fixture.start().read(fixture.row.resource, entry)).toEqual({ ...entry, inputs });
      });
    },
    (row, _engine, dialect) => row.resource in EMPTIED && (dialect === "2026-09" || isUnasked({ row, dialect })),
    { furtherEngines: "none" },
  );
});

describe("a list of members without the account of the key", () => {
  describeRows(
    (fixture) => {
      test("drops nobody", async () => {
        const { entry } = await settled(fixture);
        if (fixture.row.resource === "Membership") accept(fixture.world, emailIn(entry.id));
        const other = { user: { uuid: "0190a0c5-0000-7000-8000-000000000001", email: "zoe@globex.example" } };
        const members = await fixture.world.send("GET", `organizations/${fixture.world.organizationId}/members/`);
        const [first] = members["results"] as readonly Values[];
        const row = { ...first, user: { ...(first?.["user"] as Values), ...other.user } };
        const body = { count: 1, next: null, previous: null, results: [row] };
        const route = "/api/organizations/:organization_id/members/";
        fixture.world.sandbox.control.addFault({ kind: "status", status: 200, body, route, method: "GET", times: 0 });
        const read = fixture.start().read(fixture.row.resource, entry);
        await expect(read).rejects.toThrow(
          /the account of the API key is not among its members|doesn't show to this API key/u,
        );
        await expect(read).rejects.toThrow(entry.id.split("/").at(-1) ?? "");
      });
    },
    ({ resource }) => SHOWN_BY_MEMBERS.includes(resource) && resource !== "Invite",
    { dialects: "2025-08" },
  );
});

describe("an object that the list does not show yet", () => {
  const fromList = (row: Row): boolean => row.resource === "Domain";
  describeRows((fixture) => {
    test("is found by a read of its own", async () => {
      const { entry, inputs } = await settled(fixture);
      fixture.world.sandbox.control.clearFaults();
      const { entry: fresh } = await freshly(fixture);
      fixture.world.sandbox.control.addFault({
        kind: "stale",
        route: "/api/organizations/:organization_id/domains/",
        times: 0,
      });
      const run = fixture.start();
      expect(await run.read(fixture.row.resource, entry)).toEqual({ ...entry, inputs });
      expect((await run.read(fixture.row.resource, fresh))?.id).toBe(fresh.id);
    });
  }, fromList);
});

/** A further object, whose creation is the last write. */
async function freshly(fixture: Fixture): Promise<{ entry: { id: string; state: Record<string, unknown> } }> {
  const run = fixture.start();
  const { inputs } = await run.check(fixture.row.resource, undefined, { ...fixture.minimal, domain: "fresh.example" });
  const { id, state } = await run.create(fixture.row.resource, inputs);
  return { entry: { id, state: { ...state } } };
}

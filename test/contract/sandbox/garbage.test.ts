import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import * as fc from "fast-check";
import { openWorld } from "../../../packages/sandbox/src/sandbox.ts";
import { FAMILIES, ROUTER } from "../../../packages/sandbox/src/routes/all-routes.ts";
import { answerRequest } from "../../../packages/sandbox/src/pipeline/service-pipeline.ts";
import { isInFull } from "../../support/extent.ts";
import { exchangeOf } from "../../../packages/sandbox/src/server.ts";

/** A part of every name in an organization that the caller isn't in. */
const CANARY = "canary-of-somebody-else";

const documented = openWorld({ dialect: "documented" });
/** Before the first request, this one gets the state of the other. */
const live = openWorld({ dialect: "2025-08", seed: "empty" });
const { seeded, control } = documented;
const scopeless = control.createKey({ email: "founder@acme.example", scopes: null }).apiKey;

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"] as const;
const SCRAPS = [
  "",
  " ",
  "0",
  "-1",
  "1",
  "9999999999999999999999",
  "@current",
  "@me",
  "null",
  "%00",
  "..",
  "%2e%2e",
  "💥",
  "a".repeat(700),
];
const FIELDS = [
  "name",
  "domain",
  "level",
  "target_email",
  "properties",
  "config",
  "destination",
  "interval",
  "key",
  "ids",
];

const scrap = fc.oneof(
  fc.constantFrom(...SCRAPS, seeded.organizationId, seeded.organizationId, seeded.organizationId.toUpperCase()),
  fc.uuid(),
  fc.string({ maxLength: 12 }),
);

const path = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .tuple(fc.constantFrom(...ROUTER.templates), fc.array(scrap, { minLength: 3, maxLength: 3 }))
      .map(fillIn),
  },
  { weight: 1, arbitrary: fc.array(scrap, { maxLength: 6 }).map((parts) => `/${parts.map(encode).join("/")}`) },
);

const query = fc.array(
  fc.tuple(fc.constantFrom("limit", "offset", "format", "page", "search", "properties", "before", "order"), scrap),
  { maxLength: 3 },
);

const text = fc.oneof(
  fc
    .dictionary(fc.constantFrom(...FIELDS), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 })
    .map((value) => JSON.stringify(value)),
  fc.json({ maxDepth: 2 }),
  fc.string({ maxLength: 30 }),
);

const header = fc.record({
  authorization: fc.constantFrom(
    `Bearer ${seeded.apiKey}`,
    `Bearer ${seeded.apiKey}`,
    `Bearer ${scopeless}`,
    "Bearer x",
    "Token",
  ),
  "content-type": fc.constantFrom(
    "application/json",
    "application/json",
    "application/json; charset=x",
    "multipart/form-data; boundary=b",
    "application/x-www-form-urlencoded",
    "text/plain",
    "x",
  ),
  accept: fc.constantFrom("*/*", "text/csv", "nonsense"),
  "content-encoding": fc.constantFrom("identity", "identity", "gzip", "br"),
});

function fillIn([template, values]: [string, string[]]): string {
  let index = 0;
  return template.replaceAll(/:\w+/g, () => {
    const value = index === 0 && template.startsWith("/api/organizations/:org") ? seeded.organizationId : values[index];
    index += 1;
    return encode(value ?? "1");
  });
}

function encode(value: string): string {
  return value.startsWith("%") ? value : encodeURIComponent(value);
}

let fresh: ReturnType<typeof control.snapshot> | undefined;

/** Restores the organization if a request has deleted what the next ones need. */
function keepOrganization({ world, control }: typeof documented): void {
  const { organizations, memberships, projects } = world.store.tables;
  const place = { organization: seeded.organizationId };
  const isWhole = memberships.one(place) !== undefined && projects.one(place) !== undefined;
  if (fresh !== undefined && (organizations.get(seeded.organizationId) === undefined || !isWhole)) {
    control.restore(fresh);
  }
}

const request = fc.tuple(fc.constantFrom(...METHODS), path, query, text, header);

/** Sends this much garbage. `isAllowed` decides whether a 5xx response is acceptable. */
function sendGarbage(opened: typeof documented, numRuns: number, isAllowed: (sent: string) => boolean): void {
  fc.assert(
    fc.property(request, ([method, target, parameters, body, headers]) => {
      const url = `${target}?${new URLSearchParams(parameters).toString()}`;
      const bodyBytes = Buffer.from(method === "GET" ? "" : body);
      const answer = answerRequest(exchangeOf(opened.world, { method, url, headers, bodyBytes }));
      keepOrganization(opened);
      const sent = JSON.stringify(answer);
      const isServed = answer.status < 500 || (answer.status === 501 && sent.includes('"not_implemented"'));
      expect([url, isServed || isAllowed(sent) ? "" : sent]).toEqual([url, ""]);
      expect(sent).not.toContain(CANARY);
    }),
    { numRuns },
  );
}

describe("sandboxOnly: garbage", () => {
  beforeAll(() => {
    const { world } = documented;
    control.createUser({ email: `${CANARY}@example.com` });
    const theirs = control.createOrganization({ email: `${CANARY}@example.com`, name: CANARY });
    for (const family of FAMILIES) {
      const [project] = world.store.tables.projects.where({ organization: theirs.id });
      const userId = control.users().find((user) => user.email.startsWith(CANARY))?.id ?? "";
      const place = { organizationId: theirs.id, project: project?.number ?? 0, userId };
      world.store.transaction(() => family.seedExample?.(world, place));
    }
    fresh = control.snapshot();
    live.control.restore(fresh);
  });
  afterAll(() => {
    documented.world.store.close();
    live.world.store.close();
  });

  test("causes no 5xx in dialect documented, no crash, and shows nothing of another organization", () => {
    expect(() => sendGarbage(documented, isInFull() ? 10_000 : 2_000, () => false)).not.toThrow();
  }, 120_000);

  test("causes only the service's own 5xx in dialect live, no crash, and shows nothing of another organization", () => {
    // As CSV, the service's errors have no body. @source live service 2025-08, flow 10:23-25
    const isOwn = (sent: string): boolean => {
      const { status, body = "" } = JSON.parse(sent) as { status: number; body?: unknown };
      return sent.includes('"type":"server_error"') || (status === 500 && body === "");
    };
    expect(() => sendGarbage(live, isInFull() ? 3_000 : 1_500, isOwn)).not.toThrow();
  }, 120_000);
});

import { describe, expect, test } from "@jest/globals";
import { type Dialect, DIALECTS, isIn } from "../../../packages/sandbox/src/dialects.ts";
import type { Answer, Operation, Route } from "../../../packages/sandbox/src/pipeline/exchange.ts";
import { answerRequest } from "../../../packages/sandbox/src/pipeline/service-pipeline.ts";
import { FAMILIES } from "../../../packages/sandbox/src/routes/all-routes.ts";
import { openWorld } from "../../../packages/sandbox/src/sandbox.ts";
import { exchangeOf } from "../../../packages/sandbox/src/server.ts";

const FOUNDER = "founder@acme.example";
const ABSENT = "01912345-89ab-7cde-8f01-23456789abcd";

/** An operation that a dialect has. */
interface Case {
  readonly method: string;
  readonly route: Route;
  readonly operation: Operation;
}

const casesOf = (dialect: Dialect): Case[] =>
  FAMILIES.flatMap(({ routes }) => routes)
    .filter((route) => isIn(dialect, route))
    .flatMap((route) =>
      Object.entries(route.operations).flatMap(([method, operation]) =>
        isIn(dialect, operation) ? [{ method, route, operation }] : [],
      ),
    );

/** A sandbox without a server, with its answers to each kind of caller. */
function opened(dialect: Dialect) {
  const { world, control, seeded } = openWorld({ dialect });
  const project = String(world.store.tables.projects.all()[0]?.number);
  control.createUser({ email: "stranger@other.example" });
  control.createOrganization({ email: "stranger@other.example", name: "Other" });
  const keys = {
    none: undefined,
    wrong: "phx_wrong",
    free: control.createKey({ email: FOUNDER, scopes: null }).apiKey,
    poor: control.createKey({ email: FOUNDER, scopes: [] }).apiKey,
    stranger: control.createKey({ email: "stranger@other.example", scopes: null }).apiKey,
    elsewhere: control.createKey({ email: FOUNDER, scopes: ["*"], scopedOrganizations: [ABSENT] }).apiKey,
  };
  const urlOf = (template: string): string =>
    template
      .replace(/^(?<start>\/api\/organizations\/):(?:organization_id|id)\//u, `$<start>${seeded.organizationId}/`)
      .replace(/(?<start>\/(?:projects|environments)\/):(?:project_id|id)\//u, `$<start>${project}/`)
      .replace(":resources", "dashboards")
      .replaceAll(/:\w+/gu, ABSENT);
  const ask = (who: keyof typeof keys, method: string, url: string): Answer => {
    const authorization = keys[who] === undefined ? {} : { authorization: `Bearer ${keys[who]}` };
    const headers = { "content-type": "application/json", ...authorization };
    const bodyBytes = Buffer.from(method === "GET" || method === "HEAD" ? "" : "{}");
    return answerRequest(exchangeOf(world, { method, url, headers, bodyBytes }));
  };
  return { world, control, ask, urlOf, organizationId: seeded.organizationId };
}

/** Whether the service looks for the object before it looks at the key. @source flow 8:295 */
const isLookedUpFirst = ({ method, route: { template } }: Case): boolean =>
  method === "GET" && /\/(?:plugins|pipeline_\w+)\/:id\/$/u.test(template);

/** Status, code, and text of a refusal; the headers of a successful response don't matter. */
const told = ({ status, body }: Answer): unknown[] => {
  const { code, detail } = (body ?? {}) as { code?: string; detail?: string };
  return [status, code, detail];
};

describe.each(DIALECTS)("every operation of %s", (dialect) => {
  const { ask, urlOf, control, organizationId } = opened(dialect);
  const cases = casesOf(dialect);
  const guarded = cases.filter(({ operation }) => operation.scope !== "public");
  const small = dialect === "2026-09";
  const noKeys = `This action does not support ${small ? "personal API key" : "Personal API Key"} access`;
  /** What each case is told that should be told the same. */
  const each = (all: readonly Case[], tell: (one: Case) => unknown): (readonly [string, unknown])[] =>
    all.map((one) => [`${one.method} ${one.route.template}`, tell(one)] as const);

  test("asks for a key, and for one that exists", () => {
    expect(guarded.length).toBeGreaterThan(70);
    const challenge = (who: "none" | "wrong") =>
      each(guarded, ({ method, route }) => {
        const answer = ask(who, method, urlOf(route.template));
        return [...told(answer), answer.headers["WWW-Authenticate"]];
      });
    const words = "Authentication credentials were not provided.";
    expect(challenge("none")).toEqual(each(guarded, () => [401, "not_authenticated", words, "Bearer"]));
    const wrong = "Personal API key found in request Authorization header is invalid.";
    expect(challenge("wrong")).toEqual(each(guarded, () => [401, "authentication_failed", wrong, "Bearer"]));
  });

  test("names the scope that a key lacks, or says that no such key can use it", () => {
    const fixed = guarded.filter(({ operation }) => typeof operation.scope !== "function");
    const known = fixed.filter((one) => one.operation.scope !== "any key" && !isLookedUpFirst(one));
    expect(each(known, ({ method, route }) => told(ask("poor", method, urlOf(route.template))))).toEqual(
      each(known, ({ operation: { scope } }) => {
        const [first] = typeof scope === "function" ? [] : [scope].flat();
        const isOfScope = String(first).includes(":");
        return [403, "permission_denied", isOfScope ? `API key missing required scope '${String(first)}'` : noKeys];
      }),
    );
  });

  test("below an organization or a project is closed to strangers, and nothing changes", () => {
    const within = guarded.filter(({ route: { template } }) =>
      /^\/api\/(?:organizations|projects|environments)\/:/u.test(template),
    );
    const before = control.snapshot();
    const wrong = within.flatMap(({ method, route }) => {
      const answer = ask("stranger", method, urlOf(route.template));
      const [status, code] = told(answer);
      // The list of an organization's projects shows those that the caller can see.
      const isEmpty = JSON.stringify((answer.body as { results?: unknown } | undefined)?.results) === "[]";
      const isClosed = status === 200 ? isEmpty : Number(status) >= 400 && code !== "defect";
      return isClosed ? [] : [`${method} ${route.template}: ${JSON.stringify(answer)}`];
    });
    expect(wrong).toEqual([]);
    const after = control.snapshot();
    expect({ ...after.tables, keys: [] }).toEqual({ ...before.tables, keys: [] });
  });

  test("below an organization is closed to a key for another one", () => {
    const within = guarded
      .filter(({ method, route, operation }) => !isLookedUpFirst({ method, route, operation }))
      .filter(
        ({ route: { template }, operation: { scope } }) =>
          template.startsWith("/api/organizations/:organization_id/") &&
          typeof scope !== "function" &&
          !["no scoped key", "no key"].includes(String(scope)),
      );
    const words = `API key does not have access to the requested organization: ID ${organizationId}.`;
    expect(each(within, ({ method, route }) => told(ask("elsewhere", method, urlOf(route.template))))).toEqual(
      each(within, () => [403, "permission_denied", words]),
    );
  });

  test("has a path that tells its methods, and refuses all others", () => {
    const routes = [...new Map(guarded.map((one) => [one.route.template, one])).values()];
    const asked = each(routes, ({ route }) => {
      const { status, headers, body } = ask("free", "OPTIONS", urlOf(route.template));
      return [status, headers["Allow"], body];
    });
    expect(asked).toEqual(
      each(routes, ({ route }) => {
        const parses = ["application/json", "application/x-www-form-urlencoded", "multipart/form-data"];
        return [200, route.allow, { name: route.title, description: "", renders: ["application/json"], parses }];
      }),
    );
    expect(
      each(routes, ({ route }) => {
        const answer = ask("free", "LINK", urlOf(route.template));
        return [...told(answer), answer.headers["Allow"]];
      }),
    ).toEqual(each(routes, ({ route }) => [405, "method_not_allowed", 'Method "LINK" not allowed.', route.allow]));
  });

  test("has no other format, and answers HEAD as GET", () => {
    const reads = guarded.filter(({ method }) => method === "GET");
    for (const { route } of reads) {
      const url = urlOf(route.template);
      const answer = ask("free", "GET", url);
      const { Vary: _ofGet, ...headers } = answer.headers;
      const { Vary: _ofHead, ...others } = ask("free", "HEAD", url).headers;
      expect([url, ask("free", "HEAD", url).status, others]).toEqual([url, answer.status, headers]);
      const { status } = ask("free", "GET", `${url}?none=1`);
      expect([url, ask("free", "GET", `${url}?format=json`).status]).toEqual([url, status]);
      if (status !== 200) continue;
      expect([url, ...told(ask("free", "GET", `${url}?format=xml`))]).toEqual([url, 404, "not_found", "Not found."]);
    }
  });

  test("knows no path without its last part, with one more, or below another name", () => {
    for (const { route } of guarded) {
      for (const url of [
        `${urlOf(route.template)}no/such/path/at/all/`,
        urlOf(route.template).replace("/api/", "/apis/"),
      ]) {
        expect([url, ...told(ask("none", "GET", url))]).toEqual([url, 404, "not_found", "Endpoint not found."]);
      }
    }
  });
});

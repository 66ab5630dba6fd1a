import { describe, expect, test } from "@jest/globals";

import { domain } from "../../../src/catalog/resources/domain/domain.ts";
import { organization } from "../../../src/catalog/resources/organization/organization.ts";
import { project } from "../../../src/catalog/resources/project/project.ts";
import { projectSettings } from "../../../src/catalog/resources/project/project-settings.ts";
import type { AnyResource } from "../../../src/model/definition.ts";
import type { Field } from "../../../src/model/field.ts";
import { hookOf } from "../../../src/model/hook-of.ts";
import type { Values } from "../../../src/model/json-value.ts";
import { snakeName } from "../../../src/model/names.ts";
import { printed } from "../../../src/model/messages.ts";
import { apiError, lostAnswer } from "../../support/fake-service.ts";

const HOME = { id: "o1", name: "Acme", created_at: "2026-11-20T08:00:00Z" };
const AT = { organizationId: "o1", projectId: "7" };

const untouched = Object.fromEntries(
  Object.entries<Field>(projectSettings).map(([name, { serviceDefault }]) => [snakeName(name), serviceDefault]),
);
const FIRST = {
  id: 7,
  name: "Default project",
  product_description: null,
  created_at: "2026-11-20T08:00:59.999Z",
  ...untouched,
};

describe("the project that the service makes with an organization", () => {
  const why = (whole: object, isRootDeclared: boolean, home: object | undefined) => {
    const asked: unknown[] = [];
    const get = (...words: readonly unknown[]) => Promise.resolve(void asked.push(words.slice(0, 2))).then(() => whole);
    const call = {
      find: (_of: unknown, { organizationId }: Values) => Promise.resolve(organizationId === "o1" ? home : undefined),
    };
    const row = { id: 7, name: (whole as Values)["name"] };
    const reason = hookOf(project as AnyResource, "defaultCreated")?.(
      row,
      AT,
      { api: { projects: { get } }, call } as never,
      isRootDeclared,
    ); // -- all that it asks
    return { reason, asked };
  };

  test.each<[what: string, whole: object, isRootDeclared: boolean, home: object | undefined, isDefault: boolean]>([
    ["if nobody touched it", FIRST, true, HOME, true],
    ["if it is older than a moment", { ...FIRST, created_at: "2026-11-20T08:01:00Z" }, true, HOME, false],
    ["if it has another name", { ...FIRST, name: "Default Project" }, true, HOME, false],
    ["if it has a description", { ...FIRST, product_description: "" }, true, HOME, false],
    ["if it has a setting", { ...FIRST, anonymize_ips: true }, true, HOME, false],
    ["if the program has no organization", FIRST, false, HOME, false],
    ["if nobody sees the organization", FIRST, true, undefined, false],
  ])("needn't be declared %s", async (_what, whole, isRootDeclared, home, isDefault) => {
    const { reason, asked } = why(whole, isRootDeclared, home);
    expect(await reason).toBe(isDefault ? "the service made it with the organization" : undefined);
    const isLookedAt = isRootDeclared && (whole as Values)["name"] === FIRST.name;
    expect(asked).toEqual(isLookedAt ? [["o1", "7"]] : []);
  });

  test("is taken for one that came with its organization by its name alone", () => {
    const { isMadeWithParent, madeAt } = hookOf(project as AnyResource, "adoption") ?? {};
    expect([FIRST, { ...FIRST, name: "Web" }].map((wire) => isMadeWithParent?.(wire))).toEqual([true, false]);
    expect(madeAt?.(FIRST)).toBe(FIRST.created_at);
  });
});

test("a project shows its number as a text, and the token that clients send", () => {
  const wire = { ...FIRST, uuid: "u7", api_token: "phc_|é" };
  const shown: Values = (project as AnyResource).fromWire(wire, AT);
  expect(shown).toMatchObject({ projectId: "7", uuid: "u7", apiToken: "phc_|é", name: "Default project" });
  const { matches, isNamed } = (project as AnyResource).naturalKey ?? {};
  expect(["Default project ", "default project"].map((name) => matches?.(wire, { name }))).toEqual([true, false]);
  expect(["Default project", "7"].map((text) => isNamed?.(wire, text))).toEqual([true, false]);
});

describe("the log of a project", () => {
  const ENTRY = {
    user: { email: "ann@acme.example" },
    scope: "Team",
    item_id: "99",
    created_at: "2026-11-20T08:00:00Z",
  };
  const logOf = async (home: object | undefined) => {
    const asked: unknown[] = [];
    const entries = (what: string) =>
      async function* (...words: readonly unknown[]) {
        asked.push([what, ...words]);
        yield await Promise.resolve(ENTRY);
      };
    const api = { projects: { activity: entries("activity"), activityLog: entries("log") } };
    const call = {
      known: () => Promise.resolve(home),
      served: async (_route: string, ask: () => Promise<unknown>) => ({ answer: await ask() }),
    };
    const log = await hookOf(project as AnyResource, "activity")?.list(api, AT, call as never); // -- all that it asks
    return { objects: log?.map(({ object }) => object), asked };
  };

  test("is the one of the project's own route in older services, whose entries name no project", async () => {
    const { objects, asked } = await logOf({});
    expect(objects).toEqual(["7"]);
    expect(asked).toEqual([["activity", "o1", "7", expect.objectContaining({ pageSize: 100 })]]);
  });

  test("is the one of both kinds that a project is in newer services, or if nobody knows", async () => {
    for (const home of [undefined, { members_can_see_org_members: null }]) {
      const { objects, asked } = await logOf(home);
      expect(objects).toEqual(["99", "99"]);
      expect(asked).toEqual(
        ["Team", "Project"].map((scope) => [
          "log",
          "7",
          { scope, itemId: "7" },
          expect.objectContaining({ pageSize: 100 }),
        ]),
      );
    }
  });
});

describe("an organization", () => {
  const { ops, fromWire }: AnyResource = organization;
  const LOGO = apiError({ category: "invalid", status: 400, attr: "logo_media_id", code: "invalid_input" });

  /** Creates with a logo; the first request can fail. Whether the process still knows the current organization. */
  async function made(failure?: Error) {
    const sent: unknown[] = [];
    const create = (body: unknown) => {
      sent.push(body);
      return failure !== undefined && sent.length === 1 ? Promise.reject(failure) : Promise.resolve(HOME);
    };
    const notes: unknown[] = [];
    const call = { shared: () => ({ note: (fact: unknown) => void notes.push(fact) }) };
    const body = { name: "Acme", logo_media_id: "m1" };
    const outcome: unknown = await Promise.resolve(
      ops.create?.({ organizations: { create } }, {}, body, call as never),
    ).catch((error: unknown) => error); // -- all that it asks
    expect(notes).toEqual([undefined]);
    return { outcome, sent };
  }

  test("is created without a logo that the service takes only later", async () => {
    const body = { name: "Acme", logo_media_id: "m1" };
    expect(await made()).toEqual({ outcome: HOME, sent: [body] });
    expect(await made(LOGO)).toEqual({ outcome: HOME, sent: [body, { name: "Acme", logo_media_id: undefined }] });
    for (const error of [
      apiError({ category: "invalid", status: 400, attr: "logo_media_id", code: "does_not_exist" }),
      apiError({ category: "invalid", status: 400, attr: "name" }),
      apiError({ category: "permission", status: 403, attr: "logo_media_id" }),
      lostAnswer(),
    ])
      expect(await made(error)).toEqual({ outcome: error, sent: [body] });
  });

  test.each<[what: string, current: object | Error, own: object | Error, kept: object | undefined]>([
    ["an older service", { id: "o2" }, HOME, undefined],
    [
      "a service that shows it",
      { id: "o2", is_pending_deletion: false },
      { ...HOME, is_pending_deletion: true },
      { ...HOME, is_pending_deletion: true },
    ],
    [
      "a service that shows it as it was",
      { id: "o2", is_pending_deletion: false },
      { ...HOME, is_pending_deletion: false },
      undefined,
    ],
    ["a service that shows it no more", { id: "o2", is_pending_deletion: false }, lostAnswer(), undefined],
    [
      "a service where it's still the current one",
      { ...HOME, is_pending_deletion: true },
      lostAnswer(),
      { ...HOME, is_pending_deletion: true },
    ],
    ["an account without another one", lostAnswer(), { ...HOME, is_pending_deletion: true }, undefined],
  ])("is left after its deletion only by %s", async (_what, current, own, kept) => {
    const sent: string[] = [];
    const answer = (one: object | Error) => (one instanceof Error ? Promise.reject(one) : Promise.resolve(one));
    const api = {
      organizations: {
        delete: (id: string) => Promise.resolve(void sent.push(`delete ${id}`)),
        get: (id: string) => answer(id === "@current" ? current : own),
      },
      account: { me: () => Promise.resolve({}) },
    };
    const call = { shared: () => ({ note: () => void sent.push("forget") }) };
    expect(await ops.delete?.(api, { organizationId: "o1" }, call as never, {} as never)).toEqual(kept); // -- all that it asks
    expect(sent).toEqual(["delete o1", "forget"]);
  });

  test("shows whether members get an email only if that can be declared", () => {
    const shown = (wire: object, declared?: Values): unknown =>
      (fromWire({ ...HOME, slug: "ACME-1", ...wire }, { organizationId: "o1" }, declared) as Values)[
        "isMemberJoinEmailEnabled"
      ];
    const older = { is_member_join_email_enabled: false };
    const newer = { ...older, is_pending_deletion: false };
    expect([shown(older), shown(newer)]).toEqual([false, undefined]);
    expect(shown(newer, { isMemberJoinEmailEnabled: false })).toBe(false);
    expect(shown(newer, { isMemberJoinEmailEnabled: true })).toBeUndefined();
    expect((fromWire({ ...HOME, slug: "ACME-1" }, { organizationId: "o1" }) as Values)["slug"]).toBe("acme-1");
  });

  test("is found by its name without blanks around it, and called by its ID, short name, or name", () => {
    const { matches, isNamed } = (organization as AnyResource).naturalKey ?? {};
    const wire = { ...HOME, name: "Acme ", slug: "acme" };
    expect([{ name: " Acme" }, { name: "acme" }].map((inputs) => matches?.(wire, inputs))).toEqual([true, false]);
    expect(["o1", "acme", "Acme ", "Acme"].map((text) => isNamed?.(wire, text))).toEqual([true, true, true, false]);
    const deletion = hookOf(organization as AnyResource, "asyncDeletion");
    expect(
      [true, false, undefined].map((is_pending_deletion) => deletion?.isPending({ ...wire, is_pending_deletion })),
    ).toEqual([true, false, false]);
  });
});

describe("a domain of a service that keeps SAML elsewhere", () => {
  const hook = hookOf(domain as AnyResource, "unsupportedInputs");
  const ROW = { id: "d1", domain: "acme.example" };

  test("is told by every setting that it lacks", () => {
    const shown = ["has_saml", "saml_entity_id", "saml_acs_url", "saml_x509_cert"];
    expect(hook?.isUnsupported(ROW, "samlEntityId")).toBe(true);
    for (const name of shown) expect(hook?.isUnsupported({ ...ROW, [name]: null }, "samlEntityId")).toBe(false);
    const homes = [{}, { members_can_see_org_members: null }];
    expect(homes.map((home) => hook?.isUnsupportedBelow?.(home, "samlEntityId"))).toEqual([false, true]);
  });

  test("is warned of settings that nobody can sign in with, under the names of its inputs", () => {
    const warn = hookOf(domain as AnyResource, "inputWarnings");
    const texts = warn?.({ samlAcsUrl: "idp", samlX509Cert: "x" }, () => [], 0).map(
      (text) => printed(text).split("\n")[0],
    );
    expect(texts).toEqual(['samlAcsUrl isn\'t a URL: "idp"', "samlX509Cert is not a certificate in PEM form"]);
  });

  test("is made with its name, also if nobody gives one", async () => {
    const sent: unknown[] = [];
    const create = (...words: readonly unknown[]) => Promise.resolve(void sent.push(words.slice(0, 2)));
    const { ops }: AnyResource = domain;
    for (const body of [{ domain: "a.example", sso_enforcement: "saml" }, {}])
      await ops.create?.({ domains: { create } }, { organizationId: "o1" }, body, {} as never); // -- it asks nothing else
    expect(sent).toEqual([
      ["o1", { domain: "a.example", sso_enforcement: "saml" }],
      ["o1", { domain: "" }],
    ]);
  });
});

import { describe, expect, test } from "@jest/globals";

import { accessControl } from "../../../src/catalog/resources/access/access-control.ts";
import { isWritten } from "../../../src/catalog/resources/access/editing-guard.ts";
import { projectAccess } from "../../../src/catalog/resources/access/project-access.ts";
import {
  endMembership,
  isRemoved,
  isRetained,
  removalNotice,
} from "../../../src/catalog/resources/member/member-end.ts";
import type { AnyResource } from "../../../src/model/definition.ts";
import type { Values } from "../../../src/model/json-value.ts";
import { printed } from "../../../src/model/messages.ts";
import { UNKNOWN } from "../../../src/model/unknown.ts";
import { failureOf } from "../../support/fake-resources.ts";
import { apiError } from "../../support/fake-service.ts";

const ANN = "ann@acme.example";
const HOME = { id: "o1", membership_level: 1, projects: [{ id: 7 }] };

const refusedFor = (more = ""): string =>
  "The account of this API key isn't allowed to edit access rules in project 7. Nothing was written.\n" +
  'Administrators of the organization can edit rules, and so can members whose level "admin" in the project comes from a rule. ' +
  `The built-in level "admin" isn't enough.${more} Use the key of such an account. Or let such an account give this one a \`ProjectAccess\` with the level "admin".`;
const OF_OBJECT =
  ' The rules of one object can also be edited by its creator and by members whose level "manager" for it comes from a rule.';

interface Service {
  readonly level?: number;
  readonly right?: boolean | null | Error;
  readonly held?: readonly object[] | Error;
}

/** The refusal of the guard that asks for the right to edit. */
async function refusal(
  { guards = [] }: AnyResource,
  {
    verb = "create",
    inputs,
    state,
  }: { readonly verb?: "create" | "update" | "delete"; readonly inputs: Values; readonly state?: Values },
  { level = 1, right = false, held = [] }: Service = {},
): Promise<string> {
  const home = { ...HOME, membership_level: level };
  const call = {
    shown: ({ name = "" }: { name?: string }) => {
      if (name === "Organization") return Promise.resolve([home]);
      return held instanceof Error ? Promise.reject(held) : Promise.resolve(held);
    },
    known: () => Promise.resolve(home),
    once: (_name: string, read: (call: object) => unknown) => read({}),
  };
  const answer = { access_controls: [], user_can_edit_access_levels: right };
  const list = () => (right instanceof Error ? Promise.reject(right) : Promise.resolve(answer));
  const context = { verb, inputs: { projectId: "7", ...inputs }, state } as const;
  const guard = guards.find(({ isAsked }) => isAsked === isWritten);
  if (guard?.isAsked?.(context) !== true) return "not asked";
  const text = await guard.refuse(context, undefined, () => ({ api: { accessControls: { list } }, call }) as never); // -- all that it asks
  return text === undefined ? "" : printed(text);
}

const FORBIDDEN = apiError({ category: "permission", status: 403 });
const MISSING = apiError({ category: "notFound", status: 404 });
const BROKEN = apiError({ category: "unavailable", status: 500 });

const ruleWith = (access_level: string, further: object = {}) => ({
  rule: { access_level, role: null, organization_member: "m1" },
  email: ANN,
  ...further,
});

/** Declarations of each resource, and what their refusal says besides. */
const DECLARED: readonly (readonly [what: string, resource: AnyResource, inputs: Values, more?: string])[] = [
  ["a project", projectAccess, { email: ANN, level: "member" }],
  ["a kind", accessControl, { resource: "dashboard", email: ANN, level: "viewer" }],
  ["an object", accessControl, { resource: "dashboard", resourceId: "42", email: ANN, level: "viewer" }, OF_OBJECT],
];

describe.each(DECLARED)("a rule for %s", (_what, resource, inputs, more) => {
  const { resource: target } = inputs;
  const refused = refusedFor(more);

  test("is refused if the account can't edit the rules there", async () => {
    expect(await refusal(resource, { inputs })).toBe(refused);
    expect(await refusal(resource, { verb: "update", inputs, state: { ...inputs, level: "none" } })).toBe(refused);
    expect(await refusal(resource, { verb: "delete", inputs, state: inputs })).toBe(refused);
  });

  test.each<[why: string, service: Service]>([
    ["an administrator of the organization", { level: 8 }],
    ["an owner of the organization", { level: 15 }],
    ["an account that can", { right: true }],
    ["an account of which nobody says it", { right: null }],
    ["an account that can't see the rules", { held: FORBIDDEN }],
    ["an account that can't see the project", { held: MISSING }],
    ["an account that can't read the right", { right: FORBIDDEN }],
  ])("is left to the service for %s", async (_why, service) => {
    expect(await refusal(resource, { inputs }, service)).toBe("");
  });

  test("isn't judged before everything is known, or if a read fails", async () => {
    expect(await refusal(resource, { inputs: { ...inputs, email: UNKNOWN } })).toBe("");
    for (const service of [{ held: BROKEN }, { right: BROKEN }])
      expect(await failureOf(refusal(resource, { inputs }, service))).toBe(BROKEN);
  });

  test("may be adopted as it is, and changed by nobody", async () => {
    const level = String(inputs["level"]);
    const held = [ruleWith(level, target === undefined ? {} : { target })];
    expect(await refusal(resource, { inputs }, { held })).toBe("");
    const changed = { verb: "update", inputs, state: { ...inputs, level: "none" } } as const;
    expect(await refusal(resource, changed, { held })).toBe(refused);
    expect(await refusal(resource, { inputs }, { held: [ruleWith("none", { target })] })).toBe(refused);
    const others = [ruleWith(level, { target, email: "bob@acme.example" })];
    expect(await refusal(resource, { inputs }, { held: others })).toBe(refused);
  });
});

test("a rule for a kind isn't taken for the same rule for another kind", async () => {
  const inputs = { resource: "dashboard", email: ANN, level: "viewer" };
  const held = [ruleWith("viewer", { target: "notebook" })];
  expect(await refusal(accessControl, { inputs }, { held })).toBe(refusedFor());
});

describe("the end of a member's management", () => {
  const NOTICE =
    `${ANN} will be removed from the organization\n` +
    'To keep the person, first apply `onDestroy: "retain"`, or `onDestroy: "downgrade"` for the level "member". Then remove the resource.';

  /** What a deletion does with an admin, and with a plain member. */
  test.each<[onDestroy: string | undefined, removes: boolean, admin: unknown[], plain: unknown[]]>([
    [undefined, true, ["delete o1 u1"], ["delete o1 u1"]],
    ["remove", true, ["delete o1 u1"], ["delete o1 u1"]],
    ["downgrade", false, ["update o1 u1 1"], []],
    ["retain", false, ["update o1 u1 1"], []],
  ])("with %j", async (onDestroy, removes, admin, plain) => {
    const state = { email: ANN, onDestroy };
    expect([isRemoved(state), isRetained(state)]).toEqual([removes, onDestroy === "retain"]);
    for (const status of [undefined, "accepted", "pending", "expired"]) {
      const text = removalNotice({ ...state, status });
      const isNoted = removes && (status === undefined || status === "accepted");
      expect(text === undefined ? undefined : printed(text)).toBe(isNoted ? NOTICE : undefined);
    }
    for (const [level, expected] of [
      [8, admin],
      [1, plain],
    ] as const) {
      const sent: string[] = [];
      const members = {
        delete: (...all: readonly unknown[]) => Promise.resolve(void sent.push(`delete ${all.slice(0, 2).join(" ")}`)),
        update: (organization: string, uuid: string, body: { level: number }) =>
          Promise.resolve(void sent.push(`update ${organization} ${uuid} ${body.level}`)),
      };
      const member = { level, user: { uuid: "u1", email: ANN } } as never; // -- nothing else is looked at
      const left = await endMembership({ members } as never, { organizationId: "o1" }, { member, state }, {}); // -- as above
      expect([sent, left?.level]).toEqual([expected, removes ? undefined : 1]);
    }
  });
});

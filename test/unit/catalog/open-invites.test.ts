import { describe, expect, test } from "@jest/globals";

import { functions } from "../../../src/catalog/functions/index.ts";
import { inviteOutputs, onExpiredInput } from "../../../src/catalog/resources/invite/invite-ops.ts";
import { peopleCollection, type PersonWire, statusOf } from "../../../src/catalog/resources/member/people.ts";
import { resources } from "../../../src/catalog/resources/index.ts";
import type { Api } from "../../../src/client/client.ts";
import type { CallContext } from "../../../src/model/call-context.ts";
import { isIncompleteCall } from "../../../src/model/diagnostics.ts";
import type { FunctionCall } from "../../../src/model/function.ts";
import { hookOf } from "../../../src/model/hook-of.ts";
import { apiError } from "../../support/fake-service.ts";
import { failureOf } from "../../support/fake-resources.ts";

const ORGANIZATION = { id: "o1", name: "Acme", membership_level: 1, members_can_see_org_members: true };
const PROJECT = "7";

interface Person {
  readonly email: string;
  /** Whether each invite of the address has expired, the newest first. */
  readonly invites: readonly boolean[];
  readonly isMember?: true;
  readonly status?: string;
  readonly isOpen: boolean;
}

/** Everybody whom a list of invites can show, with a plus sign, since services refuse new invites of these. */
const PEOPLE: readonly Person[] = [
  { email: "ann+nobody@acme.example", invites: [], isOpen: false },
  { email: "ann+open@acme.example", invites: [false], status: "pending", isOpen: true },
  { email: "ann+expired@acme.example", invites: [true], status: "expired", isOpen: false },
  { email: "ann+again@acme.example", invites: [false, true], status: "pending", isOpen: true },
  { email: "ann+member@acme.example", invites: [], isMember: true, status: "accepted", isOpen: false },
  { email: "ann+both@acme.example", invites: [true], isMember: true, status: "accepted", isOpen: false },
];

const spelled = (email: string): string => ` ${email.toUpperCase()}`.trim();

const inviteRows = PEOPLE.flatMap(({ email, invites }) =>
  invites.map((is_expired, index) => ({
    id: `${email} ${index}`,
    target_email: spelled(email),
    level: 1,
    is_expired,
    created_at: "2026-11-20T08:00:00Z",
    private_project_access: [{ id: PROJECT, level: "admin" }],
  })),
);
const memberRows = PEOPLE.filter(({ isMember }) => isMember === true).map(({ email }) => ({
  id: `member ${email}`,
  level: 1,
  user: { uuid: email, email: spelled(email) },
}));

/** A service of 2026 with these people; it refuses every list of addresses, if told so. */
function serviceWith({ isListRefused = false } = {}) {
  const sent: string[] = [];
  const listing = (rows: readonly unknown[]) => ({ all: () => Promise.resolve(rows) });
  const api = {
    organizations: { get: () => Promise.resolve(ORGANIZATION) },
    members: { list: () => listing(memberRows) },
    invites: {
      list: () => listing(inviteRows),
      bulk: (_organization: string, bodies: readonly { target_email: string }[]) => {
        if (isListRefused) return Promise.reject(apiError({ category: "invalid", status: 400 }));
        sent.push(...bodies.map((one) => one.target_email));
        return Promise.resolve([]);
      },
      create: (_organization: string, body: { target_email: string }) => {
        sent.push(body.target_email);
        return Promise.resolve({});
      },
    },
    accessControls: {
      list: () =>
        Promise.resolve({
          access_controls: [{ organization_member: null, role: null }],
          user_access_level: "member",
        }),
    },
  } as unknown as Api; // -- nothing else is called
  return { api, sent };
}

async function listed(): Promise<readonly PersonWire[]> {
  return (await peopleCollection.list?.(serviceWith().api, { organizationId: "o1" }, {} as CallContext)) ?? [];
}

const EMAILS = PEOPLE.map(({ email }) => email);

/** The only function that asks who is invited already. */
const bulkInvite = functions.find(({ name }) => name === "bulkCreateInvites");

/** The outcome for each address, and the addresses that were sent. */
async function called(options: { readonly isListRefused?: boolean } = {}) {
  const { api, sent } = serviceWith(options);
  const call = { api, options: {}, pageSize: 100, progress: () => undefined } as unknown as FunctionCall<Api>; // -- nothing else is used
  const args = { organizationId: "o1", emails: EMAILS.map(spelled), level: "member", sendEmail: true };
  const run = Promise.resolve((bulkInvite as { run?: (...all: unknown[]) => Promise<unknown> }).run?.(args, call)); // -- it has one
  const result = await run.catch((error: unknown) => (isIncompleteCall(error) ? error.report : Promise.reject(error)));
  const items = (result as { items: readonly { email: string; outcome: string }[] }).items; // -- its own result
  return { outcomes: Object.fromEntries(items.map(({ email, outcome }) => [email, outcome])), sent: sent.toSorted() };
}

test("only an invite that has not expired counts as open when many are invited", async () => {
  const { outcomes, sent } = await called();
  expect(outcomes).toEqual(
    Object.fromEntries(
      PEOPLE.map(({ email, isMember, isOpen }) => [
        email,
        isMember === true ? "member already" : isOpen ? "invited before" : "invited",
      ]),
    ),
  );
  expect(sent).toEqual(
    PEOPLE.filter(({ isMember, isOpen }) => isMember !== true && !isOpen)
      .map(({ email }) => email)
      .toSorted(),
  );
  // One by one after a refused list: only open invites might come from the list itself.
  expect(await called({ isListRefused: true })).toEqual({ outcomes, sent });
});

test("a failure other than a refused address ends the function", async () => {
  const { api } = serviceWith();
  const error = apiError({ category: "unavailable", status: 500 });
  const failing = { ...api, invites: { ...api.invites, bulk: () => Promise.reject(error) } };
  const call = { api: failing, options: {} } as unknown as FunctionCall<Api>; // -- as above
  const args = { organizationId: "o1", emails: EMAILS, level: "member", sendEmail: true };
  const run = (bulkInvite as { run?: (...all: unknown[]) => Promise<unknown> }).run?.(args, call); // -- as above
  expect(await failureOf(Promise.resolve(run))).toBe(error);
});

test("everybody has the status of the newest invite, unless they are a member", async () => {
  const people = await listed();
  const statuses = PEOPLE.filter(({ status }) => status !== undefined).map(({ email, status }) => [email, status]);
  expect(Object.fromEntries(people.map((one) => [one.email, statusOf(one)]))).toEqual(Object.fromEntries(statuses));
});

/** The resources whose objects are invites as long as they are open. */
const INVITING = resources.filter(({ inputs }) => inputs["onExpired"] === onExpiredInput);

test("two resources send invites", () => {
  expect(INVITING.map(({ name }) => name)).toEqual(["Invite", "Membership"]);
  for (const { outputs } of INVITING) expect(outputs["status"]).toBe(inviteOutputs.status);
});

describe.each(INVITING)("$name", (definition) => {
  test.each(["resend", "ignore"])("sends an invite again if it has expired, and the program says %s", (onExpired) => {
    const again = PEOPLE.filter(
      ({ status }) => hookOf(definition, "pendingUpdate")?.why({ status }, { onExpired }) !== undefined,
    );
    const expected = onExpired === "ignore" ? [] : PEOPLE.filter(({ status }) => status === "expired");
    expect(again).toEqual(expected);
  });

  /** The people whose invite a warning of this capability is about, if each is declared. */
  async function warnedOf(name: string, verb: "create" | "update", home: object = ORGANIZATION): Promise<string[]> {
    const people = await listed();
    const { api } = serviceWith();
    const isHere = ({ organizationId }: { organizationId?: string }): boolean => organizationId === "o1";
    const call = {
      shown: (_of: unknown, at: object) => Promise.resolve(isHere(at) ? people : []),
      known: (_of: unknown, at: object) => Promise.resolve(isHere(at) ? home : undefined),
    };
    const [hook] = (definition.capabilities ?? []).filter((one) => one.name === name);
    const warned: string[] = [];
    for (const email of EMAILS) {
      const asked = { verb, inputs: { organizationId: "o1", email: spelled(email) }, state: {} } as never; // -- what the hook looks at
      const text = await hook?.previewWarning?.(asked, () => ({ api, call }) as never); // -- as above
      if (text !== undefined) warned.push(email);
    }
    return warned;
  }

  const notMembers = PEOPLE.filter(({ isMember }) => isMember !== true);

  test("warns of an address that a new service refuses, unless its invite is open and only adopted", async () => {
    const name = "invites to addresses with a plus sign";
    const sent = notMembers.filter(({ isOpen }) => !isOpen).map(({ email }) => email);
    expect(await warnedOf(name, "create")).toEqual(sent);
    expect(await warnedOf(name, "update")).toEqual(notMembers.map(({ email }) => email));
    expect(await warnedOf(name, "create", { id: "o1" })).toEqual([]);
  });

  test("warns of access that the account can't give, unless the invite is open and only adopted", async () => {
    const name = "access to projects that an invite gives";
    const invited = notMembers.filter(({ invites }) => invites.length > 0);
    const sent = invited.filter(({ isOpen }) => !isOpen).map(({ email }) => email);
    expect(await warnedOf(name, "create")).toEqual(sent);
    expect(await warnedOf(name, "update")).toEqual(invited.map(({ email }) => email));
    expect(await warnedOf(name, "update", { ...ORGANIZATION, membership_level: 8 })).toEqual([]);
    expect(await warnedOf(name, "update", { id: "o1", membership_level: 1 })).toEqual([]);
  });
});

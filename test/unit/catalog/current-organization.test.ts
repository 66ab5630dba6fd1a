import { describe, expect, test } from "@jest/globals";

import {
  changingCurrent,
  chooseCurrent,
  preferablyWhileCurrent,
  usesPathOrganization,
  whileCurrent,
} from "../../../src/catalog/resources/organization/current-organization.ts";
import { role } from "../../../src/catalog/resources/role/role.ts";
import type { AnyResource } from "../../../src/model/definition.ts";
import { hookOf } from "../../../src/model/hook-of.ts";
import { printed } from "../../../src/model/messages.ts";
import { failureOf } from "../../support/fake-resources.ts";
import { apiError, lostAnswer, notFound } from "../../support/fake-service.ts";

const FORBIDDEN = apiError({ category: "permission", status: 403 });
const REFUSED = apiError({ category: "invalid", status: 400 });
const TAKEN = apiError({ category: "invalid", status: 400, code: "unique" });
const BROKEN = apiError({ category: "unavailable", status: 500 });

interface Account {
  /** The current organization at each read, or why it can't be read; the last one for ever. */
  readonly current?: readonly (string | Error)[];
  /** Why each switch fails, if it does. */
  readonly switches?: readonly (Error | undefined)[];
  readonly isNewer?: boolean;
}

/** An account of a service, with what is sent, told, and to be done at the end of the turn. */
function open({ current = ["o2"], switches = [], isNewer = false }: Account = {}) {
  const sent: string[] = [];
  const told: string[] = [];
  const ends: ((last: unknown) => Promise<void>)[] = [];
  let known: unknown;
  let reads = 0;
  let moves = 0;
  const api = {
    organizations: {
      get: (id: string) => {
        sent.push(`read ${id}`);
        const now = current[Math.min(reads, current.length - 1)] ?? "";
        reads += 1;
        if (now instanceof Error) return Promise.reject(now);
        const age = isNewer ? { is_pending_deletion: false } : {};
        return Promise.resolve({ id: now, name: `Home |é of "${now}"`, ...age });
      },
    },
    account: {
      me: () => Promise.resolve(void sent.push("me")),
      setCurrentOrganization: (id: string) => {
        sent.push(`switch to ${id}`);
        const failure = switches[moves];
        moves += 1;
        return failure === undefined ? Promise.resolve() : Promise.reject(failure);
      },
    },
  };
  const call = {
    warn: (text: string) => void told.push(printed(text)),
    shared: (name: string) => {
      expect(name).toBe("current organization");
      return {
        known: () => known,
        note: (fact: unknown) => void (known = fact),
        onTurnEnd: (end: (last: unknown) => Promise<void>) => void ends.push(end),
      };
    },
  };
  const endTurn = async (): Promise<void> => {
    for (const end of ends.splice(0)) await end(call);
  };
  return { api: api as never, call: call as never, sent, told, endTurn, known: () => known }; // -- all that is asked
}

const WANTED = { organizationId: "o1", title: 'Role "a"' };

describe("a write that only works in the current organization", () => {
  const made = (account: ReturnType<typeof open>, failure?: Error) =>
    whileCurrent(account.api, WANTED, account.call, () => {
      account.sent.push("make");
      return failure === undefined ? Promise.resolve("made") : Promise.reject(failure);
    });

  test("is sent there, and the account is back at the end of the turn", async () => {
    const account = open();
    expect(await made(account)).toBe("made");
    expect(account.sent).toEqual(["read @current", "switch to o1", "make"]);
    await account.endTurn();
    expect(account.sent).toEqual(["read @current", "switch to o1", "make", "switch to o2"]);
    expect(account.told).toEqual([]);
    // The next one of the process knows where the account is.
    expect(await made(account)).toBe("made");
    expect(account.sent.slice(4)).toEqual(["switch to o1", "make"]);
  });

  test("is sent as it is if the account is there", async () => {
    const account = open({ current: ["o1"] });
    expect(await made(account)).toBe("made");
    await account.endTurn();
    expect(account.sent).toEqual(["read @current", "make"]);
  });

  test("fails by itself, and the account is back all the same", async () => {
    const account = open();
    expect(await failureOf(made(account, TAKEN))).toBe(TAKEN);
    await account.endTurn();
    expect(account.sent.at(-1)).toBe("switch to o2");
  });

  const MANUAL =
    "sign in to the service's web interface with that account, choose the organization o1, and run again. Or use the key of an account that belongs to no other organization.";

  test("is refused if the key may not switch, with each way out", async () => {
    const failure = await failureOf(made(open({ switches: [FORBIDDEN] })));
    expect([failure["code"], printed(failure.message), failure.cause]).toEqual([
      "guarded",
      'Refused to create Role "a"\n' +
        'The service creates roles in the current organization of the key\'s account, which is "Home |é of \\"o2\\"" (o2). Nothing was written.\n' +
        "Give the key the scope `user:write`, so Orgform can switch it briefly. Programs that run at the same time with keys of one account, as in a fleet, need that. If this program alone creates that organization, let the organization depend on this role. " +
        `Or ${MANUAL}`,
      FORBIDDEN,
    ]);
    for (const error of [REFUSED, BROKEN, lostAnswer()])
      expect(await failureOf(made(open({ switches: [error] })))).toBe(error);
  });

  test("is refused if the key may not read where the account is", async () => {
    const account = open({ current: [FORBIDDEN] });
    const failure = await failureOf(made(account));
    expect([printed(failure.message), failure.cause, account.sent]).toEqual([
      'Refused to create Role "a"\n' +
        "The service creates roles in the current organization of the key's account. This key can't read which one that is, and it's probably another one. Nothing was written.\n" +
        `${MANUAL}\n${FORBIDDEN.message}`,
      FORBIDDEN,
      ["read @current"],
    ]);
    for (const error of [notFound(), BROKEN]) expect(await failureOf(made(open({ current: [error] })))).toBe(error);
  });

  test("warns if the account can't get back, with the place where it is", async () => {
    const rest =
      `: Orgform couldn't switch it back to "Home |é of \\"o2\\"" (o2).\n` +
      "That doesn't affect programs, but the web interface and `@current` show that organization. Sign in there with that account and choose " +
      `"Home |é of \\"o2\\"".\n${BROKEN.message}`;
    const toldAfter = async (...now: readonly (string | Error)[]) => {
      const account = open({ current: ["o2", ...now], switches: [undefined, BROKEN] });
      await made(account);
      await account.endTurn();
      return account.told;
    };
    const WHERE = "The account of the API key is now ";
    expect(await toldAfter("o1")).toEqual([`${WHERE}in the organization "Home |é of \\"o1\\"" (o1)${rest}`]);
    expect(await toldAfter(BROKEN)).toEqual([`${WHERE}probably in another organization${rest}`]);
    // The answer was lost, and the account is back.
    expect(await toldAfter("o2")).toEqual([]);
  });
});

describe("a change that may depend on the current organization", () => {
  const changed = (account: ReturnType<typeof open>, failures: readonly (Error | undefined)[] = []) => {
    const left = [...failures];
    return preferablyWhileCurrent(account.api, WANTED, account.call, () => {
      account.sent.push("write");
      const failure = left.shift();
      return failure === undefined ? Promise.resolve("changed") : Promise.reject(failure);
    });
  };

  test.each<[what: string, account: Account, sent: readonly string[]]>([
    ["an account elsewhere", {}, ["read @current", "switch to o1", "write", "switch to o2"]],
    ["an account that is there", { current: ["o1"] }, ["read @current", "write"]],
    ["a newer service, which looks at the path", { isNewer: true }, ["read @current", "write"]],
    ["a key that may not read the account", { current: [FORBIDDEN] }, ["read @current", "write"]],
    ["a key that may not switch", { switches: [FORBIDDEN] }, ["read @current", "switch to o1", "write"]],
    ["an account that left", { switches: [notFound()] }, ["read @current", "switch to o1", "write"]],
    ["an account that can't get there", { switches: [REFUSED] }, ["read @current", "switch to o1", "write"]],
  ])("is sent with %s", async (_what, state, sent) => {
    const account = open(state);
    expect(await changed(account)).toBe("changed");
    await account.endTurn();
    expect(account.sent).toEqual(sent);
  });

  test("isn't sent after another failure of the switch", async () => {
    for (const error of [BROKEN, lostAnswer()])
      expect(await failureOf(changed(open({ switches: [error] })))).toBe(error);
    expect(await failureOf(changed(open({ current: [BROKEN] })))).toBe(BROKEN);
  });

  test("is repeated only if another program moved the account meanwhile", async () => {
    const raced = open({ current: ["o1", "o2"] });
    expect(await changed(raced, [FORBIDDEN])).toBe("changed");
    expect(raced.sent).toEqual(["read @current", "write", "read @current", "read @current", "switch to o1", "write"]);
    for (const [state, error] of [
      [{ current: ["o1", "o1"] }, TAKEN],
      [{ current: ["o1", BROKEN] }, TAKEN],
      [{ current: ["o1", "o2"] }, REFUSED],
      [{ current: ["o2"], switches: [FORBIDDEN] }, FORBIDDEN],
    ] as const)
      expect(await failureOf(changed(open(state), [error, undefined]))).toBe(error);
    const ever = open({ current: ["o1", "o2"] });
    expect(await failureOf(changed(ever, [TAKEN, TAKEN, TAKEN]))).toBe(TAKEN);
    expect(ever.sent.filter((one) => one === "write")).toHaveLength(3);
  });
});

test("what may change the current organization makes the process forget it, also if it fails", async () => {
  for (const request of [() => Promise.resolve(1), () => Promise.reject(BROKEN)]) {
    const account = open({ isNewer: true });
    await preferablyWhileCurrent(account.api, WANTED, account.call, () => Promise.resolve());
    expect([account.known(), usesPathOrganization(account.call)]).toEqual([
      { id: "o2", name: 'Home |é of "o2"', isNewer: true },
      true,
    ]);
    await changingCurrent(account.call, request).catch(() => undefined);
    expect([account.known(), usesPathOrganization(account.call)]).toEqual([undefined, false]);
  }
});

test("after the deletion of the last organization, the service is made to choose another one", async () => {
  const { api, call, sent } = open();
  expect(await chooseCurrent(api, call)).toMatchObject({ id: "o2" });
  expect(sent).toEqual(["me", "read @current"]);
  const withMe = (me: () => Promise<unknown>) => ({ ...(api as object), account: { me } }) as never; // -- as above
  // A key without the scope reads only the organization.
  expect(
    await chooseCurrent(
      withMe(() => Promise.reject(FORBIDDEN)),
      call,
    ),
  ).toMatchObject({ id: "o2" });
  expect(
    await chooseCurrent(
      withMe(() => Promise.reject(lostAnswer())),
      call,
    ),
  ).toBeUndefined();
  const homeless = open({ current: [notFound()] });
  expect(await chooseCurrent(homeless.api, homeless.call)).toBeUndefined();
});

describe("a role that was made elsewhere", () => {
  const { remove, why } = hookOf(role as AnyResource, "wrongParentCreation") ?? {};

  async function removed(answers: Readonly<Record<string, Error>>) {
    const account = open({ current: ["o2"] });
    const tried: string[] = [];
    const api = {
      ...(account.api as object),
      organizations: {
        get: () => Promise.resolve({ id: "o2" }),
        list: () => ({ all: () => Promise.resolve(["o1", "o2", "o3"].map((id) => ({ id }))) }),
      },
      roles: {
        delete: (organizationId: string, roleId: string) => {
          tried.push(`${organizationId}/${roleId}`);
          const { [organizationId]: failure } = answers;
          return failure === undefined ? Promise.resolve() : Promise.reject(failure);
        },
      },
    };
    const at = { organizationId: "o1", roleId: "r1" };
    const outcome = await Promise.resolve(remove?.(api, at, account.call)).catch((error: unknown) => error);
    return { outcome, tried };
  }

  test("is looked for in the current organization first, and then in each other one", async () => {
    expect(await removed({})).toEqual({ outcome: undefined, tried: ["o2/r1"] });
    expect(await removed({ o2: notFound(), o1: FORBIDDEN })).toEqual({
      outcome: undefined,
      tried: ["o2/r1", "o1/r1", "o3/r1"],
    });
    expect(await removed({ o2: notFound(), o1: notFound(), o3: notFound() })).toEqual({
      outcome: undefined,
      tried: ["o2/r1", "o1/r1", "o3/r1"],
    });
    expect(await removed({ o2: BROKEN })).toEqual({ outcome: BROKEN, tried: ["o2/r1"] });
    expect(await removed({ o2: lostAnswer() })).toMatchObject({ tried: ["o2/r1"] });
  });

  test("is explained by the other run", () => {
    expect(why).toBe(
      "Another run is switching the account's current organization, in which the service creates roles. Run again when that run has ended.",
    );
  });
});

describe("a new role whose name is taken", () => {
  async function made(names: readonly string[], failures: readonly (Error | undefined)[]) {
    const account = open({ current: ["o1"] });
    const left = [...failures];
    const created: unknown[] = [];
    const api = {
      ...(account.api as object),
      roles: {
        create: (organizationId: string, body: unknown) => {
          created.push([organizationId, body]);
          const failure = left.shift();
          return failure === undefined ? Promise.resolve({ id: "r1" }) : Promise.reject(failure);
        },
        list: () => ({ all: () => Promise.resolve(names.map((name) => ({ name }))) }),
      },
    };
    const { ops }: AnyResource = role;
    const body = { feature_flags_access_level: 37, name: " Builders |é" };
    const outcome: unknown = await Promise.resolve(
      ops.create?.(api, { organizationId: "o1" }, body, account.call),
    ).catch((error: unknown) => error);
    expect(created).toEqual(created.map(() => ["o1", body]));
    return { outcome, tries: created.length, reads: account.sent.length };
  }

  test("is tried again only if no role of its organization has the name", async () => {
    expect(await made([], [TAKEN, undefined])).toEqual({ outcome: { id: "r1" }, tries: 2, reads: 2 });
    expect(await made(["Others"], [TAKEN, TAKEN, TAKEN])).toEqual({ outcome: TAKEN, tries: 3, reads: 3 });
    expect(await made(["Others", "BUILDERS |É "], [TAKEN])).toEqual({ outcome: TAKEN, tries: 1, reads: 1 });
    expect(await made([], [REFUSED])).toEqual({ outcome: REFUSED, tries: 1, reads: 1 });
    const lost = lostAnswer();
    expect(await made([], [lost])).toEqual({ outcome: lost, tries: 1, reads: 1 });
  });
});

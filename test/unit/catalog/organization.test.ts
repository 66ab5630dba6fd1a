import { describe, expect, test } from "@jest/globals";
import { hookOf } from "../../../src/model/hook-of.ts";

import type { Api } from "../../../src/client/client.ts";
import type { OrganizationWire } from "../../../src/client/organizations.ts";
import { check } from "../../../src/model/check.ts";
import { organization } from "../../../src/catalog/resources/organization/organization.ts";
import { apiError } from "../../support/fake-service.ts";
import { failureOf, startDriver } from "../../support/fake-resources.ts";
import { Message, printed } from "../../../src/model/messages.ts";

const wire: OrganizationWire = {
  id: "01912345-89ab-7cde-8f01-23456789abcd",
  name: "Acme",
  slug: "acme",
  logo_media_id: null,
  created_at: "2026-11-20T08:00:00Z",
  membership_level: 15,
  is_member_join_email_enabled: true,
  enforce_2fa: null,
  member_count: 1,
  projects: [{ id: 1, name: "Default project" }],
};

/** A client with organizations and their domains. A domain list can be an error. */
function apiOf(organizations: readonly OrganizationWire[], domains: unknown): Api {
  return {
    organizations: { list: () => ({ all: () => Promise.resolve(organizations) }) },
    domains: {
      list: () => ({ all: () => (domains instanceof Error ? Promise.reject(domains) : Promise.resolve(domains)) }),
    },
  } as unknown as Api; // -- the rule under test calls nothing else
}

describe("an organization of the same name is its own earlier try", () => {
  const now = new Date("2026-11-20T08:59:59Z");
  const why = (given: Partial<OrganizationWire>, serviceNow: Date | undefined = now, domains: unknown = []) =>
    hookOf(organization, "adoption")?.ownershipCheck?.(
      apiOf([], domains),
      { ...wire, ...given },
      { serviceNow, call: {} },
    );

  test.each([
    ["young, alone and empty", {}],
    ["without a project yet", { projects: [] }],
    ["whose projects the service does not send", { projects: undefined }],
  ])("when it is %s", async (_what, given) => {
    expect(await why(given as Partial<OrganizationWire>)).toBe(undefined);
  });

  test.each([
    [
      "an hour old",
      { created_at: "2026-11-20T07:59:59Z" },
      "it was created at 2026-11-20T07:59:59Z, at least an hour ago",
    ],
    ["of an age nobody can read", { created_at: "once" }, "it was created at once, at least an hour ago"],
    ["of two members", { member_count: 2 }, "it has 2 members"],
    ["of a number of members that is not sent", { member_count: undefined }, "its number of members is not known"],
    ["one in which the key's user is admin", { membership_level: 8 }, "the key's user is not its owner"],
    ["one without the key's user", { membership_level: null }, "the key's user is not its owner"],
    [
      "one with a project of its own",
      { projects: [{ id: 1, name: "Web" }] },
      "it contains projects besides the default one",
    ],
    [
      "one with two projects",
      { projects: [1, 2].map((id) => ({ id, name: "Default project" })) },
      "it contains projects besides the default one",
    ],
  ])("but not %s", async (_what, given, reason) => {
    expect(await why(given as Partial<OrganizationWire>)).toBe(reason);
  });

  test("but not where the service does not say what time it is, or it holds domains", async () => {
    expect(
      await hookOf(organization, "adoption")?.ownershipCheck?.(apiOf([], []), wire, {
        serviceNow: undefined,
        call: {},
      }),
    ).toBe("the service sent no Date header, so its age isn't known");
    expect(await why({}, now, [{}])).toBe("it contains domains");
  });
});

describe("an organization that is not found", () => {
  const id = wire.id;
  const isGone = (organizations: readonly OrganizationWire[], domains: unknown) =>
    hookOf(organization, "confirmGone")?.(
      // The key sees another one, whatever became of this one.
      apiOf([{ ...wire, id: `${id.slice(0, -1)}e` }, ...organizations], domains),
      { organizationId: id },
      startDriver(undefined).session.contextOf({}),
      undefined,
    ) ?? Promise.resolve();

  // What routes below a deleted and a foreign organization answer. @source flow 1:124-136
  const deleted = apiError({ category: "notFound", code: "organization_not_found", status: 404 });

  test("is gone when the routes below it say so too", async () => {
    expect(await isGone([], deleted)).toBe(true);
  });

  test("is not gone when the list has it, or when its domains can be read", async () => {
    expect(await isGone([wire], deleted)).toBe(false);
    expect(await isGone([], [])).toBe(false);
  });

  test("is out of sight when the key's user is no member any more", async () => {
    const failure = await failureOf(isGone([], apiError({ category: "permission", status: 403 })));
    expect(failure["code"]).toBe("unconfirmed_absence");
    expect(failure.message).toBe(
      `Organization ${id} is not visible to this API key\n` +
        "It exists, but the key's user is no longer a member of it, or the key is limited to other organizations. " +
        "The entry in state was kept. Use a key that can read the organization.",
    );
  });

  test("is not gone by any other failure", async () => {
    const error = apiError({ category: "unavailable", status: 500 });
    expect(await failureOf(isGone([], error))).toBe(error);
  });
});

describe("the deletion of an organization", () => {
  const refuse = (state: Record<string, unknown>) =>
    organization.guards
      ?.filter(({ on }) => on.includes("delete"))
      .map((one) => {
        const asksNothing = (): never => {
          throw new Error("this guard asks the service nothing");
        };
        const refusal = one.refuse({ verb: "delete", inputs: {}, state }, undefined, asksNothing);
        return refusal instanceof Message ? printed(refusal) : (refusal ?? "passes");
      });

  test("is refused unless protection is off in state, with the two steps", () => {
    const text =
      "`deletionProtection` is on in the state. Deleting an organization deletes everything in it.\n" +
      "First set `deletionProtection: false` and run an update. Then delete.";
    expect(refuse({ deletionProtection: true })).toEqual([text]);
    expect(refuse({})).toEqual([text]);
    expect(refuse({ deletionProtection: false })).toEqual(["passes"]);
  });
});

describe("the inputs of an organization", () => {
  const problems = (given: Record<string, unknown>) =>
    check(organization, { name: "Acme", ...given }, { howToSet: (name) => name }).problems;

  test.each([
    [{ name: "   " }, "name", 'expected a name that is not blank, found "   "'],
    [{ name: "x".repeat(65) }, "name", "has 65 characters; at most 64 characters are allowed"],
    [
      { logoMediaId: "logo.png" },
      "logoMediaId",
      'expected the ID of the media, a UUID such as 01912345-89ab-7cde-8f01-23456789abcd, found "logo.png"',
    ],
    [{ enforce2fa: null }, "enforce2fa", "expected a boolean, found null; leave the field out instead"],
  ])("are refused: %j", (given, path, reason) => {
    expect(problems(given)).toEqual([{ path, reason }]);
  });
});

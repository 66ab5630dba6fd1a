import { expect, test } from "@jest/globals";

import { domain } from "../../../src/catalog/resources/domain/domain.ts";
import { identityProvider } from "../../../src/catalog/resources/identity-provider/identity-provider.ts";
import {
  isOnDomain,
  scimDomainsOf,
  scimWarnings,
  scimWarningsOfSet,
} from "../../../src/catalog/resources/member/scim-people.ts";
import type { CallContext } from "../../../src/model/call-context.ts";
import type { Seen } from "../../../src/model/hook-arguments.ts";
import { printed } from "../../../src/model/messages.ts";

/** Names, one of which ends with another. */
const DOMAINS = [
  { id: "d1", domain: "acme.example", is_verified: true },
  { id: "d2", domain: "old.acme.example", is_verified: true },
  { id: "d3", domain: "open.example", is_verified: false },
];
const provider = (scim_enabled: boolean, organization_domain_ids: readonly string[], domain_scope = "some") => ({
  scim_enabled,
  domain_scope,
  organization_domain_ids,
});

/** Providers, and the verified domains whose people they manage. */
const ROWS = [
  [[], []],
  [[provider(false, ["d1"])], []],
  [[provider(false, [], "all")], []],
  [[provider(true, ["d1"])], ["acme.example"]],
  [[provider(true, ["d3"])], []],
  [[provider(true, [])], []],
  [[provider(true, [], "all")], ["acme.example", "old.acme.example"]],
  [[provider(true, ["d2"]), provider(false, ["d1"])], ["old.acme.example"]],
] as const;

/** Rows of lists, and which of them were asked for. */
function lists(providers: readonly object[], hasProviders = true) {
  const asked: string[] = [];
  const rowsOf = (of: { readonly name: string }): readonly object[] => {
    asked.push(of.name);
    return of.name === identityProvider.name ? providers : DOMAINS;
  };
  const call = {
    hasList: () => Promise.resolve(hasProviders),
    all: (of: { readonly name: string }) => Promise.resolve(rowsOf(of)),
  } as unknown as CallContext; // -- the used parts
  return { asked, call, seen: rowsOf as unknown as Seen }; // -- as above
}

test.each(ROWS)("%j manage the people of %j", async (providers, names) => {
  const { asked, call, seen } = lists(providers);
  expect(await scimDomainsOf("o1", call)).toEqual(names);
  // Without a provider that manages people, no domains are read.
  expect(asked.includes(domain.name)).toBe(providers.some((one) => one.scim_enabled));
  const emails = [" Ann@ACME.example", "bob@old.acme.example", "cid@open.example", "dan@other.example"];
  const warnings = scimWarnings(emails, { organizationId: "o1" }, seen).map((text) => printed(text).split("\n")[0]);
  const both = emails.filter((email) => isOnDomain(email, names));
  expect(both).toHaveLength(names.length);
  expect(warnings).toEqual(
    names.length === 0
      ? []
      : [
          `${both.join(", ")}: an identity provider manages people of ${names.join(", ")} by SCIM, and so does this program.`,
        ],
  );
});

test.each([
  ["ann@acme.example", true],
  ["ANN@Acme.Example ", true],
  ['"a@b"@acme.example', true],
  ["acme.example", true],
  ["ann@acme.example@other.example", false],
  ["ann@b.acme.example", false],
])("the domain of an address is what follows its last @: %s", (email, isThere) => {
  expect(isOnDomain(email, ["acme.example"])).toBe(isThere);
});

test("a service without identity providers is asked for nothing", async () => {
  const { asked, call } = lists([provider(true, [], "all")], false);
  expect(await scimDomainsOf("o1", call)).toEqual([]);
  expect(asked).toEqual([]);
});

test("twenty people are named, and the others are counted", () => {
  const { seen } = lists([provider(true, [], "all")]);
  const many = (count: number): string[] => Array.from({ length: count }, (_, index) => `p${index}@acme.example`);
  const first = (count: number): string => printed(scimWarnings(many(count), { organizationId: "o1" }, seen)[0] ?? "");
  expect(first(20)).not.toContain(" more");
  expect(first(22)).toMatch(/ p19@acme\.example and 2 more: /u);
});

test("a set of members can leave these people out, and then nobody warns of them", () => {
  const { seen } = lists([provider(true, [], "all")]);
  const emails = ["ann@acme.example"];
  const ofSet = (ignoreScimDomains: boolean) =>
    scimWarningsOfSet(emails, { organizationId: "o1", ignoreScimDomains }, seen).map((text) => printed(text));
  expect(ofSet(true)).toEqual([]);
  expect(ofSet(false)).toEqual([expect.stringMatching(/To leave out .*ignoreScimDomains/u)]);
  expect(scimWarnings(emails, {}, seen)).toEqual([]);
});

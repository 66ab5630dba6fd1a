import { expect, test } from "@jest/globals";

import type { Api } from "../../../src/client/client.ts";
import { isOrganizationId, NO_ORGANIZATION, organizationIdOf } from "../../../src/cli/organization.ts";

const ID = "01912345-89AB-7cde-8f01-23456789abcd";
/** Of two names that are alike, and a name that is another one's slug. */
const ALL = [
  { id: "o1", slug: "acme", name: "Acme" },
  { id: "o2", slug: "acme-2", name: "Acme" },
  { id: "o3", slug: "globex", name: "acme" },
];

function found(text: string, all: readonly object[] = ALL): Promise<string> {
  const listing = { all: () => Promise.resolve(all) };
  const api = { organizations: { list: () => listing } } as unknown as Pick<Api, "organizations">; // -- what is asked for
  return organizationIdOf(text, api);
}

test("an ID is taken as it is, without a request", async () => {
  const never = {} as Pick<Api, "organizations">; // -- nothing is asked for
  expect(await organizationIdOf(ID, never)).toBe(ID);
  expect([ID, NO_ORGANIZATION, `${ID}0`, ` ${ID}`, "acme"].map(isOrganizationId)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});

test("a slug comes before a name, which is enough where one has it", async () => {
  expect(await found("acme")).toBe("o1");
  expect(await found("globex")).toBe("o3");
  expect(await found("Globex", [{ id: "o4", slug: "g", name: "Globex" }])).toBe("o4");
});

test("several of one name are all shown, and nobody is chosen", async () => {
  await expect(found("Acme")).rejects.toThrow(
    'More than one organization has the ID, slug, or name "Acme"; they are Acme (acme, o1), Acme (acme-2, o2).',
  );
});

test("where none has it, the message shows what there is", async () => {
  await expect(found("nowhere", ALL.slice(0, 1))).rejects.toThrow(
    'The key sees no organization of the ID, slug, or name "nowhere"; it sees Acme (acme, o1).',
  );
  await expect(found("nowhere", [])).rejects.toThrow(/; it sees none\.$/u);
});

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, expect, jest, test } from "@jest/globals";
import { generateHybridIdentity, generateX25519Identity, identityToRecipient } from "age-encryption";

import type { BoundPlan } from "../../../packages/fleet/src/bound/bound-plan.ts";
import { openedPlan, sealedPlan } from "../../../packages/fleet/src/bound/plan-file.ts";
import { planKeyFrom, recipientsFrom } from "../../../packages/fleet/src/bound/plan-key.ts";
import { ensureAge } from "../../../tools/set-up/age.ts";

// Builds age if it's missing.
jest.setTimeout(600_000);

const folder = mkdtempSync(join(tmpdir(), "orgform-age-"));
const at = (name: string): string => join(folder, name);
afterAll(() => rmSync(folder, { recursive: true }));

const STATEMENT = { template: "t", engine: "e", files: "f", values: {}, credential: "c", provider: "", wave: 0 };
const ORGANIZATION = { name: "Zoë's | org", statement: STATEMENT, objects: [] };

/** A plan that takes more than one of the format's parts, each of 64 kB, since random text can't be compressed. */
const PLAN: BoundPlan = {
  fleet: "fleet",
  planned: "2026-11-26T08:00:00.000Z",
  rules: "r",
  isRefresh: false,
  organizations: [10, 200_000].map((length) => {
    const content = Array.from({ length }, () => Math.random().toString(36).at(-1)).join("");
    return { ...ORGANIZATION, name: `${ORGANIZATION.name} ${length}`, saved: { bound: "exact", content } };
  }),
};

test.each([
  ["usual", generateX25519Identity],
  ["post-quantum", generateHybridIdentity],
])("age opens a plan for its %s key, and what it encrypts again is a plan", async (_what, generate) => {
  const age = await ensureAge();
  if (age === undefined) return;
  const [mine, theirs] = [await generate(), await generate()];
  const [first, second] = [await identityToRecipient(mine), await identityToRecipient(theirs)];
  writeFileSync(at("key"), `# created: today\n# public key: ${first}\n${mine}\n`);
  writeFileSync(at("plan.fleet"), await sealedPlan(PLAN, await recipientsFrom(`${second}, ${first}`, "R")));
  execFileSync(age, ["--decrypt", "-i", at("key"), "-o", at("plan.gz"), at("plan.fleet")]);
  expect(JSON.parse(gunzipSync(readFileSync(at("plan.gz"))).toString())).toEqual(PLAN);
  execFileSync(age, ["-r", second, "-o", at("other.fleet"), at("plan.gz")]);
  const opened = async (key: string) => openedPlan("p", readFileSync(at("other.fleet")), await planKeyFrom(key, "K"));
  expect(await opened(theirs)).toEqual(PLAN);
  await expect(opened(mine)).rejects.toThrow("K has the identity of none of them");
});

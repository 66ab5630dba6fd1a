import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";

import { type BoundPlan, PlanFileError } from "../../../../packages/fleet/src/bound/bound-plan.ts";
import { afterRun, planIn, planKeyIn, planLockIn, writePlan } from "../../../../src/cli/fleet/plan-files.ts";
import type { FlagValues } from "../../../../src/cli/flag-values.ts";
import { UsageError } from "../../../../src/cli/usage-error.ts";
import { PLAN } from "../../../support/bound-plan.ts";
import { ANN, BOB } from "../../../support/plan-keys.ts";

const KEY = "ORGFORM_PLAN_KEY";
const RECIPIENTS = "ORGFORM_PLAN_RECIPIENTS";

let folder: string;
let keyFile: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "orgform-plan-"));
  keyFile = join(folder, "key é");
  writeFileSync(keyFile, `${ANN.identity}\n`, { mode: 0o600 });
});
afterEach(() => {
  Reflect.deleteProperty(process.env, KEY);
  Reflect.deleteProperty(process.env, RECIPIENTS);
  jest.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

/** What a promise is refused with. */
const refused = (act: Promise<unknown>): Promise<string> =>
  act.then(
    () => "accepted",
    (error: unknown) =>
      `${error instanceof UsageError ? "UsageError" : "fault"}: ${error instanceof Error ? error.message : String(error)}`,
  );

/** What a debug log shows behind a refusal. */
const causeOf = (act: Promise<unknown>): Promise<unknown> =>
  act.then(
    () => "accepted",
    (error: unknown) => (error instanceof Error ? error.cause : undefined),
  );

const NONE = (also: string): string =>
  `UsageError: A plan contains secrets, so it's encrypted: give --key-file FILE${also}, or set ${KEY}. Make a key with \`age-keygen\` or \`openssl rand -base64 32\`.`;

describe("the key of a plan", () => {
  test("comes from a file before the variable, which the programs of a fleet never see", async () => {
    const path = join(folder, "plan");
    await writePlan(path, PLAN, await planLockIn({ "key-file": keyFile }));
    expect(statSync(path).mode & 0o777).toBe(0o600);
    process.env[KEY] = ` ${ANN.identity} `;
    expect(await planIn({ plan: path })).toEqual(PLAN);
    expect(process.env[KEY]).toBeUndefined();
    process.env[KEY] = BOB.identity;
    expect(await planIn({ plan: path, "key-file": keyFile })).toEqual(PLAN);
    expect(process.env[KEY]).toBeUndefined();
    expect(await planIn({})).toBeUndefined();
  });

  test.each<[flags: FlagValues, variable: string | undefined, also: string]>([
    [{}, undefined, ""],
    [{}, " ", ""],
    [{ out: "p" }, undefined, ", or --recipients age1..."],
  ])("is needed with %j and the variable %j", async (flags, variable, also) => {
    if (variable !== undefined) process.env[KEY] = variable;
    expect(await refused(planKeyIn(flags))).toBe(NONE(also));
    expect(await refused(planLockIn(flags))).toBe(NONE(also));
  });

  test("is refused if others can read its file, if there is none, or if it is too short", async () => {
    for (const mode of [0o604, 0o640, 0o601, 0o677]) {
      chmodSync(keyFile, mode);
      expect(await refused(planKeyIn({ "key-file": keyFile }))).toBe(
        `UsageError: --key-file ${keyFile} is readable by other users: run \`chmod 600 ${keyFile}\`. Nothing was run.`,
      );
    }
    chmodSync(keyFile, 0o400);
    expect(await refused(planKeyIn({ "key-file": keyFile }))).toBe("accepted");
    const missing = join(folder, "none");
    expect(await refused(planKeyIn({ "key-file": missing }))).toBe(
      `UsageError: --key-file ${missing} cannot be read: ENOENT.`,
    );
    expect(await causeOf(planKeyIn({ "key-file": missing }))).toMatchObject({ code: "ENOENT", path: missing });
    writeFileSync(join(folder, "short"), "short", { mode: 0o600 });
    const short = join(folder, "short");
    expect(await refused(planKeyIn({ "key-file": short }))).toMatch(
      new RegExp(`^UsageError: .*--key-file ${short}.* Nothing was run\\.$`, "su"),
    );
    const cause = await causeOf(planKeyIn({ "key-file": short }));
    expect(cause).toBeInstanceOf(PlanFileError);
    expect(await refused(planKeyIn({ "key-file": short }))).toBe(
      `UsageError: ${cause instanceof Error ? cause.message : ""} Nothing was run.`,
    );
    process.env[KEY] = "short";
    expect(await refused(planKeyIn({}))).toMatch(/^UsageError: .*ORGFORM_PLAN_KEY.* Nothing was run\.$/su);
  });
});

describe("a plan that is encrypted for others", () => {
  const opens = async (lock: Awaited<ReturnType<typeof planLockIn>>): Promise<boolean[]> => {
    const path = join(folder, "plan");
    await writePlan(path, PLAN, lock);
    const opened = [ANN, BOB].map(async ({ identity }, index) => {
      const own = join(folder, `key ${index}`);
      writeFileSync(own, identity, { mode: 0o600 });
      return (await refused(planIn({ plan: path, "key-file": own }))) === "accepted";
    });
    return Promise.all(opened);
  };

  test("takes its recipients from the flag before the variable, and the key only without both", async () => {
    process.env[RECIPIENTS] = ` ${ANN.recipient} `;
    process.env[KEY] = ANN.identity;
    expect(await opens(await planLockIn({ recipients: BOB.recipient }))).toEqual([false, true]);
    expect(process.env[KEY]).toBeUndefined();
    process.env[KEY] = BOB.identity;
    expect(await opens(await planLockIn({}))).toEqual([true, false]);
    expect(process.env[KEY]).toBeUndefined();
    process.env[RECIPIENTS] = BOB.recipient;
    expect(await opens(await planLockIn({ "key-file": keyFile }))).toEqual([true, false]);
    process.env[RECIPIENTS] = " ";
    process.env[KEY] = BOB.identity;
    expect(await opens(await planLockIn({}))).toEqual([false, true]);
  });

  test("has no recipients beside a file, and only public keys", async () => {
    expect(await refused(planLockIn({ recipients: BOB.recipient, "key-file": keyFile }))).toBe(
      "UsageError: --recipients and --key-file both say what encrypts the plan. Leave out one of them.",
    );
    expect(await refused(planLockIn({ recipients: "x" }))).toMatch(
      /^UsageError: .*--recipients.* Nothing was run\.$/su,
    );
    process.env[RECIPIENTS] = "x";
    expect(await refused(planLockIn({}))).toMatch(
      new RegExp(`^UsageError: .*${RECIPIENTS}.* Nothing was run\\.$`, "su"),
    );
  });
});

test("a plan that is not there, or isn't one, is refused", async () => {
  const missing = join(folder, "none");
  expect(await refused(planIn({ plan: missing, "key-file": keyFile }))).toBe(
    `UsageError: --plan ${missing} cannot be read: ENOENT. Nothing was run.`,
  );
  expect(await causeOf(planIn({ plan: missing, "key-file": keyFile }))).toMatchObject({
    code: "ENOENT",
    path: missing,
  });
  const other = join(folder, "other");
  writeFileSync(other, "text");
  expect(await refused(planIn({ plan: other, "key-file": keyFile }))).toMatch(
    /^UsageError: .*other.* Nothing was run\.$/su,
  );
});

describe("after a run, a plan", () => {
  const SHARD = { index: 1, of: 2 };
  const keep = (path: string): string =>
    `${path} holds secrets. Keep it for \`orgform fleet resume --plan ${path}\`, or delete it.\n`;

  test.each<
    [code: number, flags: FlagValues, plan: BoundPlan | undefined, text: (path: string) => string, isKept: boolean]
  >([
    [0, {}, PLAN, (path) => `The plan was applied. ${path} is deleted.\n`, false],
    [1, {}, PLAN, keep, true],
    [3, { shard: "1/2" }, PLAN, keep, true],
    [0, { shard: "1/2" }, { ...PLAN, shard: SHARD }, (path) => `The plan was applied. ${path} is deleted.\n`, false],
    [
      0,
      { shard: "1/2" },
      PLAN,
      (path) => `Shard 1/2 of the plan was applied. ${path} holds secrets. Delete it after all shards.\n`,
      true,
    ],
    [
      0,
      { shard: "1/2" },
      undefined,
      (path) => `Shard 1/2 of the plan was applied. ${path} holds secrets. Delete it after all shards.\n`,
      true,
    ],
    [0, { json: true }, PLAN, () => "", false],
    [1, { json: true }, PLAN, () => "", true],
    [0, { json: true, shard: "1/2" }, PLAN, () => "", true],
  ])("that ended with %d and %j is deleted once nobody needs it", (code, flags, plan, text, isKept) => {
    const printed: string[] = [];
    jest.spyOn(process.stdout, "write").mockImplementation((line) => printed.push(String(line)) > 0);
    const path = join(folder, "plan");
    writeFileSync(path, "secret");
    afterRun({ ...flags, plan: path }, code, plan);
    afterRun(flags, code, plan);
    const left = existsSync(path) ? readFileSync(path, "utf8") : undefined;
    expect([printed.join(""), left]).toEqual([text(path), isKept ? "secret" : undefined]);
  });
});

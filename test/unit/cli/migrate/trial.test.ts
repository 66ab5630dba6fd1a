import { existsSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import * as z from "zod";

import { tried } from "../../../../src/cli/migrate/trial.ts";
import type { SwitchTrial, TrialPlace, TrialResult } from "../../../../src/engines/engine.ts";

let told: string;
beforeEach(() => {
  told = "";
  jest.spyOn(process.stderr, "write").mockImplementation((text) => {
    told += String(text);
    return true;
  });
});
afterEach(() => void jest.restoreAllMocks());

const NOTHING: TrialResult = { moved: 0, imported: 0, forgotten: 0, changes: [], outputs: [] };

const PLACE: Omit<TrialPlace, "copy"> = {
  folder: "/program",
  stack: "é|prod",
  environment: { PATH: process.env["PATH"], OWN: "own", QUIET: "loud" },
  state: '{"version":4}',
  written: { files: [], edits: [] },
  without: ["orgform-migration"],
};

/** A trial whose engine runs these words of a shell, and whose plan says this. */
const trialOf = (words: readonly string[], read: SwitchTrial["read"] = () => NOTHING): SwitchTrial => ({
  lay: ({ copy }) => ({
    folder: copy,
    commands: words.map((one) => ({ program: "sh", args: ["-c", one], environment: {} })),
  }),
  read,
});

const shown = (result: Partial<TrialResult>, leaving?: readonly string[]) =>
  tried(
    trialOf(["echo {}"], () => ({ ...NOTHING, ...result })),
    { environment: {} },
    { ...PLACE, written: { ...PLACE.written, ...(leaving === undefined ? {} : { leaving }) } },
  );

test("commands run one after the other in a private copy, in the quiet environment of the engine, and the last one is read", async () => {
  const laid: TrialPlace[] = [];
  const read: unknown[] = [];
  const engine = trialOf(
    [
      "echo no plan > first",
      `echo "{\\"place\\":\\"$PWD\\",\\"own\\":\\"$OWN\\",\\"quiet\\":\\"$QUIET\\",\\"first\\":\\"$(cat first)\\"}"`,
    ],
    (json) => (read.push(json), NOTHING),
  );
  const lay: SwitchTrial["lay"] = (place) => (laid.push(place), engine.lay(place));
  const { code } = await tried({ ...engine, lay }, { environment: { QUIET: "yes" } }, PLACE);
  const copy = laid[0]?.copy ?? "";
  expect([code, existsSync(copy)]).toEqual([0, false]);
  expect(laid).toEqual([{ ...PLACE, copy }]);
  expect(read).toEqual([{ place: copy, own: "own", quiet: "yes", first: "no plan" }]);
  expect(told).toBe("Planning in a copy of the program, which is removed afterwards.\n");
});

const many = (count: number, kind: TrialResult["changes"][number]["kind"] = "add"): TrialResult["changes"] =>
  Array.from({ length: count }, (_, index) => ({ address: `orgform_role.r${index}`, kind, fields: [] }));

const CORRECT = "Correct the new code, or the values at the service, before you apply it.\n";
const AFTER_IMPORT =
  "An import leaves out secrets, on_destroy, and declared values that are defaults. A change that only adds these sends nothing to the service. " +
  "Correct the new code if a change removes or replaces a value.\n";

describe("what a plan in a copy says", () => {
  test.each<[result: Partial<TrialResult>, text: string]>([
    [{}, "A plan in a copy says: 0 to add, 0 to change, 0 to destroy.\n"],
    [{ moved: 1 }, "A plan in a copy says: 0 to add, 0 to change, 0 to destroy; 1 moved.\n"],
    [
      { moved: 2, imported: 3, forgotten: 4 },
      "A plan in a copy says: 0 to add, 0 to change, 0 to destroy; 2 moved; 3 to import; 4 removed from the state.\n",
    ],
    [
      { outputs: ["é|number", "role"] },
      "A plan in a copy says: 0 to add, 0 to change, 0 to destroy.\nOutputs with another value: é|number, role.\n",
    ],
  ])("without a change is the same: %j", async (result, text) => {
    expect(await shown(result)).toEqual({ code: 0, text });
    expect(await shown(result, ["posthog_role.x"])).toEqual({ code: 0, text });
  });

  test("with changes names each by its fields, and counts a replacement twice", async () => {
    const changes: TrialResult["changes"] = [
      { address: "orgform_role.a", kind: "add", fields: [] },
      { address: "orgform_role.b", kind: "change", fields: ["name", "é|secret"] },
      { address: "orgform_role.c", kind: "replace", fields: ["project_id"] },
      { address: "posthog_role.d", kind: "destroy", fields: [] },
      { address: "posthog_role.e", kind: "destroy", fields: [] },
    ];
    const text = `A plan in a copy says: 2 to add, 1 to change, 3 to destroy.
  orgform_role.a: add
  orgform_role.b: change (name, é|secret)
  orgform_role.c: replace (project_id)
  posthog_role.d: destroy
  posthog_role.e: destroy
${CORRECT}`;
    expect(await shown({ changes })).toEqual({ code: 2, text });
    // An import doesn't explain more than changes.
    expect(await shown({ changes }, ["posthog_role.x"])).toEqual({ code: 2, text });
  });

  test.each<[leaving: readonly string[] | undefined, advice: string]>([
    [undefined, CORRECT],
    [[], CORRECT],
    [["posthog_role.x"], AFTER_IMPORT],
  ])("with changes alone, of objects that leave as %j, says how to judge them", async (leaving, advice) => {
    const { text } = await shown({ changes: many(2, "change") }, leaving);
    expect(text).toBe(
      `A plan in a copy says: 0 to add, 2 to change, 0 to destroy.\n  orgform_role.r0: change\n  orgform_role.r1: change\n${advice}`,
    );
  });

  test.each([
    [20, 20, []],
    [21, 20, ["  and 1 more"]],
    [43, 20, ["  and 23 more"]],
  ])("lists, of %d changes, %d", async (count, listed, rest) => {
    const { text } = await shown({ changes: many(count) });
    const lines = text.split("\n").slice(1, -2);
    expect(lines).toEqual([...many(listed).map(({ address }) => `  ${address}: add`), ...rest]);
    expect(text).toContain(`${count} to add`);
  });
});

test.each<[what: string, trial: SwitchTrial, text: string]>([
  [
    "command that fails",
    trialOf(["echo 'Error: no key' >&2; exit 1", "echo {}"]),
    "Not proved. The plan in a copy failed, and nothing was changed. `sh -c echo 'Error: no key' >&2; exit 1` failed:\nError: no key\n",
  ],
  [
    "plan of an unknown form",
    trialOf(["echo {}"], (json) => (z.strictObject({ plan: z.string() }).parse(json), NOTHING)),
    "Not proved. The engine printed a plan of an unknown form.\n",
  ],
  [
    "copy that can't be made",
    {
      ...trialOf([]),
      lay: () => {
        throw new Error("ENOSPC: no space left");
      },
    },
    "Not proved. The program could not be copied: ENOSPC: no space left. Run the plan yourself.\n",
  ],
])("a %s proves nothing", async (_what, trial, text) => {
  expect(await tried(trial, { environment: {} }, PLACE)).toEqual({ code: 1, text });
});

test("a plan that is interrupted proves nothing", async () => {
  const hanging: SwitchTrial = {
    ...trialOf([]),
    lay: ({ copy }) => {
      setImmediate(() => process.emit("SIGTERM"));
      return { folder: copy, commands: [{ program: "sleep", args: ["30"], environment: {} }] };
    },
  };
  expect(await tried(hanging, { environment: {} }, PLACE)).toEqual({
    code: 1,
    text: "Not proved. The plan in a copy was interrupted, and the copy was removed.\n",
  });
});

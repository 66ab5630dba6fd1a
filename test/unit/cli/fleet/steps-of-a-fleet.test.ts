import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";

import { FleetSession } from "../../../../packages/fleet/src/index.ts";
import { runHere } from "../../../cli/run-here.ts";

let folder: string;
/** What was asked of the fleet, and its answers. */
let asked: unknown[];
let answers: Record<string, unknown>;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "orgform-steps-"));
  [asked, answers] = [[], {}];
  const answering =
    (verb: string) =>
    async (...given: readonly unknown[]): Promise<unknown> => {
      asked.push([verb, ...given]);
      return answers[verb];
    };
  const session = {
    record: { newest: answering("newest") },
    approve: answering("approve"),
    requestRetirement: (name: string) => answering("request")(name),
    retire: (name: string, words: string) => answering("retire")(name, words),
    fleet: {},
    close: async () => undefined,
  };
  jest.spyOn(FleetSession, "open").mockResolvedValue(session as unknown as FleetSession); // -- what these commands ask of it
});
afterEach(() => {
  jest.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

const fleet = (...words: readonly string[]) => runHere(["fleet", ...words]);
const done = (stdout: string, code = 0) => ({ code, stdout, stderr: "" });
const refused = (text: string) => ({ code: 1, stdout: "", stderr: `${text}\n` });

describe("`fleet status` before any run", () => {
  test.each([
    [[], "No run is recorded. To start one, run `orgform fleet up`.\n"],
    [["--json"], "null\n"],
  ])("with %j says so", async (flags, text) => {
    expect(await fleet("status", ...flags, "--shard", "2/4")).toEqual(done(text));
    expect(asked).toEqual([["newest", undefined, { index: 2, of: 4 }]]);
  });
});

describe("`fleet approve`", () => {
  const approval = { wave: 2, at: "2026-11-26T08:00:00.000Z", digest: "d" };
  const signed = { ...approval, by: "ann@é.example", signature: "s" };

  test.each<[answer: object, flags: readonly string[], text: string]>([
    [{ approval }, [], "Wave 2 can start: `orgform fleet resume`.\n"],
    [
      { approval: signed, shards: 4 },
      ["--record", "a b"],
      "Signed by ann@é.example. Wave 2 can start in each of 4 shards: `orgform fleet resume --record 'a b' --shard K/4`.\n",
    ],
    [{ approval, held: "waits for bob" }, [], "Still waits for bob.\n"],
    [
      { approval },
      ["--retire", "acme é"],
      "You can now retire acme é: `orgform fleet retire 'acme é' --confirm WORDS`.\n",
    ],
  ])("that is answered %j with %j says what can happen", async (answer, flags, text) => {
    answers["approve"] = answer;
    expect(await fleet("approve", ...flags)).toEqual(done(text));
  });
});

describe("`fleet retire`", () => {
  const objects = ["orgform_project.web", "orgform_role.it"].map((address) => ({
    operation: "delete",
    address,
    fields: [],
  }));
  const shown = { name: "acme", objects, kept: [], words: "delete acme é", held: undefined };
  const AGAIN =
    "add acme to the fleet file again, set deletionProtection to false and remove the engine's protection, run `orgform fleet up --record r --only acme`, and remove it again.\n";

  test.each<[answer: object, code: number, text: string]>([
    [
      shown,
      0,
      "To delete: 2 objects\n  orgform_project.web\n  orgform_role.it\nNothing was deleted. The request is recorded.\nThen delete them: `orgform fleet retire acme --record r --confirm 'delete acme é'`.\n",
    ],
    [
      { ...shown, held: "wave 2 waits for ann" },
      0,
      "To delete: 2 objects\n  orgform_project.web\n  orgform_role.it\nNothing was deleted. The request is recorded.\nWave 2 waits for ann. Approve it: `orgform fleet approve --record r --retire acme`.\nThen delete them: `orgform fleet retire acme --record r --confirm 'delete acme é'`.\n",
    ],
    [
      { ...shown, kept: ["orgform_role.it"] },
      1,
      `To delete: 2 objects\n  orgform_project.web\n  orgform_role.it  (protected)\n1 object can't be deleted, so nothing was requested: ${AGAIN}`,
    ],
    [
      { ...shown, kept: objects.map(({ address }) => address) },
      1,
      `To delete: 2 objects\n  orgform_project.web  (protected)\n  orgform_role.it  (protected)\n2 objects can't be deleted, so nothing was requested: ${AGAIN}`,
    ],
  ])("of %j ends with %d, and shows what would be deleted", async (answer, code, text) => {
    answers["request"] = answer;
    expect(await fleet("retire", "acme", "--record", "r")).toEqual(done(text, code));
    expect(asked).toEqual([["request", "acme"]]);
  });

  test.each<[answer: unknown, code: number, text: string]>([
    [{ succeeded: 1, failed: 0, notStarted: 0 }, 0, ""],
    [{ succeeded: 0, failed: 1, notStarted: 0 }, 1, ""],
    [
      "wave 2 waits for ann",
      3,
      "Nothing was deleted: wave 2 waits for ann. Approve it: `orgform fleet approve --retire acme`.\n",
    ],
  ])("that is confirmed and ends as %j, ends with %d", async (answer, code, text) => {
    answers["retire"] = answer;
    expect(await fleet("retire", "acme", "--confirm", "yes é")).toEqual(done(text, code));
    expect(asked).toEqual([["retire", "acme", "yes é"]]);
  });

  test.each([[[]], [["acme", "globex"]]])("is for one organization, not for %j", async (names) => {
    expect(await fleet("retire", ...names)).toEqual(refused("Name one organization: `orgform fleet retire NAME`."));
    expect(asked).toEqual([]);
  });
});

describe("a file of a fleet", () => {
  const at = (name: string): string => join(folder, name);

  beforeEach(() => {
    mkdirSync(at("module"));
    writeFileSync(
      at("module/main.tf"),
      'variable "title" {\n  default = ""\n}\nvariable "size" {\n  default = ""\n}\n',
    );
    writeFileSync(
      at("fleet.yaml"),
      "templates:\n  small: { engine: terraform, path: ./module }\norganizations:\n" +
        "  - { name: a, template: small, values: { title: One, size: big } }\n" +
        "  - { name: b, template: small, values: { title: Two, size: small } }\n",
    );
  });

  test.each([
    ["values.title", "1 field"],
    ["values.title, values.size", "2 fields"],
  ])("is changed where %s is promoted", async (only, fields) => {
    const promoting = ["promote", "a", "b", "--file", at("fleet.yaml"), "--only", only];
    const before = readFileSync(at("fleet.yaml"), "utf8");
    const dry = await fleet(...promoting, "--dry-run");
    expect([dry.code, dry.stdout.split("\n").at(-2)]).toEqual([
      0,
      `${fields} would be written to ${at("fleet.yaml")}.`,
    ]);
    expect(readFileSync(at("fleet.yaml"), "utf8")).toBe(before);
    const ran = await fleet(...promoting);
    expect([ran.code, ran.stdout.split("\n").at(-2)]).toEqual([
      0,
      `${fields} written to ${at("fleet.yaml")}. Nothing was applied. To see the effect, run \`orgform fleet plan --file ${at("fleet.yaml")}\`.`,
    ]);
  });

  test("that can't be read is named, with what to give", async () => {
    expect(await fleet("promote", "a", "b", "--file", at("é.yaml"))).toEqual(
      refused(`${at("é.yaml")} cannot be read: ENOENT. Give the fleet file with --file.`),
    );
    expect(await fleet("report", at("one.json"), "--file", at("fleet.yaml"))).toEqual(
      refused(`The results ${at("one.json")} cannot be read: ENOENT.`),
    );
  });
});

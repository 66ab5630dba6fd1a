import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";

import { runHere } from "../../../cli/run-here.ts";

const folder = mkdtempSync(join(tmpdir(), "orgform-refusals-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Path of a new file with a text. */
function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const LIST = file("é list.json", "[]");
const CUT_OFF = file("cut-off.json", "{");
const OLD = file("old.json", JSON.stringify({ version: 0 }));
const NONE = join(folder, "none");
const FLEET = join(folder, "fleet.yaml");
const FORMATS = "text or json or markdown or junit or sarif or html";
const ONE_SOURCE = "--state names a file, but --stack names a stack. Give one of them.";

/** What a command says, and does nothing else, since its words can't be meant. */
const REFUSALS: readonly (readonly [words: readonly string[], message: string])[] = [
  [["check", "--all"], "--all requires a plan: give --plan as well, or leave out --all."],
  [["check", "--all", "--plan", ""], "--all requires a plan: give --plan as well, or leave out --all."],
  [["check", "--format", "pdf"], `--format is pdf; it must be ${FORMATS}.`],
  [["check", "--fail-on", "info"], "--fail-on is info; it must be error or warning or note."],
  [["check", "--labels", "stage"], "--labels is stage; expected names with values: stage=production,region=eu."],
  [["check", "--policy", NONE], `--policy ${NONE} can't be read: ENOENT.`],
  [["check", "--picture", NONE], `--picture ${NONE} can't be read: ENOENT.`],
  [["check", "--picture", CUT_OFF], `--picture ${CUT_OFF} isn't JSON. Make a picture with \`orgform picture\`.`],
  [
    ["check", "--picture", LIST],
    `--picture ${LIST} isn't a picture: Invalid input: expected object, received array. Make one with \`orgform picture\`.`,
  ],
  [
    ["check", "--picture", OLD],
    `--picture ${OLD} isn't a picture: version: Invalid input: expected 1. Make one with \`orgform picture\`.`,
  ],
  [["check"], "The organization is missing: give --organization with its ID, slug, or name."],
  ...["state", "stack", "cwd", "ignore", "host", "timeout", "out"].map(
    (name) => [["drift", `--${name}`, ""], `--${name} is empty; leave it out, or give a value.`] as const,
  ),
  // Before the engine is asked for the state, which can take a while.
  [["drift", "--timeout", "soon"], "--timeout is soon; it must be an integer of seconds from 1 to 86400."],
  [["drift", "--state", LIST, "--stack", "dev"], ONE_SOURCE],
  [["drift", "--format", "pdf"], `--format is pdf; it must be ${FORMATS}.`],
  [["watch", "--once", "--every", "1h"], "--once checks once, but --every checks repeatedly. Give one of them."],
  [
    ["watch", "--once", "--metrics", "9464"],
    "--metrics needs a watch that keeps running, but --once exits after one check. Give one of them.",
  ],
  [["watch", "--cwd", NONE], `There is no folder ${NONE}. Give the program's folder with --cwd.`],
  [["watch", "--fleet", join(NONE, "f.yaml")], `There is no folder ${NONE}. Give the program's folder with --cwd.`],
  [["watch", "--state", LIST, "--stack", "dev"], ONE_SOURCE],
  ...["stack", "state", "name", "host"].map(
    (name) =>
      [
        ["watch", "--fleet", FLEET, `--${name}`, "x"],
        `--${name} is for one stack, but --fleet names many. Leave out one of them.`,
      ] as const,
  ),
  [
    ["watch", "history", "--cwd", folder, "--since", "ever"],
    "--since is ever; it must be a duration such as 12h or 7d.",
  ],
  [
    ["watch", "history", "--cwd", folder],
    `There is no history ${join(folder, ".orgform", "watch.sqlite")}. Run \`orgform watch --once\` first, or name another file with --history.`,
  ],
  [["adopt"], "The folder to write is missing: give --out <folder>."],
  [["adopt", "--out", NONE], "The organization is missing: give --organization with its ID, slug, or name."],
  ...["state", "skip-plan", "by-import"].map(
    (name) =>
      [
        ["migrate", "--for", "terraform", `--${name}`, ...(name === "state" ? ["x"] : [])],
        `--${name} requires --from posthog or --to posthog.`,
      ] as const,
  ),
  [["migrate", "--from", "posthog", "--to", "posthog"], "--from and --to exclude each other. Give one of them."],
  [["migrate"], "The engine is missing: give --for pulumi or --for terraform."],
  ...["../x", ".x", "a/b", "é", "a b"].map(
    (name) =>
      [
        ["migrate", "--for", "terraform", "--out", name],
        "--out must name a folder in the program's folder: letters, digits, dots, and hyphens.",
      ] as const,
  ),
];

test.each(REFUSALS)("`orgform` with %j is refused in whole words", async (words, message) => {
  const environment = {
    ORGFORM_HOST: "http://127.0.0.1:9",
    ORGFORM_API_KEY: "phx_1",
    ORGFORM_ORGANIZATION_ID: undefined,
    POSTHOG_ORGANIZATION_ID: undefined,
  };
  expect(await runHere(words, environment)).toEqual({ code: 1, stdout: "", stderr: `${message}\n` });
});

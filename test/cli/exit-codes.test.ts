import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import type { Command } from "commander";

import { type Sandbox, startSandbox } from "../../packages/sandbox/src/index.ts";
import { driftCommand } from "../../src/cli/commands/drift.ts";
import { doctorCommand } from "../../src/cli/commands/doctor.ts";
import { program } from "../../src/cli/program.ts";
import { type Ran, runHere } from "./run-here.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "orgform-exit-codes-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The words of every command that there is, those of functions among them. */
function pathsOf(command: Command, above: readonly string[] = []): (readonly string[])[] {
  return command.commands.flatMap((one) => {
    const path = [...above, one.name()];
    return [path, ...pathsOf(one, path)];
  });
}

let paths: readonly (readonly string[])[];
beforeAll(async () => {
  paths = pathsOf(await program("all")).filter(([first]) => first !== "help");
});

/** The codes of the command line, of every command with the same further words. */
async function codesOf(commands: readonly (readonly string[])[], ...words: string[]): Promise<Ran[]> {
  const ran: Ran[] = [];
  for (const path of commands) ran.push(await runHere([...path, ...words], { ORGFORM_API_KEY: undefined }));
  return ran;
}

describe("every command", () => {
  test("ends with 0 after its help", async () => {
    const ran = await codesOf(paths, "--help");
    expect(paths.filter((_path, index) => ran[index]?.code !== 0 || ran[index].stderr !== "")).toEqual([]);
  });

  test.each([[["--no-such-flag"]], [["--json", "--no-such-flag"]]])(
    "refuses %j with 1, and prints nothing on standard output",
    async (words) => {
      const ran = await codesOf(paths, ...words);
      expect(paths.filter((_path, index) => ran[index]?.code !== 1 || ran[index].stdout !== "")).toEqual([]);
      expect(paths.filter((_path, index) => ran[index]?.stderr === "")).toEqual([]);
    },
  );
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe("orgform call", () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await startSandbox({ dialect: "2026-09" });
  });
  afterEach(() => sandbox.control.clearFaults());
  afterAll(() => sandbox.close());

  const call = (...args: readonly string[]): Promise<Ran> =>
    runHere(["call", ...args], {
      ORGFORM_HOST: sandbox.host,
      ORGFORM_API_KEY: sandbox.apiKey,
      ORGFORM_ORGANIZATION_ID: sandbox.organizationId,
      ORGFORM_INTENTS_DIR: folder,
    });
  const FORMS = [[[]], [["--json"]]] as const;

  const refusing = (nth: number) => ({
    kind: "status" as const,
    status: 400,
    body: { type: "validation_error", code: "invalid_input", detail: "Not now.", attr: null },
    method: "POST",
    nth,
  });
  const IDS = Array.from({ length: 1_500 }, (_, index) => `person|${index} "é"`).join("\n");

  /** Every function with many steps, interrupted after some of them. */
  const IN_PART: readonly (readonly [string, (form: readonly string[]) => readonly string[]])[] = [
    ["bulk-create-invites", (form) => ["--emails", `${form.length}@acme.example,bad@acme-.example`]],
    [
      "bulk-delete-persons",
      () => {
        sandbox.control.addFault(refusing(2));
        const file = join(folder, "ids.txt");
        writeFileSync(file, IDS);
        return ["--project-id", "@current", "--distinct-ids-file", file, "--confirm", "1500"];
      },
    ],
  ];

  describe.each(IN_PART)("%s", (name, args) => {
    test.each(FORMS)("ends with 1 when it was carried out in part, and prints what was done, with %j", async (form) => {
      const { code, stdout, stderr } = await call(name, ...args(form), ...form);
      expect([code, stderr]).toEqual([1, expect.stringContaining("was carried out in part")]);
      const outcomes = new Set([...stdout.matchAll(/"outcome": ?"([a-z ]+)"/gu)].map(([, outcome]) => outcome));
      expect(outcomes.size).toBeGreaterThan(1);
      expect(isJson(stdout)).toBe(form.length > 0);
    });
  });

  test.each(FORMS)("ends with 0 and prints what was done when all of it was, with %j", async (form) => {
    const args = ["bulk-delete-persons", "--project-id", "@current", "--distinct-ids", "ada", "--confirm", "1"];
    const { code, stdout } = await call(...args, ...form);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/"?requested"?: 1/u)]);
    expect(isJson(stdout)).toBe(form.length > 0);
  });

  test.each(FORMS)("ends with 1 and prints nothing on standard output when it was refused, with %j", async (form) => {
    sandbox.control.addFault(refusing(1));
    const args = ["bulk-delete-persons", "--project-id", "@current", "--distinct-ids", "ada", "--confirm", "1"];
    expect(await call(...args, ...form)).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringContaining("Not now."),
    });
    expect(await call(...args.slice(0, -2), ...form)).toMatchObject({ code: 1, stdout: "" });
  });

  /** What somebody reads who interrupts a call whose request was just sent. */
  const INTERRUPTED: readonly (readonly [method: "GET" | "POST", args: readonly string[], words: RegExp])[] = [
    [
      "POST",
      ["bulk-delete-persons", "--project-id", "@current", "--distinct-ids", "ada", "--confirm", "1"],
      /^Could not call bulkDeletePersons\nThe request was interrupted before a response arrived \(POST \/api\/projects\/@current\/persons\/bulk_delete\/, 1 attempt\)\. The change may have been made\. Check before you repeat it\.\n$/u,
    ],
    ["GET", ["list-domains"], /^Could not call listDomains\nCould not list Domain\nInterrupted\.\n$/u],
    [
      "GET",
      ["bulk-create-invites", "--emails", "a@b.example"],
      /^Could not call bulkCreateInvites\nThe request was interrupted before a response arrived \(GET \/api\/organizations\/[-\da-f]+\/members\/, 1 attempt\)\. Run again\.\n$/u,
    ],
  ];

  test.each(
    INTERRUPTED.flatMap((one) =>
      (["SIGINT", "SIGTERM"] as const).flatMap((signal) => FORMS.map(([form]) => [...one, signal, form] as const)),
    ),
  )(
    "ends with 1 when somebody interrupts a %s of %j, and says whether something may have changed",
    async (method, args, words, signal, form) => {
      sandbox.control.addFault({ kind: "delay", delayMs: 20_000, method });
      const before = process.listenerCount(signal);
      const interrupt = (): void => {
        unsubscribe("undici:request:bodySent", interrupt);
        setImmediate(() => process.emit(signal));
      };
      subscribe("undici:request:bodySent", interrupt);
      const { code, stdout, stderr } = await call(...args, ...form);
      expect([code, stdout, stderr]).toEqual([1, "", expect.stringMatching(words)]);
      expect(process.listenerCount(signal)).toBe(before);
    },
  );
});

/** The forms in which a command prints. */
const formatsOf = ({ options }: Command): readonly string[] =>
  options.find(({ long }) => long === "--format")?.argChoices ?? [];

describe.each(formatsOf(driftCommand()))("orgform drift as %s", (format) => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await startSandbox({ dialect: "2026-09" });
  });
  afterAll(() => sandbox.close());

  const drift = (objects: readonly unknown[], apiKey: string): Promise<Ran> => {
    const file = join(folder, "state.json");
    writeFileSync(file, JSON.stringify({ version: 4, resources: objects }));
    const environment = { ORGFORM_HOST: sandbox.host, ORGFORM_API_KEY: apiKey };
    const rules = join(folder, "ignored");
    writeFileSync(rules, "Member *\nMembership *\nProject *\n");
    return runHere(["drift", "--state", file, "--ignore", rules, "--cwd", folder, "--format", format], environment);
  };
  const role = (id: string) => ({
    mode: "managed",
    type: "orgform_role",
    name: "role",
    instances: [
      {
        schema_version: 1,
        attributes: {
          id: `${sandbox.organizationId}/${id}`,
          organization_id: sandbox.organizationId,
          name: "Builders",
        },
        private: Buffer.from(JSON.stringify({ orgform: "" })).toString("base64"),
      },
    ],
  });

  test("ends with 0 when there is none, with 2 when there is, and with 1 when nobody can tell", async () => {
    const { apiKey, host, organizationId } = sandbox;
    const made = await fetch(`${host}/api/organizations/${organizationId}/roles/`, {
      method: "POST",
      headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
      body: JSON.stringify({ name: "Builders" }),
    });
    const { id } = (await made.json()) as { readonly id: string };
    const gone = [role("01a1fb11-53cf-0000-fc23-01b847e27a8f")];
    expect(await drift([role(id)], apiKey)).toMatchObject({ code: 0, stderr: "" });
    expect(await drift(gone, apiKey)).toMatchObject({ code: 2, stderr: "" });
    const { code, stdout } = await drift(gone, "phx_unknown");
    expect([code, stdout === ""]).toEqual([1, false]);
  });
});

describe.each(formatsOf(doctorCommand()))("orgform doctor as %s", (format) => {
  test("ends with 1 when something failed, and says what", async () => {
    const environment = { ORGFORM_HOST: "http://127.0.0.1:9", ORGFORM_API_KEY: "phx_made_up" };
    const ran = await runHere(["doctor", "--format", format], environment);
    expect([ran.code, ran.stdout === ""]).toEqual([1, false]);
  });
});

import { describe, expect, test } from "@jest/globals";

import { functions } from "../../../../src/catalog/functions/index.ts";
import { settingsOf } from "../../../../src/cli/settings.ts";
import { UsageError } from "../../../../src/cli/usage-error.ts";
import { functionNamed } from "../../../../src/cli/commands/call.ts";
import { CliCommand } from "../../../../src/cli/command.ts";
import { functionFacts, functionTable } from "../../../../src/cli/call/list.ts";
import { FLAG_SPELLING, problemLines } from "../../../../src/cli/call/flags.ts";
import { objectText, printRows, ROW_FORMATS, type RowFormat } from "../../../../src/cli/call/print.ts";
import { reporterOn } from "../../../../src/cli/call/reporter.ts";
import { CLEAR_LINE } from "../../../../src/cli/progress.ts";
import { argumentsOf, givesRows, resultOf } from "../../../../src/model/function.ts";
import { fieldName, message, printed } from "../../../../src/model/messages.ts";
import { kebabName } from "../../../../src/model/names.ts";

/** Values with what would end a cell, a line, or a text. */
const NASTY = ['a "b"', "a,b", "a\rb", "a\nb", " é| ", "", 'with;semicolon\tand "both",\r\n'];

const LISTS = functions.filter(givesRows);

/** What is written of rows, and how many there were. */
async function written(definition: (typeof functions)[number], rows: readonly object[], format: RowFormat) {
  const parts: string[] = [];
  async function* stream() {
    for (const row of rows) yield await Promise.resolve({ ...row });
  }
  const write = (text: string): Promise<void> => Promise.resolve(void parts.push(text));
  const count = await printRows(definition, stream(), format, write);
  return { count, text: parts.join("") };
}

describe.each(LISTS)("the rows of $name", (definition) => {
  const columns = resultOf(definition).map(([name]) => name);
  const rowOf = (value: unknown) => Object.fromEntries(columns.map((name) => [name, value]));
  const values = [...NASTY, 1.5, true, null, undefined, ["x", 1], { a: "b,c" }];
  const rows = values.map(rowOf);

  test("are a table whose cells give back their values, in the order of the columns", async () => {
    const { count, text } = await written(
      definition,
      rows.map((row) => ({ planted: 1, ...row })),
      "csv",
    );
    const cell = (value: unknown): string => {
      const shown = typeof value === "string" ? value : (JSON.stringify(value ?? "") ?? "");
      const plain = value === null || value === undefined ? "" : shown;
      return /[",\r\n]/u.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
    };
    const lines = [columns, ...values.map((value) => columns.map(() => cell(value)))];
    expect(text).toBe(lines.map((cells) => `${cells.join(",")}\r\n`).join(""));
    expect(count).toBe(rows.length);
  });

  test("are one JSON text, or one each in a line", async () => {
    const whole = await written(definition, rows, "json");
    expect(JSON.parse(whole.text)).toEqual(JSON.parse(JSON.stringify(rows)));
    expect([whole.count, whole.text.startsWith("[\n  {"), whole.text.endsWith("}\n]\n")]).toEqual([
      rows.length,
      true,
      true,
    ]);
    const { text, count } = await written(definition, rows, "ndjson");
    expect(text).toBe(rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
    expect(count).toBe(rows.length);
  });

  test.each<[RowFormat, string]>([
    ["ndjson", ""],
    ["csv", `${columns.join(",")}\r\n`],
    ["json", "[]\n"],
  ])("as %s may be none", async (format, text) => {
    expect(await written(definition, [], format)).toEqual({ count: 0, text });
  });
});

test("the forms of rows are these", () => {
  expect(ROW_FORMATS).toEqual(["ndjson", "csv", "json"]);
});

test("a result is a line for each value that there is, or JSON", () => {
  const result = { name: 'é "|"\n', count: 0, none: null, absent: undefined, list: ["a", 1], is: false };
  expect(objectText(result, false)).toBe('name: é "|"\n\ncount: 0\nnone: null\nlist: ["a",1]\nis: false\n');
  expect(objectText(result, true)).toBe(`${JSON.stringify(result, null, 2)}\n`);
  expect([objectText({}, false), objectText({}, true)]).toEqual(["", "{}\n"]);
});

describe("what a call reports", () => {
  /** What is written, with a word before each time that passes. */
  function reported(isTTY: boolean): readonly string[] {
    const parts: string[] = [];
    let now = 5_000;
    const write = (text: string | Uint8Array): boolean => parts.push(String(text)) > 0;
    const { warn, info, status, end } = reporterOn({ write, isTTY }, () => now);
    const text = message`${fieldName("projectId")} is |é.`;
    warn(text);
    info(text);
    for (const step of [0, 9_999, 1, 0, 9_999, 1]) {
      now += step;
      status(`at ${now}`);
    }
    end();
    return parts;
  }

  test("is a line for each message, and of statuses one in ten seconds", () => {
    expect(reported(false)).toEqual([
      "warning: --project-id is |é.\n",
      "--project-id is |é.\n",
      "at 15000\n",
      "at 25000\n",
      "",
    ]);
  });

  test("is one line of statuses on a terminal, which the next one replaces", () => {
    expect(reported(true)).toEqual([
      `${CLEAR_LINE}warning: --project-id is |é.\n`,
      `${CLEAR_LINE}--project-id is |é.\n`,
      ...[5_000, 14_999, 15_000, 15_000, 24_999, 25_000].map((at) => `${CLEAR_LINE}at ${at}`),
      CLEAR_LINE,
    ]);
  });
});

describe("an argument in a message", () => {
  test("is the flag that somebody writes, however deep its path is", () => {
    const said = (value: unknown): string => FLAG_SPELLING.setting("isDryRun", value);
    expect(["projectId", "files.plugin", "emails[2]", "on"].map(FLAG_SPELLING.field)).toEqual([
      "--project-id",
      "--files.plugin",
      "--emails[2]",
      "--on",
    ]);
    expect([true, false, "a |é", 1, null].map(said)).toEqual([
      "--is-dry-run",
      "--no-is-dry-run",
      '--is-dry-run "a |é"',
      "--is-dry-run 1",
      "--is-dry-run null",
    ]);
    expect(FLAG_SPELLING.code("x")).toBe("x");
  });

  test("has a line for each problem", () => {
    const problems = [
      { path: "projectId", reason: "is required" },
      { path: "emails[0]", reason: "is |é" },
    ];
    expect(problemLines(problems, FLAG_SPELLING)).toBe("--project-id is required\n--emails[0] is |é");
    expect(problemLines([], FLAG_SPELLING)).toBe("");
  });
});

describe("the list of functions", () => {
  const lines = functionTable(functions).split("\n");

  test("has each of them in one line of its group, with its effect, in a hundred columns", () => {
    const rows = lines.filter((line) => line.startsWith("  "));
    expect(rows).toHaveLength(functions.length);
    for (const { name, effect, doc } of functions) {
      const row = rows.find((line) => line.startsWith(`  ${kebabName(name)} `)) ?? "";
      const [, told = "", text = ""] = /^ {2}\S+ +(\w+) +(.*)$/u.exec(row) ?? [];
      expect([name, told]).toEqual([name, effect]);
      const whole = printed(doc);
      expect(row.length).toBeLessThanOrEqual(100);
      expect(
        text === whole || (row.length === 100 && text.endsWith("...") && whole.startsWith(text.slice(0, -3))),
      ).toBe(true);
    }
    // The columns of all groups are the same.
    expect(new Set(rows.map((row) => row.search(/(?<=\S {2,})(?:read|write|destructive) /u))).size).toBe(1);
  });

  test.each([99, 100, 101, 150])("cuts a line of %d columns only if it is too wide", (width) => {
    const [first] = functions;
    if (first === undefined) throw new Error("no functions");
    const [, bare = ""] = functionTable([{ ...first, doc: "" }]).split("\n");
    const doc = "x".repeat(width - bare.length);
    const [, line] = functionTable([{ ...first, doc }]).split("\n");
    expect(line).toBe(width > 100 ? `${`${bare}${doc}`.slice(0, 97)}...` : `${bare}${doc}`);
  });

  test("has its groups in order, with a blank line between two", () => {
    const groups = lines.filter((line) => /^\S/u.test(line));
    expect(groups).toEqual(groups.toSorted());
    expect(new Set(groups).size).toBe(groups.length);
    for (const group of groups) expect(group).toMatch(/^[A-Z][a-z ]+:$/u);
    const blanks = lines.flatMap((line, at) => (line === "" ? [at] : []));
    expect(blanks.slice(0, -1).map((at) => lines[at + 1])).toEqual(groups.slice(1));
  });

  test.each(functions)("tells programs all that they need of $name", (definition) => {
    const { name, effect, repeat, scopes, doc } = definition;
    const { arguments: given, ...facts } = functionFacts(definition);
    expect(facts).toEqual({
      name,
      command: kebabName(name),
      doc: printed(doc),
      effect,
      repeat,
      scopes,
      givesRows: givesRows(definition),
    });
    expect(Object.keys(Object(given))).toEqual(argumentsOf(definition).map(([argument]) => argument));
  });

  test.each(functions)("$name is found as programs and as commands write it", ({ name }) => {
    expect([functionNamed(name).name, functionNamed(kebabName(name)).name]).toEqual([name, name]);
    const unknown = `${kebabName(name)}x`;
    expect(() => functionNamed(unknown)).toThrow(
      new UsageError(`There is no function ${unknown}. Did you mean ${kebabName(name)}?`),
    );
  });

  test("has nothing near what is far from all of them", () => {
    expect(() => functionNamed("é|")).toThrow(
      new UsageError("There is no function é|. Run `orgform call --list` to list them."),
    );
  });
});

describe("a command", () => {
  /** A command with flags of each kind, below another one; what it was called with. */
  function called(args: readonly string[], takesWords = false) {
    const given: unknown[] = [];
    const run = (...all: readonly unknown[]): Promise<number> => Promise.resolve(given.push(...all));
    const command = new CliCommand("look")
      .option("--out <FILE>", "A file")
      .option("--strict", "Strict")
      .choice("--format <WORD>", "A form", ["a", "b"])
      .repeated("--only <NAME>", "A name.");
    const root = new CliCommand("orgform").addCommand(takesWords ? command.takes(run) : command.runs(run));
    return root.parseAsync(["look", ...args], { from: "user" }).then(() => ({ given, code: root.exitCode }));
  }

  test.each([
    [[], {}],
    [["--out", "-"], { out: "-" }],
    [["--out="], { out: "" }],
    [["--out=--strict"], { out: "--strict" }],
    [["--strict", "--format", "c"], { strict: true, format: "c" }],
    [["--only", "a", "--only", 'é "|"'], { only: ["a", 'é "|"'] }],
  ])("takes %j as %j, and its code is that of all above", async (args, flags) => {
    expect(await called(args)).toEqual({ given: [flags], code: 1 });
    expect(await called(args, true)).toEqual({ given: [flags, []], code: 2 });
  });

  test("with words takes them, and flags only in front of no dash", async () => {
    expect(await called(["a", "--strict", "é|"], true)).toEqual({ given: [{ strict: true }, ["a", "é|"]], code: 2 });
  });

  const help = "Run `orgform look --help`.";
  test.each([
    [["now"], `orgform look: Unexpected argument 'now'. ${help}`],
    [["--strict=yes"], `orgform look: Option '--strict' does not take an argument. ${help}`],
    [["--strct"], "orgform look has no flag --strct. Did you mean --strict?"],
    [["--strct=1"], "orgform look has no flag --strct. Did you mean --strict?"],
    [["--xyzzyx"], `orgform look has no flag --xyzzyx. ${help}`],
    [["--out"], `orgform look: Option '--out <value>' argument missing. ${help}`],
    [["--out", "--strict"], `orgform look: Option '--out <value>' argument missing. ${help}`],
    [["--only", "a", "--only", "-x"], `orgform look: Option '--only <value>' argument missing. ${help}`],
  ])("refuses %j", async (args, words) => {
    await expect(called(args)).rejects.toThrow(new UsageError(words));
  });

  test.each(["-x", "--xyzzyx"])("with words takes no %s for one", async (flag) => {
    await expect(called(["a", flag], true)).rejects.toThrow(
      new UsageError(`orgform look has no flag ${flag}. ${help}`),
    );
  });
});

describe("the settings of a command", () => {
  const environment = { ORGFORM_API_KEY: "phx_a", ORGFORM_HOST: "https://one.example", ORGFORM_ORGANIZATION_ID: "o1" };

  test("are those of its flags, or else of the environment", () => {
    expect(settingsOf({}, environment)).toMatchObject({ host: "https://one.example", organizationId: "o1" });
    expect(settingsOf({ host: "https://two.example" }, environment).host).toBe("https://two.example");
    expect(settingsOf({ organizationId: "o2" }, environment).organizationId).toBe("o2");
    expect(settingsOf({ host: undefined, organizationId: undefined }, environment)).toEqual(
      settingsOf({}, environment),
    );
  });

  test("that are missing are named in a line each, with their flags, and never with the key", () => {
    const said = (flags: object, given: NodeJS.ProcessEnv): string => {
      try {
        settingsOf({ ...flags }, given);
        return "";
      } catch (error) {
        return error instanceof UsageError ? error.message : "";
      }
    };
    const lines = said({}, {}).split("\n");
    expect(lines.map((line) => /^The (\w+) is missing: /u.exec(line)?.[1])).toEqual(["apiKey", "host"]);
    expect(lines[0]).not.toContain("--");
    expect(lines[1]).toContain("give `--host <address>`");
    expect(said({}, { ORGFORM_API_KEY: "phx_canary" })).not.toContain("phx_canary");
  });
});

import { chmodSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";

import { CredentialKeys } from "../../../packages/fleet/src/credentials/credential-keys.ts";
import type { CredentialSource } from "../../../packages/fleet/src/file/fleet-schema.ts";

const KEY = "phx_credential_canary_42";
const folder = mkdtempSync(join(tmpdir(), "orgform-keys-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const keysOf = (source: CredentialSource, environment: NodeJS.ProcessEnv = {}): CredentialKeys =>
  new CredentialKeys({ one: source }, { environment: { PATH: process.env["PATH"], ...environment }, folder });

const file = (name: string, mode: number): string => {
  writeFileSync(join(folder, name), `${KEY}\n`);
  chmodSync(join(folder, name), mode);
  return name;
};

test("a key comes from a variable, a command or a file, without the line's end, and is looked up once", async () => {
  expect(await keysOf({ environment: "KEY" }, { KEY }).keyOf("one")).toBe(KEY);
  expect(await keysOf({ file: file("own", 0o600) }).keyOf("one")).toBe(KEY);
  const once = join(folder, "asked");
  const command = keysOf({ command: ["sh", "-c", `echo asked >> '${once}'; wc -l < '${once}' | tr -d ' '; : "$0"`] });
  expect(await Promise.all([command.keyOf("one"), command.keyOf("one")])).toEqual(["1", "1"]);
  expect(await command.keyOf("one")).toBe("1");
});

test("a command runs in the folder of the fleet file, with the environment", async () => {
  const keys = keysOf({ command: ["sh", "-c", 'printf "%s in %s" "$VAULT" "$PWD"'] }, { VAULT: "é x" });
  expect(await keys.keyOf("one")).toBe(`é x in ${realpathSync(folder)}`);
});

test("a key that was looked up is in no text", async () => {
  const keys = keysOf({ environment: "KEY", host: "https://eu.example" }, { KEY });
  await keys.keyOf("one");
  expect(keys.redact(`refused with ${KEY}, ${KEY}`)).toBe("refused with [secret], [secret]");
  expect(keys.hostOf("one")).toBe("https://eu.example");
});

test("a key that the file doesn't declare is named, and has no host", async () => {
  const keys = keysOf({ environment: "KEY" }, { KEY });
  await expect(keys.keyOf("other")).rejects.toThrow('There is no credential "other" in the fleet file.');
  expect([keys.hostOf("other"), keys.redact(KEY)]).toEqual([undefined, KEY]);
});

test.each<readonly [what: string, source: CredentialSource, said: RegExp]>([
  ["a variable that is not set", { environment: "KEY" }, /"one" is empty: the environment variable KEY is not set/u],
  ["a file that others may read", { file: "open" }, /is readable by other users: run `chmod 600 open`/u],
  ["a file that is missing", { file: "missing" }, /missing, cannot be read: ENOENT/u],
  [
    "a command that fails",
    { command: ["sh", "-c", `echo ${KEY}; exit 3`] },
    /of the credential "one", sh, ended with 3/u,
  ],
  ["a command that is not there", { command: ["no-such-vault"] }, /no-such-vault, is not on PATH/u],
  ["a variable of blanks", { environment: "BLANK" }, /"one" is empty: the environment variable BLANK is not set/u],
  ["a file of blanks", { file: "blank" }, /"one" is empty: blank gives no key/u],
  ["a command that prints blanks", { command: ["printf", " \\n "] }, /"one" is empty: `printf` gives no key/u],
  [
    "a command that is killed",
    { command: ["sh", "-c", "kill -9 $$"] },
    /of the credential "one", sh, ended with SIGKILL/u,
  ],
  ["a command that prints nothing", { command: ["true"] }, /"one" is empty: `true` gives no key/u],
])("%s is said with its name and the next step, and shows no key", async (_what, source, said) => {
  file("open", 0o644);
  writeFileSync(join(folder, "blank"), " \n", { mode: 0o600 });
  const refused = keysOf(source, { BLANK: " \t" }).keyOf("one");
  await expect(refused).rejects.toThrow(said);
  await expect(refused).rejects.not.toThrow(KEY);
});

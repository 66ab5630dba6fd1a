import { expect, test } from "@jest/globals";

import { commandFailure } from "../../../../../src/engines/pulumi/fleet/command-failure.ts";

const dump = (stdout: string, stderr: string, error = ""): string =>
  `code: 255\n stdout: ${stdout}\n stderr: ${stderr}\n${error === "" ? "" : ` err?: ${error}\n`}`;

test.each([
  [
    "the errors alone",
    dump("Previewing update\n", "warning: old\nerror: no stack named 'acme' found\n"),
    "no stack named 'acme' found",
  ],
  [
    "what belongs to an error",
    dump("", "error: could not load plugin:\n    exec: not found\nnext"),
    "could not load plugin:\nexec: not found",
  ],
  [
    "errors of the output when the error stream is empty",
    dump("Diagnostics:\n  pulumi:pulumi:Stack\n    error: no seat\n    error: update failed\n", ""),
    "no seat",
  ],
  ["each error once", dump("error: no seat", "error: no seat", "Command failed with exit code 255"), "no seat"],
  ["the end of what says no error", dump("a lot", `${"x\n".repeat(50)}panic: nil`), `${"x\n".repeat(9)}panic: nil`],
  ["another text as it is", "the disk is full", "the disk is full"],
])("of a command that failed stays %s", (_what, text, said) => {
  expect(commandFailure(text)).toBe(said);
});

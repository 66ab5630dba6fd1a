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
  [
    "only lines that are further in than their error",
    dump("", "error: no seat:\n    Ann  \n\tBob\n  Cleo\n one blank\n    Dan\nerror: no room\nall  in\n    Eve"),
    "no seat:\nAnn\nno room",
  ],
  ["errors of both streams, first those of the error stream", dump("error: b\nerror: a", "error: c"), "c\nb\na"],
  ["no word that only contains an error", dump("my error: a", "an error: b\nerrors: c"), "an error: b\nerrors: c"],
  [
    "no error that says only that all failed",
    dump("error: update failed\nerror: preview failed", "error: update failed for Ann\n error: the preview failed"),
    "update failed for Ann",
  ],
  ["the words of the error stream before others", dump(" said \n", " warned \n\n"), "warned"],
  ["the words of the output alone", dump(" said\nmore \n", " \n"), "said\nmore"],
  ["the whole text of a command that said nothing", dump(" ", "\n"), dump(" ", "\n")],
  [
    "what comes before the package's own words",
    dump("a", "error: b\n    c", "error: Command failed\n    d").replace("255", "-1"),
    "b\nc",
  ],
  ["another text as it is", "the disk is full", "the disk is full"],
])("of a command that failed stays %s", (_what, text, said) => {
  expect(commandFailure(text)).toBe(said);
});

import { spawn } from "node:child_process";

import { ApprovalError } from "./approval-error.ts";

/** A program that makes or checks signatures, and how people get it. */
export interface SignatureProgram {
  readonly name: string;
  /** The package and its version, such as "OpenSSH 8.2 or later". */
  readonly from: string;
}

/** Runs it to its end. @throws ApprovalError if it isn't installed */
export function ranBy(
  { name, from }: SignatureProgram,
  args: readonly string[],
  input: string,
): Promise<{ readonly status: number | null; readonly stdout: string; readonly stderr: string }> {
  return new Promise((done, failed) => {
    const child = spawn(name, args, { stdio: ["pipe", "pipe", "pipe"] });
    let [stdout, stderr] = ["", ""];
    child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
    child.once("error", (error) => {
      const message = `Such signatures need ${name}, which cannot be run (${error.message}). Install ${from}.`;
      failed(new ApprovalError(message, { cause: error }));
    });
    child.once("close", (status) => done({ status, stdout, stderr }));
    // A program that ends before it has read everything reports that by its exit status.
    child.stdin.on("error", () => undefined).end(input);
  });
}

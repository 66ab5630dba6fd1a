import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { keyOf } from "../file/approve-schema.ts";

/** Signatures made for another purpose don't count here. */
export const NAMESPACE = "orgform-fleet";

/** An approval that doesn't count; the message says why, and what to do. Nothing was recorded. */
export class ApprovalError extends Error {}

/**
 * Signs a statement. The key is a private key, or a public key whose private part is in an agent or a security key.
 * `ssh-keygen` prompts for a passphrase on the terminal.
 *
 * @param keyFile - the file for `ssh-keygen -Y sign -f`
 * @throws ApprovalError with the message of `ssh-keygen`
 */
export async function signed(statement: string, keyFile: string): Promise<string> {
  const { status, stdout, stderr } = await sshKeygen(["-Y", "sign", "-n", NAMESPACE, "-f", keyFile], statement);
  if (status === 0) return stdout;
  throw new ApprovalError(`The key ${keyFile} can't sign: ${stderr.trim()}`);
}

/**
 * Finds the person who made a signature.
 *
 * @param by - public keys of the people who can sign, by name
 * @returns undefined for a signature of another key, of another statement, or for another purpose
 * @throws ApprovalError if there is no `ssh-keygen`
 * @source ssh-keygen(1), ALLOWED SIGNERS
 */
export async function signerOf(
  statement: string,
  signature: string,
  by: Readonly<Record<string, string>>,
): Promise<string | undefined> {
  const folder = mkdtempSync(join(tmpdir(), "orgform-approval-"));
  const [signers, file] = [join(folder, "signers"), join(folder, "signature")];
  try {
    const lines = Object.entries(by).map(([name, key]) => `${name} namespaces="${NAMESPACE}" ${keyOf(key)}`);
    writeFileSync(signers, `${lines.join("\n")}\n`);
    writeFileSync(file, signature);
    for (const name of Object.keys(by)) {
      const words = ["-Y", "verify", "-f", signers, "-I", name, "-n", NAMESPACE, "-s", file];
      const { status } = await sshKeygen(words, statement);
      if (status === 0) return name;
    }
    return undefined;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function sshKeygen(args: readonly string[], input: string) {
  return new Promise<{ status: number | null; stdout: string; stderr: string }>((done, failed) => {
    const child = spawn("ssh-keygen", args, { stdio: ["pipe", "pipe", "pipe"] });
    let [stdout, stderr] = ["", ""];
    child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
    child.once("error", (error) => {
      const reason = `ssh-keygen cannot be run (${error.message}). Install OpenSSH 8.2 or later.`;
      failed(new ApprovalError(`Signatures are made and checked by OpenSSH, and ${reason}`, { cause: error }));
    });
    child.once("close", (status) => done({ status, stdout, stderr }));
    // A program that ends before it has read everything reports that by its exit status.
    child.stdin.on("error", () => undefined).end(input);
  });
}

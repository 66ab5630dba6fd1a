import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A temporary gpg key in its own key ring. It leaves the user's keys alone, and ends its gpg agent. */
export class ThrowAwayKey {
  readonly name: string;
  readonly env: NodeJS.ProcessEnv = { ...process.env, GNUPGHOME: mkdtempSync(join(tmpdir(), "orgform-gpg-")) };
  readonly publicKey: string;

  constructor(name: string) {
    this.name = name;
    this.#gpg("--passphrase", "", "--quick-generate-key", name, "rsa2048", "sign", "never");
    this.publicKey = this.#gpg("--armor", "--export", name);
  }

  dispose(): void {
    spawnSync("gpgconf", ["--kill", "all"], { env: this.env });
    rmSync(this.env["GNUPGHOME"] ?? "", { recursive: true, force: true });
  }

  #gpg(...args: readonly string[]): string {
    const run = spawnSync("gpg", ["--batch", "--quiet", ...args], { env: this.env, encoding: "utf8" });
    if (run.status !== 0)
      throw new Error(`gpg could not make a key to throw away: ${run.stderr ?? run.error?.message}`);
    return run.stdout;
  }
}

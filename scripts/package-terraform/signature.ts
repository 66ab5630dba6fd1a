import { spawnSync } from "node:child_process";

/** @throws Error before minutes of work are spent in vain. */
export function checkKey(key: string): void {
  const { status, error } = spawnSync("gpg", ["--list-secret-keys", key], { stdio: "ignore" });
  if (error !== undefined) throw new Error(`gpg is not at hand: ${error.message}`);
  if (status !== 0) throw new Error(`gpg has no secret key "${key}"`);
}

/** Signs the checksums in the form that registries require: detached and binary. gpg asks for the passphrase itself. */
export function sign(sums: string, key: string, env: NodeJS.ProcessEnv = process.env): void {
  const args = ["--yes", "--local-user", key, "--output", `${sums}.sig`, "--detach-sign", sums];
  const { status } = spawnSync("gpg", args, { stdio: ["inherit", "ignore", "inherit"], env });
  if (status !== 0) throw new Error("gpg could not sign");
}

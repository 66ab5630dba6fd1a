import { createCipheriv, createHash, randomBytes } from "node:crypto";
import { mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The key that Pulumi derives from the passphrase "orgform" and this salt in a million rounds, for each stack by itself. */
const SALT = "7KmNbLCRSsg=";
const KEY = Buffer.from("rlWlSW7tCwt0G7sSAApyhEKnIkBIOLorYd/lerq+Ru0=", "base64");

/** The configuration of a stack, with namespaces. */
interface Settings {
  readonly plain: Readonly<Record<string, string>>;
  readonly secret: Readonly<Record<string, string>>;
}

/**
 * Writes the files of an empty stack `dev` as `pulumi stack init` and `pulumi config set-all` leave them: each of the
 * commands takes half a second of CPU, and no test is about them.
 *
 * @param folder - with the folders `home`, `state`, and `program`, as PulumiStack has them
 * @param project - the name in `Pulumi.yaml`
 * @source Pulumi 3.259.0, the files that it wrote
 */
export function writeStack(folder: string, project: string, { plain, secret }: Settings): void {
  const state = join(folder, "state/.pulumi");
  const stack = `organization/${project}/dev`;
  mkdirSync(join(state, "stacks", project), { recursive: true });
  writeFileSync(join(state, "meta.yaml"), "version: 1\n");
  writeJson(join(state, "stacks", project, "dev.json"), { version: 3, checkpoint: { stack } });
  const program = join(folder, "program");
  const chosen = createHash("sha1")
    .update(join(realpathSync(program), "Pulumi.yaml"))
    .digest("hex");
  mkdirSync(join(folder, "home/workspaces"), { recursive: true });
  const url = `file://${join(folder, "state").replaceAll("\\", "/")}`;
  writeJson(join(folder, "home/workspaces", `${project}-${chosen}-workspace.json`), { stacks: { [url]: stack } });
  const secure = Object.entries(secret).map(([key, value]) => [key, { secure: encrypted(value) }]);
  // JSON is YAML, too.
  writeJson(join(program, "Pulumi.dev.yaml"), {
    encryptionsalt: `v1:${SALT}:${encrypted("pulumi")}`,
    config: { ...plain, ...Object.fromEntries(secure) },
  });
}

function encrypted(text: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", KEY, nonce);
  const data = Buffer.concat([cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
  return `v1:${nonce.toString("base64")}:${data.toString("base64")}`;
}

function writeJson(path: string, value: unknown): void {
  writeFileSync(path, JSON.stringify(value));
}

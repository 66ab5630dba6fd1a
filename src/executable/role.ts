import { win32 } from "node:path";

/** The role of the executable in a run. */
export type Role = "provider" | "plugin" | "policy" | "command";

/** The facts that decide the role: the program's name, its arguments, and the environment. */
export interface Start {
  /** Path of the program as its caller wrote it. A link keeps its own name. */
  readonly program: string;
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Set by Terraform and OpenTofu for their plugins. @source terraform internal/plugin/serve.go */
const HANDSHAKE = "TF_PLUGIN_MAGIC_COOKIE";

/** The address of an engine, which Pulumi passes to its plugins. */
const ADDRESS = /^[^-\s]+:\d+$/u;

/**
 * Names under which Pulumi starts a policy pack: the file of `--policy-pack`, or the program of a folder with the
 * runtime `orgform`.
 *
 * @source pulumi pkg/v3.259 resource/plugin/analyzer_plugin.go
 */
const PACK = /^(?:orgform-policy|pulumi-analyzer-policy-orgform)(?:\.exe)?$/u;

/** Flags of a provider or a plugin that a person starts. */
const HELP = new Set(["--help", "-h", "--version"]);

/**
 * The role of the executable. Engines start it under the name that they require of a plugin, and people under any name.
 *
 * With a command's word as an argument, it's the command under any name, so the archive for an engine is enough for
 * everything. The handshake alone doesn't make it a provider, because programs that other providers run inherit it.
 */
export function roleOf({ program, args, environment }: Start): Role {
  // Windows' rules take both kinds of slashes.
  const name = win32.basename(program);
  const others = args.filter((arg) => !ADDRESS.test(arg));
  // The program of a folder also gets the folder as an argument.
  if (PACK.test(name) && others.length < args.length) return "policy";
  const isStarted = others.every((arg) => arg.startsWith("-") && !HELP.has(arg));
  if (!isStarted) return "command";
  if (name.startsWith("pulumi-resource-")) return "plugin";
  if (name.startsWith("terraform-provider-")) return "provider";
  if (others.length < args.length) return "plugin";
  return args.length === 0 && environment[HANDSHAKE] !== undefined ? "provider" : "command";
}

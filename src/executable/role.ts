/** What the one executable is in a run. */
export type Role = "provider" | "plugin" | "policy" | "command";

/** What tells it: the name that it was started by, its arguments, and the environment. */
export interface Start {
  /** Path of the program as its caller wrote it: a link keeps its own name. */
  readonly program: string;
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Set by Terraform and OpenTofu for their plugins. @source terraform internal/plugin/serve.go */
const HANDSHAKE = "TF_PLUGIN_MAGIC_COOKIE";

/** The address of an engine, which Pulumi passes to its plugins. */
const ADDRESS = /^[^-\s]+:\d+$/u;

/**
 * Names under which Pulumi starts a policy pack: a file that `--policy-pack` names, or the program of a folder's runtime `orgform`.
 *
 * @source pulumi pkg/v3.259 resource/plugin/analyzer_plugin.go
 */
const PACK = /^(?:orgform-policy|pulumi-analyzer-policy-orgform)(?:\.exe)?$/u;

/** Flags with which a provider or a plugin is started by hand. */
const HELP = new Set(["--help", "-h", "--version"]);

/**
 * What the executable is: engines start it by the name that they demand of a plugin, and people by any.
 *
 * A word of a command makes it the command under each name, so that whoever has nothing but the archive of an engine has
 * all of it. The handshake alone doesn't make it a provider: programs that other providers run inherit theirs.
 */
export function roleOf({ program, args, environment }: Start): Role {
  const [name = ""] = program.split(/[\\/]/u).slice(-1);
  const others = args.filter((arg) => !ADDRESS.test(arg));
  // A folder's program gets the folder, too.
  if (PACK.test(name) && others.length < args.length) return "policy";
  const isStarted = others.every((arg) => arg.startsWith("-") && !HELP.has(arg));
  if (!isStarted) return "command";
  if (name.startsWith("pulumi-resource-")) return "plugin";
  if (name.startsWith("terraform-provider-")) return "provider";
  if (others.length < args.length) return "plugin";
  return args.length === 0 && environment[HANDSHAKE] !== undefined ? "provider" : "command";
}

/**
 * The dependency rule as data: which layer can import which.
 *
 * Two checks are derived from this table: the linter's restricted imports (`layers.lint.json`, for feedback while
 * typing) and the dependency-cruiser rules (`boundaries.ts`, which checks the real target of an import). Change the
 * rule only here.
 */

/** One layer of `src/`, and everything outside itself that it can import. */
export interface Layer {
  /**
   * Path below `src/`, or from the root for one of `packages/`, without a final slash; a file if it ends in an
   * extension. A layer inside of another one comes after it and isn't a part of it.
   */
  readonly path: string;
  /** Folders and files below `src/` (and `spec`, which is beside it) that it can import. */
  readonly imports: readonly string[];
  /** npm packages and Node modules that it can import; `node:*` means all of Node. */
  readonly packages: readonly string[];
  /** The purpose of the rule, shown with a violation. */
  readonly because: string;
}

const ENGINE = [
  "model",
  "driver",
  "catalog/resources/index.ts",
  "catalog/functions/index.ts",
  "client/client.ts",
  "app",
  "grpc",
];

const ONE_ENGINE = "What belongs to an engine never reaches into another engine, the transport or the sandbox.";
const READS_STATES =
  "Reading a state needs the resources and the engine's own translation of stored values, and no service.";
const RUNS_FLEETS =
  "What runs the stacks of a fleet knows the engine's command line alone, and of the fleet nothing but types.";
const GENERATES = "What writes sources runs in this repository alone: no package has it, so nothing else imports it.";

export const LAYERS: readonly Layer[] = [
  {
    path: "model",
    imports: ["model/hooks"],
    packages: ["zod"],
    because: "The model is pure: no I/O, no clock, no other layer.",
  },
  {
    path: "model/hooks",
    imports: ["model", "capabilities"],
    packages: [],
    because: "The hooks are types alone, with the contracts of the capabilities that give them.",
  },
  {
    path: "client",
    imports: ["client/transport"],
    packages: ["zod"],
    because: "The client knows the service's wire and nothing of resources or engines.",
  },
  {
    path: "client/transport",
    imports: [],
    packages: ["undici", "node:*"],
    because: "The transport knows HTTP and nothing of the service.",
  },
  {
    path: "capabilities",
    imports: ["model", "client/errors.ts"],
    packages: [],
    because: "A capability is a value with hooks: it knows no resource, and the driver knows none by name.",
  },
  {
    path: "catalog/fields",
    imports: ["model", "client", "client/transport/parsed-url.ts"],
    packages: ["zod"],
    because: "What declarations share is as pure as they are.",
  },
  {
    path: "catalog/resources",
    imports: ["model", "model/hooks", "client", "capabilities", "catalog/fields"],
    packages: ["zod"],
    because: "A resource is a declaration: no HTTP, no engine, no driver.",
  },
  {
    path: "catalog/functions",
    imports: ["model", "client", "catalog/fields", "catalog/resources"],
    packages: ["zod"],
    because: "A function is a declaration: no HTTP, no engine, no driver.",
  },
  {
    path: "driver",
    imports: ["model", "model/hooks", "client/errors.ts", "client/absent-keys.ts"],
    packages: ["zod", "node:crypto"],
    because: "The driver works on any definition and never on one of them.",
  },
  {
    path: "app",
    imports: ["model", "driver", "catalog/resources/index.ts", "catalog/functions/index.ts", "client/client.ts"],
    packages: ["zod", "node:*"],
    because: "What engines share speaks no engine's protocol.",
  },
  {
    path: "grpc",
    imports: [],
    packages: ["node:*"],
    because: "The protocol below two engines knows neither of them.",
  },
  {
    path: "picture",
    imports: ["model", "driver", "catalog/resources/index.ts", "client/errors.ts"],
    packages: ["zod", "node:crypto"],
    because: "A picture is taken by the driver from what the catalog declares, and is JSON in no engine's words.",
  },
  {
    path: "adopt",
    imports: ["model", "driver", "client/errors.ts"],
    packages: [],
    because: "What a program declares is the same in every language; each engine writes it in its own.",
  },
  {
    path: "migrate",
    imports: ["model", "driver", "adopt", "client", "catalog/resources"],
    packages: [],
    because: "What a newer service asks of a program is the same in every language; each engine writes it in its own.",
  },
  {
    path: "engines/engine.ts",
    imports: ["model", "driver", "adopt", "migrate/migration.ts"],
    packages: ["@orgform/fleet"],
    because: "What commands know of an engine names none of them.",
  },
  {
    path: "engines/index.ts",
    imports: ["engines/engine.ts", "engines/pulumi/index.ts", "engines/terraform/index.ts"],
    packages: ["@orgform/fleet"],
    because: "The list of engines is the one place that names them all.",
  },
  {
    path: "engines/attached.ts",
    imports: ["app", "grpc"],
    packages: [],
    because: "What serves the stacks of an engine from a process that is there names none of them.",
  },
  {
    path: "engines/generator.ts",
    imports: ["model"],
    packages: [],
    because: "What is generated for an engine names none of them.",
  },
  {
    path: "engines/generators.ts",
    imports: ["engines/engine.ts", "engines/generator.ts", "engines/pulumi/generator", "engines/terraform/generator"],
    packages: [],
    because: "The list of generators is the one place that names them all, and no package has it.",
  },
  {
    path: "engines/pulumi/index.ts",
    imports: [
      "engines/engine.ts",
      "engines/pulumi/fleet",
      "engines/pulumi/state-reader",
      "engines/pulumi/program-writer",
      "engines/pulumi/migration-writer",
    ],
    packages: [],
    because: ONE_ENGINE,
  },
  {
    path: "engines/pulumi/fleet",
    imports: [],
    packages: ["@orgform/fleet", "@pulumi/pulumi", "zod", "node:*"],
    because: RUNS_FLEETS,
  },
  {
    path: "engines/pulumi/state-reader",
    imports: ["model", "driver", "app/served.ts", "engines/engine.ts"],
    packages: ["zod", "node:*"],
    because: READS_STATES,
  },
  {
    path: "engines/pulumi/program-writer",
    imports: ["model", "adopt", "engines/engine.ts"],
    packages: [],
    because: ONE_ENGINE,
  },
  {
    path: "engines/pulumi/migration-writer",
    imports: ["model", "adopt", "migrate/migration.ts", "engines/engine.ts", "engines/pulumi/program-writer"],
    packages: [],
    because: ONE_ENGINE,
  },
  {
    path: "engines/pulumi/generator",
    imports: ["model", "app", "adopt", "catalog/functions/index.ts", "engines/generator.ts"],
    packages: ["yaml"],
    because: GENERATES,
  },
  {
    path: "engines/pulumi/program",
    imports: [],
    packages: ["@pulumi/pulumi"],
    because: "What runs in every Pulumi program knows no engine and no resource.",
  },
  {
    path: "engines/pulumi/dynamic",
    imports: [...ENGINE, "engines/pulumi/program"],
    packages: ["@pulumi/pulumi", "zod", "node:*"],
    because: ONE_ENGINE,
  },
  {
    path: "engines/pulumi/plugin",
    imports: [...ENGINE, "engines/attached.ts"],
    packages: ["zod", "node:*"],
    because: ONE_ENGINE,
  },
  {
    path: "engines/pulumi/analyzer",
    imports: ["model", "grpc", "engines/pulumi/plugin/exit-when-alone.ts", "engines/pulumi/plugin/values.ts"],
    packages: ["node:*"],
    because: "What serves a policy pack to the engine knows nothing of rules.",
  },
  {
    path: "engines/pulumi/classes",
    imports: ["engines/pulumi/program"],
    packages: ["@pulumi/pulumi"],
    because: "Classes of the plugin run in programs: they know the plugin by its name alone.",
  },
  {
    path: "engines/terraform/index.ts",
    imports: [
      "engines/engine.ts",
      "engines/terraform/fleet",
      "engines/terraform/state-reader",
      "engines/terraform/program-writer",
      "engines/terraform/migration-writer",
      "engines/terraform/switch-writer",
      "engines/terraform/switch-trial",
    ],
    packages: [],
    because: ONE_ENGINE,
  },
  {
    path: "engines/terraform/switch-writer",
    imports: ["engines/engine.ts", "engines/terraform/provider", "model"],
    packages: ["zod"],
    because: ONE_ENGINE,
  },
  {
    path: "engines/terraform/switch-trial",
    imports: [
      "engines/engine.ts",
      "engines/terraform/provider",
      "engines/terraform/state-reader",
      "engines/terraform/switch-writer",
      "model",
    ],
    packages: ["zod", "node:*"],
    because: ONE_ENGINE,
  },
  {
    path: "engines/terraform/fleet",
    imports: ["engines/terraform/provider/configuration/block-lines.ts"],
    packages: ["@orgform/fleet", "zod", "node:*"],
    because:
      "What runs the workspaces of a fleet knows the command line and the blocks of a module, and of the fleet nothing but types.",
  },
  {
    path: "engines/terraform/state-reader",
    imports: ["model", "driver", "app/served.ts", "engines/engine.ts", "engines/terraform/provider"],
    packages: ["zod", "node:*"],
    because: READS_STATES,
  },
  {
    path: "engines/terraform/program-writer",
    imports: ["model", "adopt", "engines/engine.ts", "engines/terraform/provider"],
    packages: [],
    because: ONE_ENGINE,
  },
  {
    path: "engines/terraform/migration-writer",
    imports: [
      "model",
      "adopt",
      "migrate/migration.ts",
      "engines/engine.ts",
      "engines/terraform/program-writer",
      "engines/terraform/provider",
    ],
    packages: [],
    because: ONE_ENGINE,
  },
  {
    path: "engines/terraform/generator",
    imports: [
      "model",
      "app",
      "grpc",
      "adopt",
      "engines/generator.ts",
      "engines/terraform/program-writer",
      "engines/terraform/provider",
    ],
    packages: ["node:*"],
    because: GENERATES,
  },
  {
    path: "engines/terraform/provider",
    imports: [...ENGINE, "engines/attached.ts"],
    packages: ["@grpc/grpc-js", "@grpc/proto-loader", "@msgpack/msgpack", "zod", "node:*"],
    because: ONE_ENGINE,
  },
  {
    path: "engines/shared-providers",
    imports: [
      "app",
      "grpc",
      "engines/attached.ts",
      "engines/engine.ts",
      "engines/pulumi/plugin/attached.ts",
      "engines/terraform/provider/attached.ts",
    ],
    packages: ["zod", "node:*"],
    because: "The process that stacks of both engines share starts their providers and does nothing of its own.",
  },
  {
    path: "cli",
    imports: [
      "model",
      "driver",
      "picture",
      "adopt",
      "migrate",
      "catalog/resources/index.ts",
      "catalog/resources/access/access-kinds.ts",
      "catalog/resources/member/levels.ts",
      "catalog/functions/index.ts",
      "engines/engine.ts",
      "engines/index.ts",
      "app",
      "client/client.ts",
      "client/errors.ts",
    ],
    packages: [
      "@orgform/fleet",
      "@orgform/mcp",
      "@orgform/policy",
      "@orgform/sandbox",
      "@orgform/watch",
      "commander",
      "diff",
      "minisearch",
      "sarif",
      "zod",
      "node:*",
    ],
    because: "Commands work without any engine; settings and sessions are the same as theirs.",
  },
  {
    path: "cli/policy-pack",
    imports: [
      "model",
      "picture",
      "cli/check",
      "engines/index.ts",
      "cli/optional-packages.ts",
      "cli/package-manifest.ts",
      "engines/pulumi/analyzer",
    ],
    packages: ["@orgform/policy", "node:*"],
    because: "A policy pack is what checks an organization, served to one engine.",
  },
  {
    path: "executable",
    imports: [],
    packages: ["node:*"],
    because:
      "What starts a part of the executable loads nothing of the others: engines start it several times for a command.",
  },
  {
    path: "packages/sandbox/src",
    imports: ["spec"],
    packages: ["commander", "libsql", "zod", "node:*"],
    because:
      "Sandbox and client share no code: from one source they could be wrong together and every test stay green.",
  },
  {
    path: "packages/fleet/src",
    imports: [],
    packages: ["age-encryption", "libsql", "yaml", "zod", "node:*"],
    because:
      "A fleet runs programs by the engines that it is given, and knows neither these nor resources nor the service.",
  },
  {
    path: "packages/fleet/src/temporal",
    imports: ["packages/fleet/src"],
    packages: ["@temporalio/activity", "@temporalio/client", "@temporalio/worker", "@temporalio/workflow", "node:*"],
    because:
      "Temporal runs what a fleet runs anyway; its packages are optional, so nothing else of a fleet imports them.",
  },
  {
    path: "packages/policy/src",
    imports: [],
    packages: ["@marcbachmann/cel-js", "yaml", "zod"],
    because: "A rule is a function of a picture, and knows neither how it was taken nor which engine runs.",
  },
  {
    path: "packages/watch/src",
    imports: [],
    packages: ["libsql", "yaml", "zod", "node:*"],
    because: "A watcher compares looks that it is given, and knows neither how they are taken nor which engine runs.",
  },
  {
    path: "packages/mcp/src",
    imports: [],
    packages: ["@modelcontextprotocol/sdk", "zod", "node:*"],
    because: "The server knows the protocol; what its tools do is the command line's.",
  },
  {
    path: "dyn",
    imports: ["engines/pulumi/dynamic"],
    packages: [],
    because: "Stored state requires these modules for ever, so they hold nothing but a way into the engine adapter.",
  },
  {
    path: "pulumi.ts",
    imports: ["engines/pulumi/dynamic"],
    packages: [],
    because: "The public Pulumi entry only re-exports.",
  },
  {
    path: "pulumi-plugin.ts",
    imports: ["engines/pulumi/classes"],
    packages: [],
    because: "The public Pulumi entry only re-exports.",
  },
  {
    path: "index.ts",
    imports: ["client", "model", "driver", "catalog/resources/index.ts", "catalog/functions/index.ts"],
    packages: [],
    because: "The public entry only re-exports.",
  },
];

/** Whether a path of the table names one file rather than a folder. */
export const isFile = (path: string): boolean => /\.[a-z]+$/.test(path);

/** The layers inside of a layer. */
export const layersWithin = (path: string): string[] =>
  LAYERS.map((layer) => layer.path).filter((other) => other.startsWith(`${path}/`));

/**
 * The dependency rule as data: which layer may import which.
 *
 * Both nets are made from this table: the linter's restricted imports (`layers.lint.json`, feedback while typing) and
 * the dependency-cruiser rules (`boundaries.ts`, which sees where an import really leads). Change it here only.
 */

/** One layer of `src/` and everything outside itself that it may import. */
export interface Layer {
  /** Path below `src/`, without a final slash; a file when it ends in an extension. */
  readonly path: string;
  /** Folders and files below `src/` (and `spec`, which lies beside it) that it may import. */
  readonly imports: readonly string[];
  /** npm packages and Node modules that it may import; `node:*` stands for all of Node. */
  readonly packages: readonly string[];
  /** What the rule protects, shown with a violation. */
  readonly because: string;
}

const ENGINE = ["model", "lifecycle", "resources/index.ts", "functions/index.ts", "api/client.ts", "engines/shared"];

export const LAYERS: readonly Layer[] = [
  {
    path: "model",
    imports: [],
    packages: ["zod"],
    because: "The model is pure: no I/O, no clock, no other layer.",
  },
  {
    path: "transport",
    imports: [],
    packages: ["undici", "node:*"],
    because: "The transport knows HTTP and nothing of the service.",
  },
  {
    path: "api",
    imports: ["transport"],
    packages: ["zod"],
    because: "The client knows the service's wire and nothing of resources or engines.",
  },
  {
    path: "resources",
    imports: ["model", "api"],
    packages: ["zod"],
    because: "A resource is a declaration: no HTTP, no engine, no driver.",
  },
  {
    path: "functions",
    imports: ["model", "api", "resources"],
    packages: ["zod"],
    because: "A function is a declaration: no HTTP, no engine, no driver.",
  },
  {
    path: "lifecycle",
    imports: ["model", "api/errors.ts"],
    packages: ["zod", "node:crypto"],
    because: "The driver works on any definition and never on one of them.",
  },
  {
    path: "state-readers",
    imports: [
      "model",
      "lifecycle",
      "engines/shared/served.ts",
      "engines/terraform-plugin/resource-schema.ts",
      "engines/terraform-plugin/stored-state.ts",
    ],
    packages: ["zod", "node:*"],
    because: "Reading a state needs the resources and the engine's own translation of stored values, and no service.",
  },
  {
    path: "engines/shared",
    imports: ["model", "lifecycle", "resources/index.ts", "functions/index.ts", "api/client.ts"],
    packages: ["zod", "node:*"],
    because: "What engines share speaks no engine's protocol.",
  },
  {
    path: "engines/pulumi-program",
    imports: [],
    packages: ["@pulumi/pulumi"],
    because: "What runs in every Pulumi program knows no engine and no resource.",
  },
  {
    path: "engines/pulumi-dynamic",
    imports: [...ENGINE, "engines/pulumi-program"],
    packages: ["@pulumi/pulumi", "zod", "node:*"],
    because: "An engine adapter never reaches into another engine, the transport or the sandbox.",
  },
  {
    path: "engines/pulumi-plugin",
    imports: ENGINE,
    packages: ["zod", "node:*"],
    because: "An engine adapter never reaches into another engine, the transport or the sandbox.",
  },
  {
    path: "engines/pulumi-classes",
    imports: ["engines/pulumi-program"],
    packages: ["@pulumi/pulumi"],
    because: "Classes of the plugin run in programs: they know the plugin by its name alone.",
  },
  {
    path: "engines/terraform-plugin",
    imports: ENGINE,
    packages: ["@grpc/grpc-js", "@grpc/proto-loader", "@msgpack/msgpack", "zod", "node:*"],
    because: "An engine adapter never reaches into another engine, the transport or the sandbox.",
  },
  {
    path: "engines/cdktn",
    imports: [],
    packages: ["cdktn", "constructs"],
    because: "Constructs run in programs: they know the provider by its address alone.",
  },
  {
    path: "engines/cdktf",
    imports: [],
    packages: ["cdktf", "constructs"],
    because: "Constructs run in programs: they know the provider by its address alone.",
  },
  {
    path: "adopt",
    imports: [
      "model",
      "lifecycle",
      "api/errors.ts",
      "engines/shared",
      "engines/terraform-plugin/names.ts",
      "engines/terraform-plugin/resource-schema.ts",
    ],
    packages: [],
    because: "What writes programs knows the model and how an engine words it; it reads through the driver.",
  },
  {
    path: "cli",
    imports: [
      "model",
      "lifecycle",
      "adopt",
      "resources/index.ts",
      "resources/levels.ts",
      "functions/index.ts",
      "state-readers",
      "engines/shared",
      "api/client.ts",
      "api/errors.ts",
      "sandbox/index.ts",
      "sandbox/server.ts",
    ],
    packages: ["zod", "node:*"],
    because: "Commands work without any engine; settings and sessions are the same as theirs.",
  },
  {
    path: "sandbox",
    imports: ["spec"],
    packages: ["fastify", "libsql", "zod", "node:*"],
    because:
      "Sandbox and client share no code: from one source they could be wrong together and every test stay green.",
  },
  {
    path: "dyn",
    imports: ["engines/pulumi-dynamic"],
    packages: [],
    because: "Stored state requires these modules for ever, so they hold nothing but a way into the engine adapter.",
  },
  {
    path: "pulumi.ts",
    imports: ["engines/pulumi-dynamic"],
    packages: [],
    because: "The public Pulumi entry only re-exports.",
  },
  {
    path: "pulumi-plugin.ts",
    imports: ["engines/pulumi-classes"],
    packages: [],
    because: "The public Pulumi entry only re-exports.",
  },
  {
    path: "index.ts",
    imports: ["api", "model", "lifecycle", "resources/index.ts", "functions/index.ts"],
    packages: [],
    because: "The public entry only re-exports.",
  },
];

/** Whether a path of the table names one file rather than a folder. */
export const isFile = (path: string): boolean => /\.[a-z]+$/.test(path);

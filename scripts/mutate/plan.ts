/** The changes of a run of the mutation tests, and the tests that must notice them. */
export interface MutationPlan {
  /** The rooms of the house; one room can contain another. */
  readonly layers: Readonly<Record<string, Room>>;
  /** Test files as glob patterns below the root: those that start no other program. */
  readonly tests: readonly string[];
  /** A regular expression for the names of the tests that run. */
  readonly testNames: string;
}

/** A folder of code. */
export interface Room {
  readonly folder: string;
  /** Number of mutants from the room. */
  readonly mutants: number;
  /**
   * The tests that are likely to notice, as glob patterns below the root. They run first, and all others run only on
   * survivors.
   */
  readonly near: readonly string[];
}

/** Tests of the sandbox, with the replayed recordings of the service, and without random requests and waits. */
const SANDBOX = "test/contract/sandbox/!(garbage|latency).test.ts";
/** The requests of every resource and function, as recorded logs. */
const SENT = "test/conformance/{sent-requests,function-requests}.test.ts";
/** The rules of single resources, beside the tables that go over all of them. */
const FAMILIES =
  "test/conformance/{access-rules,batch-exports,current-organization,deferred-invites,function-{batches,repeats,visibility},functions,hidden-projects,hog-functions,identity-providers,integrations,invited-projects,invites,linked-exports,members,misspelt-members,natural-keys,organization-members,organization-settings,organizations-of-newer-services,people,pipeline-items,plan-refusals,plus-addresses,projects-of-newer-services,refusals,retired-items,role-memberships,roles,saml-settings,scim-people,typed-exports,words}.test.ts";
const TERRAFORM = "test/contract/terraform-plugin/!(sockets|start|written-answers).test.ts";
const PULUMI = "test/contract/pulumi-plugin/*protocol.test.ts";
/** Commands that run within the process of the test, as far as they start no other. */
const COMMANDS =
  "{access,adopt,call,check,completion,doctor,drift,drift-{beside-posthog,guide,last-change},exit-codes,fleet,fleet-{approvals,bound,check,ci,retire},help,init,main,mcp,mcp-organization,migrate,migrate-{from-posthog,saml,to-posthog,trial},newest-kinds,refusals,scopes,secret-defaults,watch,watch-{fleet,update}}";
/** All except tests that compare sources or pages with each other, which differ in a copy with changes. */
const IN_COPIES = "!(ledger-wire-copy|documentation)";
const unit = (...names: readonly string[]): readonly string[] =>
  names.map((name) => `test/unit/${name}/**/${IN_COPIES}.test.ts`);

/**
 * The plan for this tree.
 *
 * To compare with another commit, use a plan with the same numbers and that commit's folders (`--plan`). A survivor
 * passes every test that reaches it, so each table runs with only one engine and one dialect, which the mutated layers
 * don't distinguish.
 */
export const PLAN: MutationPlan = {
  layers: {
    model: {
      folder: "src/model",
      mutants: 120,
      near: [...unit("model", "driver", "picture"), "test/properties/{model,picture}/**/*.test.ts", SENT],
    },
    driver: { folder: "src/driver", mutants: 200, near: [...unit("driver", "capabilities"), SENT] },
    transport: {
      folder: "src/client/transport",
      mutants: 100,
      near: [...unit("client/transport"), "test/properties/client/**/*.test.ts", "test/faults/transport/*.test.ts"],
    },
    client: {
      folder: "src/client",
      mutants: 40,
      near: [...unit("client"), "test/properties/client/**/*.test.ts", "test/contract/client/*.test.ts", SENT],
    },
    capabilities: { folder: "src/capabilities", mutants: 40, near: [...unit("capabilities", "driver"), SENT] },
    catalog: { folder: "src/catalog", mutants: 40, near: [...unit("catalog"), SENT, FAMILIES] },
    engines: {
      folder: "src/engines",
      mutants: 40,
      near: [
        ...unit("engines", "cli/state", "adopt", "migrate"),
        "test/properties/engines/**/*.test.ts",
        "test/docs/examples.test.ts",
        "test/cli/{adopt,drift-beside-posthog,migrate-from-posthog,migrate-to-posthog,migrate-trial}.test.ts",
        TERRAFORM,
        PULUMI,
      ],
    },
    app: { folder: "src/app", mutants: 40, near: [...unit("app", "engines", "cli")] },
    grpc: {
      folder: "src/grpc",
      mutants: 40,
      near: [...unit("grpc"), "test/properties/grpc/**/*.test.ts", TERRAFORM, PULUMI],
    },
    picture: {
      folder: "src/picture",
      mutants: 40,
      near: [...unit("picture"), "test/properties/picture/**/*.test.ts", "test/counts/picture.test.ts"],
    },
    adopt: {
      folder: "src/adopt",
      mutants: 40,
      near: [
        ...unit("adopt"),
        "test/cli/{access,adopt,newest-kinds}.test.ts",
        "test/unit/engines/**/*program-writer*/**/*.test.ts",
        "test/unit/engines/**/*program-writer*.test.ts",
      ],
    },
    migrate: {
      folder: "src/migrate",
      mutants: 40,
      near: [...unit("migrate"), "test/cli/{migrate,migrate-{from-posthog,saml,to-posthog}}.test.ts"],
    },
    cli: {
      folder: "src/cli",
      mutants: 40,
      near: [...unit("cli", "policy-pack"), "test/docs/commands.test.ts", `test/cli/${COMMANDS}.test.ts`],
    },
    executable: { folder: "src/executable", mutants: 40, near: unit("executable") },
    sandbox: { folder: "packages/sandbox/src", mutants: 40, near: [...unit("sandbox"), SANDBOX] },
    fleet: {
      folder: "packages/fleet/src",
      mutants: 40,
      near: [...unit("fleet"), "test/cli/{fleet,fleet-{approvals,bound,check,ci,retire}}.test.ts"],
    },
    mcp: { folder: "packages/mcp/src", mutants: 40, near: unit("mcp") },
    policy: {
      folder: "packages/policy/src",
      mutants: 40,
      near: [...unit("policy", "policy-pack"), "test/cli/{check,fleet-check}.test.ts"],
    },
    watch: { folder: "packages/watch/src", mutants: 40, near: [...unit("watch"), "test/cli/watch-fleet.test.ts"] },
  },
  tests: [
    `test/unit/!(site)/**/${IN_COPIES}.test.ts`,
    "test/properties/**/*.test.ts",
    "test/faults/transport/*.test.ts",
    "test/faults/!(crash|made-up)*.test.ts",
    "test/contract/{client,sandbox}/*.test.ts",
    TERRAFORM,
    PULUMI,
    "test/conformance/*.test.ts",
    "test/counts/*.test.ts",
    `test/cli/${COMMANDS}.test.ts`,
  ],
  // A copy has no build.
  testNames: "^(?!.*(?:, pulumi-plugin, |, terraform, |, documented |dialect documented|from the build))",
};

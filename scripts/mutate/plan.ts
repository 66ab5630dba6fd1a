/** What a run of the mutation tests changes, and which tests have to notice. */
export interface MutationPlan {
  /** The rooms of the house, each with its folder and the number of mutants that is taken from it; a room may lie in another. */
  readonly layers: Readonly<Record<string, { readonly folder: string; readonly mutants: number }>>;
  /** Test files as glob patterns below the root: those that start no other program. */
  readonly tests: readonly string[];
  /** A regular expression for the names of the tests that run. */
  readonly testNames: string;
}

/**
 * The plan for this tree.
 *
 * To compare with another commit, give its run a plan with the same numbers and the folders of that commit (`--plan`).
 * A mutant that nothing notices has to pass every test that reaches it, so of the tables one engine and one dialect run:
 * the mutated layers know neither.
 */
export const PLAN: MutationPlan = {
  layers: {
    model: { folder: "src/model", mutants: 120 },
    driver: { folder: "src/driver", mutants: 200 },
    transport: { folder: "src/client/transport", mutants: 100 },
    client: { folder: "src/client", mutants: 40 },
    capabilities: { folder: "src/capabilities", mutants: 40 },
    catalog: { folder: "src/catalog", mutants: 40 },
    engines: { folder: "src/engines", mutants: 40 },
    app: { folder: "src/app", mutants: 40 },
    grpc: { folder: "src/grpc", mutants: 40 },
    picture: { folder: "src/picture", mutants: 40 },
    adopt: { folder: "src/adopt", mutants: 40 },
    migrate: { folder: "src/migrate", mutants: 40 },
    cli: { folder: "src/cli", mutants: 40 },
    executable: { folder: "src/executable", mutants: 40 },
    sandbox: { folder: "packages/sandbox/src", mutants: 40 },
    fleet: { folder: "packages/fleet/src", mutants: 40 },
    mcp: { folder: "packages/mcp/src", mutants: 40 },
    policy: { folder: "packages/policy/src", mutants: 40 },
    watch: { folder: "packages/watch/src", mutants: 40 },
  },
  tests: [
    "test/unit/!(site)/**/*.test.ts",
    "test/properties/**/*.test.ts",
    "test/faults/transport/*.test.ts",
    "test/faults/cut-off-removals.test.ts",
    "test/contract/sandbox/*.test.ts",
    "test/conformance/!(one-declaration-generated).test.ts",
  ],
  testNames: "^(?!.*(?:, pulumi-plugin, |, terraform, |, documented |dialect documented))",
};

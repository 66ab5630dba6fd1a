/** One check of the whole repository: a command that says nothing of interest when all is well and fails otherwise. */
export interface Gate {
  readonly name: string;
  /** The meaning of a failure, in one sentence. */
  readonly catches: string;
  /** A package's program and its arguments, or one of our scripts (run by tsx) and its arguments. */
  readonly command: readonly [program: string, ...args: string[]];
  /** Skipped, with a note, while this path of the project doesn't exist. */
  readonly needs?: string;
}

/** Longest first, so two cores are busy until the end. */
export const GATES: readonly Gate[] = [
  {
    name: "package shape",
    catches: "the tarball would not resolve or type-check for its users, has a dead link, or is larger than it may be",
    command: ["scripts/gates/package-shape.ts"],
  },
  {
    name: "layers",
    catches: "an import against the dependency rule, a cycle, or files that were not looked at",
    command: ["scripts/gates/boundaries.ts"],
  },
  {
    name: "docs",
    catches: "generated documents and schemas differ from their source",
    command: ["scripts/gen.ts", "--check"],
    needs: "scripts/gen.ts",
  },
  {
    name: "operations",
    catches:
      "an operation of the contract lacks its client call, its route in a dialect or its test, or is reached by nothing",
    command: ["scripts/gates/operations.ts"],
  },
  {
    name: "style",
    catches: "a text for people falls back behind docs/contributing/style.md, or more passes than its list says",
    command: ["scripts/gates/style.ts"],
  },
  { name: "dead code", catches: "unused files, exports or packages", command: ["knip", "--no-gitignore"] },
  { name: "types", catches: "a type error anywhere", command: ["@typescript/native:tsc", "--noEmit"] },
  {
    name: "example types",
    catches: "an example would not compile against these sources",
    command: ["@typescript/native:tsc", "-p", "tsconfig.examples.json"],
    needs: "examples",
  },
  {
    name: "CDK example types",
    catches: "an example with constructs would not compile against these sources",
    command: ["scripts/gates/construct-types.ts"],
    needs: "examples/cdktn",
  },
  {
    name: "Terraform names",
    catches: "the Terraform docs have a name that no configuration has, such as `ssoEnforcement` or `DomainSso`",
    command: ["scripts/gates/terraform-names.ts"],
  },
  { name: "lint", catches: "a lint rule, with type information", command: ["oxlint"] },
  {
    name: "layer lint",
    catches: "the linter's copy of the layer table is stale",
    command: ["scripts/gates/layers-lint.ts"],
  },
  { name: "format", catches: "a file that the formatter would write differently", command: ["oxfmt", "--check"] },
  {
    name: "lock file",
    catches: "`npm ci` would fail on some platform, or the file names a registry",
    command: ["scripts/gates/lock-file.ts"],
  },
  {
    name: "site lock file",
    catches: "the packages of the documentation site could not be installed on some platform",
    command: ["scripts/gates/lock-file.ts", "site"],
  },
  {
    name: "budgets",
    catches: "more packages to install or more generated lines in git than scripts/budgets.json allows",
    command: ["scripts/gates/budgets.ts"],
  },
  {
    name: "review",
    catches: "a pattern that review would refuse, counted",
    command: ["scripts/gates/review.ts"],
  },
];

import process from "node:process";
import { fileURLToPath } from "node:url";

import { bundleOf } from "./test/support/run/bundle.mjs";

// Files that run several test files of a folder: scripts/test/groups.ts.
const { ORGFORM_TEST_GROUPS: groups } = process.env;

const root = fileURLToPath(new URL(".", import.meta.url));

// Tests are compiled to CommonJS by swc: types are stripped, TypeScript itself is never loaded.
const swc = [
  "@swc/jest",
  {
    jsc: { parser: { syntax: "typescript" }, target: "es2022" },
    module: { type: "commonjs" },
    sourceMaps: true,
  },
];

export default {
  // Node's, which also writes down what each file takes of the processors.
  testEnvironment: "<rootDir>/test/support/run/measured-environment.ts",
  roots: ["<rootDir>/test", ...(groups === undefined ? [] : [groups])],
  testMatch: ["**/*.test.ts"],
  testPathIgnorePatterns: ["/node_modules/", "<rootDir>/test/fixtures/", "<rootDir>/test/boundaries/planted/"],
  modulePathIgnorePatterns: ["<rootDir>/dist/", "<rootDir>/packages/[^/]+/dist/"],
  // One package has no CommonJS.
  transform: { "\\.[mc]?ts$|/cel-js/lib/\\w[\\w-]*\\.js$": swc },
  transformIgnorePatterns: ["/node_modules/(?!@marcbachmann/cel-js/)"],
  // The packages of this repository as they are written, not as they were built last.
  moduleNameMapper: {
    "^age-encryption$": bundleOf(root, "age-encryption"),
    "^zod(?:/v4)?$": bundleOf(root, "zod"),
    "^@orgform/fleet$": "<rootDir>/packages/fleet/src/index.ts",
    "^@orgform/mcp$": "<rootDir>/packages/mcp/src/index.ts",
    "^@orgform/policy$": "<rootDir>/packages/policy/src/index.ts",
    "^@orgform/sandbox$": "<rootDir>/packages/sandbox/src/index.ts",
    "^@orgform/watch$": "<rootDir>/packages/watch/src/index.ts",
    "^@orgform/sandbox/command$": "<rootDir>/packages/sandbox/src/command/index.ts",
  },
  extensionsToTreatAsEsm: [],
  // The longest files first, so that no processor is idle at the end.
  testSequencer: "<rootDir>/test/support/run/sequencer.cjs",
  // A run fails when it leaves anything in the checkout, or among the user's own records.
  // A worker with much to give back takes a second to end; one that jest kills after these fails the run.
  workerGracefulExitTimeout: 10_000,
  globalSetup: "<rootDir>/test/support/run/set-up.ts",
  globalTeardown: "<rootDir>/test/support/run/tear-down.ts",
  setupFilesAfterEnv: ["<rootDir>/test/support/run/quick-hashes.ts"],
  // Tests that start programs take seconds when the machine has other work; one that hangs is found all the same.
  testTimeout: 30_000,
};

export default {
  extensionsToTreatAsEsm: [".ts"],
  // Imports name the compiled file, as TypeScript requires.
  moduleNameMapper: { "^(\\.{1,2}/.*)\\.js$": "$1" },
  testEnvironment: "node",
  testTimeout: 120_000,
  transform: { "\\.ts$": ["@swc/jest", { jsc: { parser: { syntax: "typescript" }, target: "es2022" } }] },
};

// Pulumi runs this file to check each resource with the rules of the policy file beside it.
const { dirname, join } = require("node:path");
const { pathToFileURL } = require("node:url");

process.env.ORGFORM_POLICY ??= join(__dirname, "orgform.policy.yaml");
const orgform = dirname(require.resolve("orgform/package.json"));
void import(pathToFileURL(join(orgform, "dist/cli/policy-pack/main.js")).href);

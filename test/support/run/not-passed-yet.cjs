const { existsSync, readFileSync } = require("node:fs");
const process = require("node:process");

const { digestOfFile } = require("./digest-of-file.cjs");

/** For jest's `--filter`: leaves out the test files that have passed earlier in a long run (scripts/test/long-run.ts). */
module.exports = (paths) => {
  const record = process.env["ORGFORM_TEST_PASSED"];
  const lines = existsSync(record) ? readFileSync(record, "utf8").split("\n").filter(Boolean) : [];
  const passed = new Set(lines.map((line) => JSON.parse(line)).map(({ name, digest }) => `${name} ${digest}`));
  return Promise.resolve({ filtered: paths.filter((path) => !passed.has(`${path} ${digestOfFile(path)}`)) });
};

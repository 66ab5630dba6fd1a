const { readFileSync } = require("node:fs");
const { join } = require("node:path");
const process = require("node:process");

/** For jest's `--filter`: leaves out the test files that a group of this run contains (scripts/test/groups.ts). */
module.exports = (paths) => {
  const grouped = new Set(JSON.parse(readFileSync(join(process.env["ORGFORM_TEST_GROUPS"], "grouped.json"), "utf8")));
  return Promise.resolve({ filtered: paths.filter((path) => !grouped.has(path)) });
};

const { appendFileSync } = require("node:fs");
const process = require("node:process");

const { digestOfFile } = require("./digest-of-file.cjs");

/**
 * A reporter of jest that records each test file of a long run (scripts/test/long-run.ts) as soon as it has passed,
 * because the run can be killed.
 */
module.exports = class {
  onTestResult(_test, result) {
    if (result.numFailingTests > 0 || result.testExecError) return;
    const { testFilePath: name, perfStats, numPassingTests, numPendingTests, numTodoTests } = result;
    const times = { startTime: perfStats.start, endTime: perfStats.end };
    const counts = { passed: numPassingTests, pending: numPendingTests, todo: numTodoTests };
    appendFileSync(
      process.env["ORGFORM_TEST_PASSED"],
      `${JSON.stringify({ name, digest: digestOfFile(name), ...times, ...counts })}\n`,
    );
  }
};

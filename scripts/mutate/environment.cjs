const StrykerEnvironment = require("@stryker-mutator/jest-runner/jest-env/node");

/** Set by Stryker while a mutant is tried. */
const MUTANT = "__STRYKER_ACTIVE_MUTANT__";
const RETRY_TIMES = Symbol.for("RETRY_TIMES");

/** Leaves out the rest of a file once a test of it has noticed the mutant, and tries no test again. */
class EndsWithFirstFailure extends StrykerEnvironment {
  #hasFailed = false;

  handleTestEvent({ name, test }) {
    if (process.env[MUTANT] === undefined) return;
    if (name === "run_start") this.global[RETRY_TIMES] = 0;
    if (name === "test_done" && test.errors.length > 0) this.#hasFailed = true;
    if (name === "test_start" && this.#hasFailed) test.mode = "skip";
  }
}

module.exports = EndsWithFirstFailure;

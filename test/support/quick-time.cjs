// Loaded by `--require` into a process under test: its long sleeps take a tenth of a second, and its clock jumps over the rest.
const { syncBuiltinESMExports } = require("node:module");
const timers = require("node:timers/promises");

const LONGEST_SLEEP_MS = 100;

const { now } = Date;
const { setTimeout: sleep } = timers;
let jumpedMs = 0;

Date.now = () => now() + jumpedMs;

timers.setTimeout = async (ms, value, options) => {
  const untilMs = Date.now() + ms;
  const slept = await sleep(Math.min(ms, LONGEST_SLEEP_MS), value, options);
  // Sleeps side by side end together.
  if (ms > LONGEST_SLEEP_MS) jumpedMs += Math.max(0, untilMs - Date.now());
  return slept;
};

// Modules that import the timer by its name get this one.
syncBuiltinESMExports();

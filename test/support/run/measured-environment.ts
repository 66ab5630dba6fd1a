import { appendFileSync } from "node:fs";

import type { EnvironmentContext, JestEnvironmentConfig } from "@jest/environment";
import { TestEnvironment } from "jest-environment-node";

import { CPU_RECORD } from "../../../scripts/budget/test-cpu.ts";
import { secondsSoFar } from "../../../scripts/budget/cpu-time.ts";
import { leftInTheEnd, noteFile, noteLeft, openNow } from "./left-open.ts";
import { compileModulesOnce } from "./quick-compile.ts";
import { forgetStorages, leavePromisesUntracked } from "./untracked-promises.ts";

compileModulesOnce();
leavePromisesUntracked();

// Code that loads a native module asks the report for the C library. One report takes a tenth of a second, and always
// says the same.
const { report } = process;
const known = report.getReport();
report.getReport = () => known;

/**
 * Node's environment; at the end of a file, it records the processor time of the file and its child processes, and the
 * resources that it left open.
 */
// oxlint-disable-next-line import/no-default-export -- jest uses the file's default export
export default class MeasuredEnvironment extends TestEnvironment {
  readonly #path: string;
  readonly #before = secondsSoFar();
  readonly #openBefore = openNow();

  constructor(config: JestEnvironmentConfig, context: EnvironmentContext) {
    super(config, context);
    this.#path = context.testPath;
  }

  override async teardown(): Promise<void> {
    await super.teardown();
    forgetStorages();
    noteLeft(this.#path, await leftInTheEnd(this.#openBefore));
    noteFile(this.#path);
    const record = process.env[CPU_RECORD];
    if (record === undefined) return;
    appendFileSync(record, `${JSON.stringify({ path: this.#path, seconds: secondsSoFar() - this.#before })}\n`);
  }
}

/** The used parts of Stryker, apart from its plugins. */
import { Stryker } from "@stryker-mutator/core";
import { Instrumenter } from "@stryker-mutator/instrumenter";

const nothing = () => {};
const never = () => false;
const SILENT = {
  isTraceEnabled: never,
  isDebugEnabled: never,
  isInfoEnabled: never,
  isWarnEnabled: never,
  isErrorEnabled: never,
  isFatalEnabled: never,
  trace: nothing,
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
  fatal: nothing,
};

/** Every mutant of the files, in their order. */
export async function mutantsIn(files) {
  const sources = files.map(({ name, content }) => ({ name, content, mutate: true }));
  const options = { excludedMutations: [], ignorers: [], plugins: null };
  return (await new Instrumenter(SILENT).instrument(sources, options)).mutants;
}

/** Runs the mutation tests. */
export async function runStryker(options) {
  await new Stryker(options).runMutationTest();
}

/**
 * Plants each fault of `planted-faults/faults.ts` separately into a copy of the checkout, and runs tests until one
 * fails: first the files that are likely to notice, then all tests that start no other program. `npm run test:faults`;
 * names of faults as arguments select some of them.
 *
 * A failure counts if the same file passes without the fault. The exit code is 1 if a fault isn't noticed, or if the
 * text of a fault isn't found exactly once: then the code has changed, and the fault has to be adapted to it.
 */
import { Copy, type Failure, filesOfCheckout, textOf } from "./planted-faults/copy.ts";
import { type Fault, FAULTS, placeOf } from "./planted-faults/faults.ts";

/** Folders of tests that start no other program. */
const IN_PROCESS = ["test/unit/", "test/properties/", "test/contract/", "test/faults/transport/", "test/conformance/"];

/** Finds the tests that notice faults in a copy. */
class Search {
  readonly #copy: Copy;
  /** Whether a file passes without a fault, as far as it was tried. */
  readonly #passes = new Map<string, boolean>();

  constructor(copy: Copy) {
    this.#copy = copy;
  }

  /** The files that fail without a fault: they say nothing. */
  get broken(): string[] {
    return [...this.#passes].filter(([, passes]) => !passes).map(([file]) => file);
  }

  /** The first test that notices the fault; undefined when none does. */
  noticing(fault: Fault, file: string): Failure | undefined {
    const planted = textOf(file).replace(fault.text, () => fault.replacement);
    return this.#among(fault.tests, file, planted) ?? this.#among(IN_PROCESS, file, planted);
  }

  #among(tests: readonly string[], file: string, planted: string): Failure | undefined {
    for (;;) {
      const failure = this.#copy.with(file, planted, () => this.#copy.firstFailure(tests, this.broken));
      if (failure === undefined || this.#isSound(failure.file)) return failure;
    }
  }

  #isSound(file: string): boolean {
    const known = this.#passes.get(file) ?? this.#copy.firstFailure([file]) === undefined;
    this.#passes.set(file, known);
    return known;
  }
}

function main(names: readonly string[]): void {
  const chosen = FAULTS.filter(({ name }) => names.length === 0 || names.includes(name));
  const files = filesOfCheckout();
  const planted = chosen.map((fault) => ({ fault, file: placeOf(fault, files) }));
  const absent = chosen.flatMap(({ tests }) => tests).filter((test) => !files.includes(test));
  if (absent.length > 0) throw new Error(`there is no ${absent.join(", ")}`);
  const copy = new Copy(files);
  try {
    const search = new Search(copy);
    let noticed = 0;
    for (const { fault, file } of planted) {
      const failure = search.noticing(fault, file);
      if (failure !== undefined) noticed += 1;
      const found = failure === undefined ? "NOT NOTICED" : `${failure.file}: ${failure.test}`;
      console.log(`${fault.name} (${file}): ${found}`);
    }
    for (const file of search.broken) console.log(`fails without a fault: ${file}`);
    console.log(`${noticed} of ${planted.length} faults noticed`);
    if (noticed < planted.length) process.exitCode = 1;
  } finally {
    copy.dispose();
  }
}

try {
  main(process.argv.slice(2));
} catch (error) {
  console.error(`planted-faults: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}

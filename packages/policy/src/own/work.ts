import type { ASTNode } from "@marcbachmann/cel-js";

/** Thrown when a rule exceeds its work limit. */
class TooMuchWorkError extends Error {}

/** Longer lists and strings aren't created. */
const LONGEST = 100_000;

/** Number of elements and characters that count as a step. */
const SIZE_OF_STEP = 8;

/** The cost of an error, compared with a step: it includes its position. */
const ERROR_STEPS = 100;

const ENDLESS = Infinity;

// Looked up only once, because each step uses it.
const { apply } = Reflect;
const { isArray } = Array;

/** The remaining work of a rule: steps, and the elements and characters of the lists and strings that it creates. */
export class Work {
  #left: number;

  constructor(steps: number) {
    this.#left = steps;
  }

  /** Whether the limit is reached. Then an expression's value doesn't count, even if an operator ignored the error. */
  get isSpent(): boolean {
    return this.#left < 0;
  }

  /** @throws TooMuchWorkError */
  spend(steps: number): void {
    this.#left -= steps;
    if (this.#left < 0) throw new TooMuchWorkError("too many steps");
  }
}

type Evaluate = (...given: unknown[]) => unknown;

const isEvaluate = (value: unknown): value is Evaluate => typeof value === "function";

/**
 * Makes each part of an expression count its work when it is evaluated. The library has no limit of its own. It
 * evaluates a part by the method `evaluate`, which it also replaces.
 *
 * @param extra - the additional cost of a string that is matched by a pattern
 */
export function spendsWork(node: ASTNode, work: () => Work, extra: (text: string) => number): void {
  let inner: unknown = Reflect.get(node, "evaluate");
  const evaluate: Evaluate = (...given) => {
    if (!isEvaluate(inner)) throw new Error("The CEL library evaluates otherwise than this version expects.");
    work().spend(1);
    let value: unknown;
    try {
      value = apply(inner, node, given);
    } catch (error) {
      work().spend(ERROR_STEPS);
      throw error;
    }
    work().spend(sizeOf(value) + (typeof value === "string" ? extra(value) : 0));
    return value;
  };
  Object.defineProperty(node, "evaluate", {
    get: () => evaluate,
    set: (next: unknown) => {
      inner = next;
    },
  });
}

function sizeOf(value: unknown): number {
  const size = typeof value === "string" || isArray(value) ? value.length : 0;
  return size > LONGEST ? ENDLESS : size / SIZE_OF_STEP;
}

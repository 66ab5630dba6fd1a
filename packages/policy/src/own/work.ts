import type { ASTNode } from "@marcbachmann/cel-js";

/** Thrown once a rule has worked for too long. */
class TooMuchWorkError extends Error {}

/** Longer lists and texts are not made. */
const LONGEST = 100_000;

/** Elements and characters that take as long as a step. */
const SIZE_OF_STEP = 8;

/** What an error costs, compared with a step: it carries its place with it. */
const ERROR_STEPS = 100;

const ENDLESS = Infinity;

// Looked up once: this is done for each step.
const { apply } = Reflect;
const { isArray } = Array;

/** What is left of the work that a rule may do: steps, and elements of the lists and characters of the texts that it makes. */
export class Work {
  #left: number;

  constructor(steps: number) {
    this.#left = steps;
  }

  /** Whether nothing is left. What an expression says then is worth nothing, also where an operator passed over the error. */
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
 * Lets each part of an expression spend work when it is evaluated. The library has no limit of its own, and evaluates a
 * part by its method `evaluate`, which it also replaces.
 *
 * @param extra - what a text costs beside, by which a pattern is matched
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

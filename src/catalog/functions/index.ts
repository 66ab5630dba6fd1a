import type { AnyFunction } from "../../model/function.ts";
import { resources } from "../resources/index.ts";
import { lookUpFunctions } from "./look-ups.ts";
import { declaredFunctions } from "./registry.generated.ts";

/** Every function, sorted by name: the one list from which engines, the command line, docs and tests take theirs. */
export const functions: readonly AnyFunction[] = [...declaredFunctions, ...lookUpFunctions(resources)].toSorted(
  (left, right) => (left.name < right.name ? -1 : 1),
);

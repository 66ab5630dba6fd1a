import type { AnyFunction } from "../../model/function.ts";
import { resources } from "../resources/index.ts";
import { lookUpFunctions } from "./look-ups.ts";
import { declaredFunctions } from "./registry.generated.ts";

/** Every function, sorted by name: the only list that engines, the command line, docs, and tests use. */
export const functions: readonly AnyFunction[] = [...declaredFunctions, ...lookUpFunctions(resources)].toSorted(
  (left, right) => (left.name < right.name ? -1 : 1),
);

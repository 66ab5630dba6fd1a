import * as z from "zod";

import { member } from "../../../model/block.ts";

/** The suffix, with a number, that a rotation adds at the service: the first successor of `keys` is `keys~r2`. */
const SUFFIX = /~r(?<number>[1-9]\d*)$/u;

/** The name of an object that is identified by its own name. */
export const namedMember = member(
  z
    .string()
    .regex(/^\S(?:.*\S)?$/u, "expected a name without surrounding spaces")
    .refine((name) => !SUFFIX.test(name), "expected a name without the `~r` and number of a rotation at its end"),
  {
    doc: "Name of the integration, unique among those of its kind in the project. A rotation adds `~r` and a number to it at the service.",
  },
);

/** The name without a rotation's suffix. */
export function baseName(name: string): string {
  return name.replace(SUFFIX, "");
}

/** The number of the rotation, from 1 for an integration that no rotation created. */
export function roundOf(name: string): number {
  return Number(SUFFIX.exec(name)?.groups?.["number"] ?? 1);
}

/** The name of the next integration, after a rotation with that number. */
export function nextName(base: string, round: number): string {
  return `${base}~r${round + 1}`;
}

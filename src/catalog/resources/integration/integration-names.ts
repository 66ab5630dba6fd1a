import * as z from "zod";

import { member } from "../../../model/block.ts";

/** What a rotation adds to the name at the service, with its number: the first successor of `keys` is `keys~r2`. */
const SUFFIX = /~r(?<number>[1-9]\d*)$/u;

/** The name of what is told by a name of its own. */
export const namedMember = member(
  z
    .string()
    .regex(/^\S(?:.*\S)?$/u, "expected a name without surrounding spaces")
    .refine((name) => !SUFFIX.test(name), "expected a name without the `~r` and number of a rotation at its end"),
  {
    doc: "Name of the integration, unique among those of its kind in the project. A rotation adds `~r` and a number to it at the service.",
  },
);

/** The name without what a rotation added. */
export function baseName(name: string): string {
  return name.replace(SUFFIX, "");
}

/** How many there were of the name, this one among them: 1 for one that no rotation made. */
export function roundOf(name: string): number {
  return Number(SUFFIX.exec(name)?.groups?.["number"] ?? 1);
}

/** The name of the next one, after one of that round. */
export function nextName(base: string, round: number): string {
  return `${base}~r${round + 1}`;
}

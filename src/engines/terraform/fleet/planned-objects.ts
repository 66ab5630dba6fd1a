import type { Changes, PlannedObject } from "@orgform/fleet";
import * as z from "zod";

/** The used part of a saved plan. @source Terraform, JSON output format, plan representation */
const PLAN = z.object({
  resource_changes: z
    .array(
      z.object({
        address: z.string(),
        mode: z.string(),
        change: z.object({
          actions: z.array(z.string()),
          before: z.record(z.string(), z.unknown()).nullish(),
          after: z.record(z.string(), z.unknown()).nullish(),
          replace_paths: z.array(z.array(z.union([z.string(), z.number()]))).optional(),
        }),
      }),
    )
    .default([]),
});

type Change = z.output<typeof PLAN>["resource_changes"][number]["change"];

const OPERATIONS: Readonly<Record<string, keyof Changes>> = {
  create: "create",
  update: "update",
  delete: "delete",
  "delete,create": "replace",
  "create,delete": "replace",
};

/**
 * The objects that a saved plan creates, changes, replaces, or deletes.
 *
 * @param shown - what `show -json` prints of it
 */
export function plannedObjects(shown: string): PlannedObject[] {
  return PLAN.parse(JSON.parse(shown)).resource_changes.flatMap(({ address, mode, change }) => {
    const operation = OPERATIONS[change.actions.join(",")];
    if (operation === undefined || mode !== "managed") return [];
    return [{ operation, address, fields: changedFields(operation, change) }];
  });
}

/** Fields of an object that is there before and after. One whose new value only the apply tells is none of them. */
function changedFields(
  operation: keyof Changes,
  { before, after, replace_paths: forced = [] }: Change,
): readonly string[] {
  if (operation === "create" || operation === "delete") return [];
  const differing = Object.keys(after ?? {}).filter(
    (name) => JSON.stringify(before?.[name] ?? null) !== JSON.stringify(after?.[name] ?? null),
  );
  return [...new Set([...forced.map(([name]) => String(name)), ...differing])].toSorted();
}

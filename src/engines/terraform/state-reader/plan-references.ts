import * as z from "zod";

/** A module of a plan's configuration. */
interface Module {
  readonly resources?: readonly z.output<typeof resourceSchema>[] | undefined;
  readonly module_calls?: Readonly<Record<string, { readonly module?: Module | undefined }>> | undefined;
}

const resourceSchema = z.looseObject({
  address: z.string(),
  expressions: z.record(z.string(), z.unknown()).default({}),
});
const moduleSchema: z.ZodType<Module> = z.lazy(() =>
  z.looseObject({
    resources: z.array(resourceSchema).optional(),
    module_calls: z.record(z.string(), z.looseObject({ module: moduleSchema.optional() })).optional(),
  }),
);

/** The part of a plan that has the program's expressions. */
export const configurationSchema = z.looseObject({ root_module: moduleSchema.optional() });

const expressionSchema = z.looseObject({ references: z.array(z.string()) });

/** The role that an expression refers to, with its key if it has one: `orgform_role.team["a"].role_id`. */
const ROLE_ID = /^(?<role>orgform_role\.[\w-]+(?:\[(?:\d+|"[^"\\$]*")\])?)\.role_id$/u;

/** The key of a module or object at the end of a part of an address. */
const KEY = /\[(?:\d+|"(?:[^"\\]|\\.)*")\]/gu;

/**
 * The address of the role whose ID an object takes, if its expression refers to that role in the same module, and to
 * nothing else.
 *
 * @source Terraform, JSON output format, expression representation: `references` also lists each reference's beginnings
 */
export function roleOf(
  address: string,
  moduleAddress: string | undefined,
  configuration: z.output<typeof configurationSchema> | undefined,
): string | undefined {
  const within = moduleAddress === undefined ? "" : `${moduleAddress}.`;
  const names = within
    .replaceAll(KEY, "")
    .split(".")
    .filter((_, index) => index % 2 === 1);
  const module = names.reduce<Module | undefined>(
    (outer, name) => outer?.module_calls?.[name]?.module,
    configuration?.root_module,
  );
  const own = address.slice(within.length).replaceAll(KEY, "");
  const expression = module?.resources?.find((one) => one.address === own)?.expressions["role_id"];
  const { data } = expressionSchema.safeParse(expression);
  if (data === undefined) return undefined;
  const { references } = data;
  const [role] = references.map((one) => ROLE_ID.exec(one)?.groups?.["role"]);
  return role !== undefined && references.every((one) => `${role}.role_id`.startsWith(one))
    ? `${within}${role}`
    : undefined;
}

import * as z from "zod";

import { cannotTell, type Said } from "./findings.ts";
import { SECTION_NAMES } from "./own/expression.ts";
import type { Picture } from "./picture/picture.generated.ts";
import { type AnyRule, type CommonFacts, type References, SEVERITIES } from "./rule.ts";

/** A rule that a module exports. */
export interface ModuleRule<S extends z.ZodObject = z.ZodObject> extends Omit<CommonFacts, "references"> {
  readonly references?: References;
  /** Whether it applies in a policy that doesn't mention it. Default true. */
  readonly isOn?: boolean;
  /** Schema of its parameters, with a default for each that has one. */
  readonly parameters?: S;
  /** Pure. A part that the picture doesn't know must be reported as unknown, and never passes. */
  readonly judge: (picture: Picture, parameters: z.output<S>) => readonly Said[];
}

/** Declares a rule that a module exports. Returns the rule unchanged, with types for completion in editors. */
export const moduleRule = <S extends z.ZodObject>(rule: ModuleRule<S>): ModuleRule<S> => rule;

/** A rule of a module as a policy uses it. */
export interface LoadedRule extends AnyRule {
  readonly isOn: boolean;
  /** Schema of its parameters; undefined for a rule without any. */
  readonly parameters: ParametersSchema | undefined;
}

/** The used part of a schema: the module can have another version of zod. */
interface ParametersSchema {
  safeParse(given: unknown): {
    readonly success: boolean;
    readonly data?: unknown;
    readonly error?: {
      readonly issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[];
    };
  };
}

const isFunction = (value: unknown): value is AnyRule["judge"] => typeof value === "function";

const isSchema = (value: unknown): value is ParametersSchema =>
  typeof value === "object" && value !== null && "safeParse" in value && typeof value.safeParse === "function";

const text = z.string().min(1);

const numbers = z.array(text).exactOptional();

const ruleSchema = z.object({
  id: z.string().regex(/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/u, "has to be lower-case words with hyphens"),
  title: text,
  severity: z.enum(SEVERITIES),
  why: text,
  remedy: text,
  references: z.strictObject({ soc2: numbers, iso27001: numbers, cis: numbers }).default({}),
  needs: z.array(z.enum([...SECTION_NAMES, "projectSettings", "declared"])),
  judgesEach: z.boolean().default(false),
  isOn: z.boolean().default(true),
  parameters: z.custom<ParametersSchema>(isSchema, "has to be a zod schema of an object").optional(),
  judge: z.custom<AnyRule["judge"]>(isFunction, "has to be a function"),
});

/** A checked rule from a module, or its problems, field by field. */
export function loadedRule(exported: unknown): LoadedRule | readonly string[] {
  const parsed = ruleSchema.safeParse(exported);
  if (!parsed.success) {
    return parsed.error.issues.map(({ path, message }) =>
      [path.join("."), message].filter((one) => one !== "").join(": "),
    );
  }
  const { parameters, judge, ...facts } = parsed.data;
  return { ...facts, parameters, judge: withoutFailing(parameters, judge) };
}

const object = z.object({ resourceName: z.string(), id: z.string(), name: z.string() });

const said: z.ZodType<readonly Said[]> = z.array(
  z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("violation"), object, field: z.string(), is: z.string(), shouldBe: z.string() }),
    z.object({ kind: z.literal("unknown"), object, field: z.string(), why: z.string() }),
  ]),
);

/** A rule that throws counts as uncheckable: it hides no other rule, and never passes. */
function withoutFailing(parameters: ParametersSchema | undefined, judge: AnyRule["judge"]): AnyRule["judge"] {
  return (picture, given) => {
    const failed = (why: string): readonly Said[] => [cannotTell(picture.living.organization, "judge", why)];
    try {
      const found = said.safeParse(judge(picture, parameters === undefined ? given : parameters.safeParse(given).data));
      return found.success ? found.data : failed("the rule of the module returns something else than findings");
    } catch (error) {
      return failed(`the rule of the module fails: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
}

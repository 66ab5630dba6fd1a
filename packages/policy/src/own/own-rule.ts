import * as z from "zod";

import { cannotTell, type Said, shown, violation, where } from "../findings.ts";
import { ACCESS_SECTIONS } from "../picture/access.generated.ts";
import { isUnknown, type Known } from "../picture/known.generated.ts";
import type { Picture, PictureObject } from "../picture/picture.generated.ts";
import { type AnyRule, type Need, SEVERITIES } from "../rule.ts";
import { type Expression, type Outcome, SECTION_NAMES, surroundingsOf } from "./expression.ts";
import { ACCESS, accessPlaces } from "./access-places.ts";
import { celValue } from "./cel-values.ts";
import { Work } from "./work.ts";

/** Steps that one rule can take for all its objects: about a second. */
const MOST_STEPS = 5_000_000;

const MOST_CHARACTERS = 2_000;

const expression = z.string().min(1).max(MOST_CHARACTERS);

/** A custom rule, as a policy file declares it. */
export const ownRuleSchema = z.strictObject({
  id: z
    .string()
    .regex(/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/u, "has to be lower-case words with hyphens")
    .describe("Lower-case words with hyphens, by which exceptions and reports name the rule."),
  title: z.string().min(1).describe("What is right, as a sentence without its end."),
  severity: z.enum(SEVERITIES).describe("How grave a finding is."),
  why: z.string().min(1).describe("Why it matters."),
  remedy: z.string().min(1).describe("What to do about a finding."),
  each: z
    .enum(["organization", ...SECTION_NAMES, "declared", ACCESS])
    .describe(
      "What the rule checks: each object of a section of the picture, the organization, or with `access`, each person's access in each project.",
    ),
  when: expression.optional().describe("Which of the objects it checks, in CEL. Default: all."),
  that: expression.describe("What has to be true of each object, in CEL. The object is `self`."),
});

type OwnRule = z.output<typeof ownRuleSchema>;

/**
 * The rule that a policy file declares.
 *
 * @param expressions - the parsed expressions of the rule
 */
export function ownRule(
  { id, title, severity, why, remedy, each }: OwnRule,
  expressions: { readonly when: Expression | undefined; readonly that: Expression },
): AnyRule {
  const needs = needsOf(each, [expressions.that, ...(expressions.when === undefined ? [] : [expressions.when])]);
  const judge = (picture: Picture): readonly Said[] =>
    where(picture.living.organization, each, judgedIn(picture, each), (objects) =>
      judgedAll(picture, objects, { each, ...expressions }),
    );
  const judgesEach =
    each !== ACCESS && [expressions.that, expressions.when].every((one) => (one?.names ?? []).length === 0);
  return { id, title, severity, why, remedy, references: {}, needs, judgesEach, judge };
}

function needsOf(each: OwnRule["each"], expressions: readonly Expression[]): Need[] {
  const named = [...(each === "organization" ? [] : [each]), ...expressions.flatMap(({ names }) => names)];
  const needs = named.flatMap((name): readonly Need[] => (name === ACCESS ? ACCESS_SECTIONS : [name]));
  // The settings of projects aren't part of the list of projects.
  return [...new Set(needs.includes("projects") ? [...needs, "projectSettings" as const] : needs)];
}

/** The objects that a rule is about. Objects that code declares are named by their address. */
function judgedIn({ living, declared }: Picture, each: OwnRule["each"]): Known<readonly PictureObject[]> {
  if (each === "organization") return [living.organization];
  if (each === ACCESS) return accessPlaces(living);
  if (each !== "declared") return living[each];
  return isUnknown(declared) ? declared : declared.objects.map((object) => ({ ...object, name: object.address }));
}

interface Conditions {
  readonly each: string;
  readonly when: Expression | undefined;
  readonly that: Expression;
}

function judgedAll(picture: Picture, objects: readonly PictureObject[], conditions: Conditions): readonly Said[] {
  const work = new Work(MOST_STEPS);
  const surroundings = surroundingsOf(picture);
  const said: Said[] = [];
  for (const object of objects) {
    const self = celValue(object);
    const says = (one: Expression): Outcome => one.outcome(self, surroundings, work);
    const own = judged(object, conditions, says);
    if (work.isSpent) {
      const why = "the rule takes too many steps; let it go through fewer lists for each object";
      return [...said, cannotTell(picture.living.organization, conditions.each, why)];
    }
    said.push(...own);
  }
  return said;
}

/** The result of a rule for one object. */
function judged(object: PictureObject, { when, that }: Conditions, says: (one: Expression) => Outcome): Said[] {
  const isMeant = when === undefined || says(when);
  if (isMeant === false) return [];
  if (isMeant !== true) return [cannotTell(object, isMeant.field ?? "when", isMeant.why)];
  const isRight = says(that);
  if (isRight === true) return [];
  if (isRight !== false) return [cannotTell(object, isRight.field ?? "that", isRight.why)];
  const [field = "that", ...others] = that.fields;
  if (that.fields.length === 0) return [violation(object, field, "false", that.text)];
  const values = that.fields.map((name) => `${name}: ${valueText(object[name])}`);
  const is = others.length === 0 ? valueText(object[field]) : values.join(", ");
  return [violation(object, that.fields.join(", "), is, that.text)];
}

const valueText = (value: unknown): string => (isUnknown(value) ? "not known" : shown(value));

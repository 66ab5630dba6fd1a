import type * as z from "zod";

import type { Said } from "./findings.ts";
import type { Picture, Section } from "./picture/picture.generated.ts";

/** The severity of a finding, the highest first. */
export const SEVERITIES = ["error", "warning", "note"] as const;

export type Severity = (typeof SEVERITIES)[number];

/** The parts of a picture that a rule uses, apart from the organization itself. */
export type Need = Section | "projectSettings" | "declared";

/** Controls that a rule supports, by number. @source SOC 2 2017 (2022), ISO/IEC 27001:2022 Annex A, CIS Controls 8.1 */
export interface References {
  readonly soc2?: readonly string[];
  readonly iso27001?: readonly string[];
  readonly cis?: readonly string[];
}

/** Fields of an object in an example; omitted fields are unknown. */
type Fields = Readonly<Record<string, unknown>>;

/** A part of a picture. Omitted sections are empty. */
export interface Example {
  readonly organization?: Fields;
  readonly sections?: Readonly<Partial<Record<Section, readonly Fields[] | { readonly unknown: string }>>>;
  readonly declared?: Fields;
  /** Parameters of the rule, if the defaults don't fit. */
  readonly parameters?: Fields;
}

/** One of each: a rule without its three examples doesn't compile, and a test checks them all. */
export interface Examples {
  readonly passing: Example;
  /** Produces exactly one finding. */
  readonly failing: Example;
  readonly unknown: Example;
}

/** The metadata of every rule. */
export interface CommonFacts {
  /** Lower-case words with hyphens; never changes. */
  readonly id: string;
  /** The required state, as a sentence without its period. */
  readonly title: string;
  readonly severity: Severity;
  /** One or two sentences. */
  readonly why: string;
  /** How to fix a finding. */
  readonly remedy: string;
  readonly references: References;
  readonly needs: readonly Need[];
  /** Whether it checks each object separately, so it can check one resource of a program without the others. Default false. */
  readonly judgesEach?: boolean;
}

interface RuleFacts extends CommonFacts {
  /** Whether it applies in a policy that doesn't mention it. False for a rule that needs to be told what is right. */
  readonly isOn: boolean;
  readonly examples: Examples;
}

/** A rule as its file declares it. */
interface RuleDefinition<S extends z.ZodObject> extends RuleFacts {
  /** Schema with a default for each parameter that has one. */
  readonly parameters: S;
  /** Pure. A part that the picture doesn't know must be reported as unknown, and never passes. */
  readonly judge: (picture: Picture, parameters: z.output<S>) => readonly Said[];
}

/** A rule in the form that is evaluated, built in or from a policy file. */
export interface AnyRule extends CommonFacts {
  readonly judge: (picture: Picture, parameters: unknown) => readonly Said[];
  /** Path of its page in the documentation, such as "reference/rules/owners-count"; absent for a rule of a policy file. */
  readonly page?: string;
}

/** A built-in rule. Its schema parses its parameters first. */
export interface Rule extends RuleFacts, AnyRule {
  readonly parameters: z.ZodObject;
}

/** Declares a rule. */
export function defineRule<S extends z.ZodObject>({ judge, ...facts }: RuleDefinition<S>): Rule {
  const page = `reference/rules/${facts.id}`;
  return { ...facts, page, judge: (picture, parameters) => judge(picture, facts.parameters.parse(parameters)) };
}

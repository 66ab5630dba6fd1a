import type * as z from "zod";

import type { Said } from "./findings.ts";
import type { Picture, Section } from "./picture/picture.generated.ts";

/** How grave a finding is, the gravest first. */
export const SEVERITIES = ["error", "warning", "note"] as const;

export type Severity = (typeof SEVERITIES)[number];

/** What of a picture a rule looks at, beside the organization itself. */
export type Need = Section | "projectSettings" | "declared";

/** Numbers of the controls that a rule serves. @source SOC 2 2017 (2022), ISO/IEC 27001:2022 Annex A, CIS Controls 8.1 */
export interface References {
  readonly soc2?: readonly string[];
  readonly iso27001?: readonly string[];
  readonly cis?: readonly string[];
}

/** Fields of an object in an example; those that it leaves out are unknown. */
type Fields = Readonly<Record<string, unknown>>;

/** A part of a picture. Sections that it leaves out are empty. */
export interface Example {
  readonly organization?: Fields;
  readonly sections?: Readonly<Partial<Record<Section, readonly Fields[] | { readonly unknown: string }>>>;
  readonly declared?: Fields;
  /** Parameters of the rule, where the defaults would not do. */
  readonly parameters?: Fields;
}

/** One of each: a rule without its three examples does not compile, and a test judges them all. */
export interface Examples {
  readonly passing: Example;
  /** Gives exactly one finding. */
  readonly failing: Example;
  readonly unknown: Example;
}

/** What every rule says of itself. */
export interface CommonFacts {
  /** Lower-case words with hyphens; it never changes. */
  readonly id: string;
  /** What is right, as a sentence without its end. */
  readonly title: string;
  readonly severity: Severity;
  /** One or two sentences. */
  readonly why: string;
  /** What to do about a finding. */
  readonly remedy: string;
  readonly references: References;
  readonly needs: readonly Need[];
  /** Whether it judges each object by itself, and so can judge one resource of a program without the others. Default false. */
  readonly judgesEach?: boolean;
}

interface RuleFacts extends CommonFacts {
  /** Whether it counts in a policy that doesn't mention it. False for a rule that can't know what is right here. */
  readonly isOn: boolean;
  readonly examples: Examples;
}

/** A rule as its file declares it. */
interface RuleDefinition<S extends z.ZodObject> extends RuleFacts {
  /** Schema with a default for each parameter that has one. */
  readonly parameters: S;
  /** Pure. What the picture does not know is said to be unknown, and never passes. */
  readonly judge: (picture: Picture, parameters: z.output<S>) => readonly Said[];
}

/** A rule as the judge uses it, built in or of a policy file. */
export interface AnyRule extends CommonFacts {
  readonly judge: (picture: Picture, parameters: unknown) => readonly Said[];
  /** Path of its page in the documentation, such as "reference/rules/owners-count"; absent for a rule of a policy file. */
  readonly page?: string;
}

/** A built-in rule. Its parameters are read by their schema first. */
export interface Rule extends RuleFacts, AnyRule {
  readonly parameters: z.ZodObject;
}

/** Declares a rule. */
export function defineRule<S extends z.ZodObject>({ judge, ...facts }: RuleDefinition<S>): Rule {
  const page = `reference/rules/${facts.id}`;
  return { ...facts, page, judge: (picture, parameters) => judge(picture, facts.parameters.parse(parameters)) };
}

import type * as z from "zod";

import type { Capability } from "./hooks/capability.ts";
import type { Problem } from "./diagnostics.ts";
import { secretMembers } from "./block.ts";
import type { Field, Fields } from "./field.ts";
import { pathText } from "./field-path.ts";
import { describeIssue } from "./issue-text.ts";
import type { Values } from "./json-value.ts";
import { fieldName, message, type Text, typeName } from "./messages.ts";
import { parsedBy } from "./parsing.ts";
import { membersAt, shapeOf } from "./shape.ts";
import { fieldHint } from "./suggest.ts";
import { isCertain, wrongTypesIn } from "./wrong-type.ts";

/** A resource or a function, as far as its inputs or arguments can be checked. */
export interface Checkable {
  /** Its name in messages. */
  readonly name: string;
  readonly inputs: Fields;
  /** Values that the service decides; a problem names them if one was given. */
  readonly outputs: Fields;
  readonly validate?: ((inputs: Values) => Problem[]) | undefined;
  readonly capabilities?: readonly Pick<Capability, "formerForm">[];
}

/** Whether a declaration used a form that Orgform no longer accepts. */
export function hasFormerForms({ capabilities = [] }: Checkable): boolean {
  return capabilities.some(({ formerForm }) => formerForm !== undefined);
}

/** The parts of a declaration in a form that Orgform no longer accepts. */
export function formerForms({ capabilities = [] }: Checkable, written: Values): readonly Problem[] {
  return capabilities.flatMap(({ formerForm }) => formerForm?.(written) ?? []);
}

/** The settings that a check can fill in, and how a user sets them in the current engine. */
export interface CheckSettings {
  readonly organizationId?: string | undefined;
  /** How to give a setting, in the engine's words; completes "is required: set it here, or ...". */
  readonly howToSet: (setting: string) => Text;
}

/** The outcome of a check: inputs with defaults, and all their problems. */
export interface Checked {
  readonly inputs: Record<string, unknown>;
  /** Empty if the inputs can be used. */
  readonly problems: readonly Problem[];
}

/**
 * Validates what a user wrote and fills in defaults; sends no request.
 *
 * Unknown values stay unknown: a field with an unknown value is validated as far as it is known.
 */
export function check(definition: Checkable, news: Values, settings: CheckSettings): Checked {
  const former = formerForms(definition, news);
  if (former.length > 0) return { inputs: { ...news }, problems: former };
  const inputs: Record<string, unknown> = {};
  const problems: Problem[] = [];
  const declared = new Map(Object.entries(definition.inputs));
  for (const name of Object.keys(news)) {
    if (!declared.has(name) && news[name] !== undefined) problems.push(undeclared(name, definition));
  }
  for (const [name, rules] of declared) {
    const given = news[name] ?? (news[name] === null ? null : fromSettings(rules, settings));
    if (given === undefined && rules.fromConfig !== undefined) {
      problems.push({
        path: name,
        reason: message`is required: set it here, or ${settings.howToSet(rules.fromConfig)}`,
      });
      continue;
    }
    const outcome = checkField(name, rules, given);
    problems.push(...outcome.problems);
    if (outcome.value !== undefined) inputs[name] = outcome.value;
  }
  if (problems.length === 0) problems.push(...(definition.validate?.(inputs) ?? []));
  return { inputs, problems };
}

/** Inputs whose type differs from that of their field. */
export function wronglyTyped(definition: Checkable, inputs: Values): Problem[] {
  return Object.entries(definition.inputs).flatMap(([name, rules]) => {
    return wrongTypesIn(rules, inputs[name]).flatMap((issue) => problemsOf(name, rules, inputs[name], issue));
  });
}

function fromSettings(rules: Field, settings: CheckSettings): unknown {
  return rules.fromConfig === undefined ? undefined : settings[rules.fromConfig];
}

function checkField(name: string, rules: Field, given: unknown): { value: unknown; problems: Problem[] } {
  const { value, issues } = parsedBy(rules, given);
  const certain = issues.filter((issue) => isCertain(given, issue));
  return { value, problems: certain.flatMap((issue) => problemsOf(name, rules, given, issue)) };
}

function problemsOf(name: string, rules: Field, given: unknown, issue: z.core.$ZodIssue): Problem[] {
  const path = [name, ...issue.path];
  const members = issue.code === "unrecognized_keys" ? membersAt(shapeOf(rules), issue.path) : undefined;
  if (issue.code === "unrecognized_keys" && members !== undefined) {
    return issue.keys.map((key) => ({
      path: pathText([...path, key]),
      reason: message`isn't a field of ${fieldName(pathText(path))}; ${fieldHint(key, members)}`,
    }));
  }
  const hidden = rules.secret === true || secretMembers(name, rules).some((secret) => startsWith(path, secret.path));
  return [{ path: pathText(path), reason: describeIssue(issue, given, { hidden }) }];
}

function startsWith(path: readonly PropertyKey[], beginning: readonly PropertyKey[]): boolean {
  return beginning.every((step, index) => path[index] === step);
}

function undeclared(name: string, definition: Checkable): Problem {
  if (Object.hasOwn(definition.outputs, name)) {
    return {
      path: name,
      reason: message`is an output of ${typeName(definition.name)}: the service decides it; remove it`,
    };
  }
  return {
    path: name,
    reason: message`is not a field of ${typeName(definition.name)}; ${fieldHint(name, Object.keys(definition.inputs))}`,
  };
}

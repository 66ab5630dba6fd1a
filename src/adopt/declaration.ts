import { isSecretValue } from "../model/secret-texts.ts";
import { hookOf } from "../model/hook-of.ts";
import { declarable, isServerDefault, type Stored, whyPending } from "../driver/driver.ts";
import { secretMembers } from "../model/block.ts";
import { check } from "../model/check.ts";
import { type AnyResource, fieldsOf } from "../model/definition.ts";
import type { Problem } from "../model/diagnostics.ts";
import { isOptional } from "../model/field.ts";
import { pathText } from "../model/field-path.ts";
import { isRecord, type Values } from "../model/json-value.ts";
import { valueAt } from "../model/unknown.ts";
import { fieldName, message, printed } from "../model/messages.ts";

/** A secret of an object that the user must fill in. */
export interface DeclaredSecret {
  readonly field: string;
  /** The path of the secret within the field. */
  readonly member?: readonly string[];
  /** Whether the object can't be declared without it. */
  readonly isRequired: boolean;
}

/** How a program declares an object exactly as it is. */
export interface Declaration {
  /** Inputs without secrets, and without values that equal their default. */
  readonly inputs: Values;
  readonly secrets: readonly DeclaredSecret[];
  /** Settings of the object that a program can't declare, each with the reason. */
  readonly leftOut: readonly Problem[];
}

/** Why a program can't declare an object, in one sentence. */
export interface Undeclarable {
  readonly reason: string;
}

/** The declaration of an object in a program. */
export function declarationOf(definition: AnyResource, stored: Stored): Declaration | Undeclarable {
  const rules = new Map(fieldsOf(definition, "inputs"));
  const plain = Object.entries(declarable(definition, stored.inputs)).filter(([name, value]) => {
    const marks = rules.get(name);
    return marks === undefined || !isSecretValue(marks, value);
  });
  const inputs = new Map(plain);
  const leftOut: Problem[] = [];
  for (;;) {
    const secrets = secretsOf(definition, stored, Object.fromEntries(inputs));
    const checked = checkWith(definition, Object.fromEntries(inputs), secrets);
    const isOfSecret = new Set(secrets.map(secretName));
    const missing = checked.problems.filter(
      ({ path }) => rules.get(rootOf(path))?.secret === true || isOfSecret.has(path),
    );
    const [problem] = checked.problems.filter((one) => !missing.includes(one));
    if (problem === undefined) {
      const reason = whyPending(definition, stored.state, checked.inputs);
      if (reason !== undefined) return { reason: printed(message`a program would write it: ${reason}`) };
      const required = new Set(missing.map(({ path }) => path));
      return { inputs: Object.fromEntries(inputs), secrets: secrets.map((one) => marked(one, required)), leftOut };
    }
    // The service has this value, but a program can't declare it. If it can be left out, a program leaves it unchanged.
    const name = rootOf(problem.path);
    const field = rules.get(name);
    if (field === undefined || !isOptional(field) || !inputs.delete(name)) {
      return { reason: printed(message`${fieldName(problem.path)} ${problem.reason}`) };
    }
    leftOut.push(problem);
  }
}

/** The secrets that an object has, or that it might have if nobody can see that. */
function secretsOf(definition: AnyResource, stored: Stored, inputs: Values): DeclaredSecret[] {
  const places = hookOf(definition, "askedSecrets")?.(inputs) ?? {};
  return fieldsOf(definition, "inputs").flatMap(([field, rules]) => {
    const { [field]: asked } = places;
    const members = secretMembers(field, rules);
    if (members.length > 0) {
      const inside = members.filter(
        ({ path, name }) => isRecord(valueAt(inputs, path.slice(0, -1))) && asked?.includes(name) !== false,
      );
      return inside.map(({ path, isRequired }) => ({ field, member: path.slice(1), isRequired }));
    }
    if (!isSecretValue(rules, stored.inputs[field])) return [];
    const isRequired = !isOptional(rules);
    if (asked !== undefined) return asked.map((member) => ({ field, member: [member], isRequired }));
    const value = stored.inputs[field];
    const isThere = value !== undefined && !isServerDefault(rules, value);
    return isThere || rules.returned === "never" ? [{ field, isRequired }] : [];
  });
}

/** Checks the inputs without secrets, with placeholders for the secrets that the check needs. */
function checkWith(definition: AnyResource, inputs: Values, secrets: readonly DeclaredSecret[]) {
  const records = secrets
    .filter(({ field, member }) => member !== undefined && inputs[field] === undefined)
    .map(({ field }) => [field, {}] as const);
  return check(definition, { ...inputs, ...Object.fromEntries(records) }, { howToSet: (setting) => `set ${setting}` });
}

function marked(secret: DeclaredSecret, required: ReadonlySet<string>): DeclaredSecret {
  return required.has(secretName(secret)) ? { ...secret, isRequired: true } : secret;
}

function secretName({ field, member = [] }: DeclaredSecret): string {
  return pathText([field, ...member]);
}

/** The first name of a path: `destination` for `destination.config["a.b"]`. */
function rootOf(path: string): string {
  return /^\w+/u.exec(path)?.[0] ?? path;
}

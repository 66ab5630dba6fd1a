import { type AnyResource, fieldsOf, lastPartOf } from "../model/definition.ts";
import { isRecord, type Values } from "../model/json-value.ts";
import { managedKeys } from "../model/managed-keys.ts";
import { titleOf } from "../model/title.ts";
import { type Declaration, declarationOf, type DeclaredSecret } from "./declaration.ts";
import { Names, plainWords, wordsOf, wordsOfName } from "./names.ts";
import type { FoundObject, Gap, Survey } from "../driver/driver.ts";
import { printed } from "../model/messages.ts";

/** A secret that the user fills in. */
export interface Secret {
  /** Words of its configuration's name. */
  readonly words: readonly string[];
  readonly isRequired: boolean;
  /** A value that only a person knows, and that isn't secret. */
  readonly isPlain?: boolean;
}

/** What a program can have as the value of an input. */
export type Expression =
  | { readonly kind: "value"; readonly value: unknown }
  /** The output of another object in the program. */
  | { readonly kind: "output"; readonly of: NamedObject; readonly output: string }
  | { readonly kind: "secret"; readonly secret: Secret }
  /** The text of a file, by its path from the program's folder. */
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "record"; readonly members: Readonly<Record<string, Expression>> };

/** The expression of a literal value. */
export const valueOf = (value: unknown): Expression => ({ kind: "value", value });

/** An expression, or the expressions that it consists of. */
export function leavesOf(expression: Expression): Exclude<Expression, { kind: "record" }>[] {
  return expression.kind === "record" ? Object.values(expression.members).flatMap(leavesOf) : [expression];
}

/** An object with the words of its name, unique in its kind. */
export interface NamedObject {
  readonly definition: AnyResource;
  readonly id: string;
  readonly words: readonly string[];
}

/** A declared object, before it is rendered in a language. */
export interface DeclaredObject extends NamedObject {
  readonly inputs: Readonly<Record<string, Expression>>;
}

/** All objects of one kind, in the order of the program. */
export interface Kind {
  readonly definition: AnyResource;
  readonly objects: readonly DeclaredObject[];
}

/** A program that declares the objects of an organization, before it is rendered in a language. */
export interface Program {
  /** Words of the organization's name. */
  readonly words: readonly string[];
  /** Address of the service. */
  readonly host: string;
  readonly kinds: readonly Kind[];
  readonly secrets: readonly Secret[];
  /** Objects and settings that a program can't declare. */
  readonly leftOut: readonly Gap[];
  readonly unread: readonly Gap[];
}

/** A language's rules for names. */
export interface NameRules {
  /** Names that objects can't have, in camelCase. */
  readonly reserved: readonly string[];
}

/** Words of the name of a kind's file: the kind, in the plural if an organization can have several objects of it. */
export function fileWordsOf({ name, parent }: AnyResource): string[] {
  const words = wordsOfName(name);
  return parent === undefined ? words : [...words.slice(0, -1), pluralOf(words.at(-1) ?? "")];
}

/** Builds a program from an inventory; the order of the inventory doesn't matter. */
export function programOf(
  definitions: readonly AnyResource[],
  { objects, unread }: Survey,
  { host, reserved, elsewhere = [] }: NameRules & { readonly host: string; readonly elsewhere?: readonly Elsewhere[] },
): Program {
  const managed = new Map(
    elsewhere.flatMap((one) => keysOf(definitions, one).map((key) => [key, one.reason] as const)),
  );
  const judged = objects.toSorted(byNameAndId).map((found) => {
    const { definition, id, stored } = found;
    const [reason] = managedKeys(definition, id, stored.state).flatMap((key) => managed.get(key) ?? []);
    return { found, declaration: reason === undefined ? declarationOf(definition, stored) : { reason } };
  });
  const declared = judged.filter((one): one is Declared => "inputs" in one.declaration);
  const named = nameAll(declared, reserved);
  const secretNames = new Names();
  const withInputs = named.map((one) => ({ ...one, secrets: secretsOf(one, secretNames) }));
  const holders = outputsOf(named);
  const all = withInputs.map((one) => ({ ...one.object, inputs: inputsOf(one, holders) }));
  return {
    words: wordsOf(objects.find(({ definition }) => definition.parent === undefined)?.name ?? ""),
    host,
    kinds: definitions
      .map((definition) => ({ definition, objects: all.filter((one) => one.definition === definition) }))
      .filter((kind) => kind.objects.length > 0),
    secrets: withInputs.flatMap(({ secrets }) => secrets.map(({ secret }) => secret)),
    leftOut: judged.flatMap(leftOutOf),
    unread,
  };
}

/** An object that somebody else manages, so the new program doesn't declare it. */
export interface Elsewhere {
  /** Name of the resource. */
  readonly resource: string;
  readonly id: string;
  readonly inputs: Values;
  /** Who manages it, as a sentence without its period. */
  readonly reason: string;
}

function keysOf(definitions: readonly AnyResource[], { resource, id, inputs }: Elsewhere): string[] {
  const definition = definitions.find(({ name }) => name === resource);
  return definition === undefined ? [] : managedKeys(definition, id, inputs);
}

interface Judged {
  readonly found: FoundObject;
  readonly declaration: ReturnType<typeof declarationOf> | { readonly reason: string };
}

interface Declared extends Judged {
  readonly declaration: Declaration;
}

/** A declared object with its final name, and with names for its secrets. */
interface Named extends Declared {
  readonly object: NamedObject;
}

interface NamedSecret {
  readonly declared: DeclaredSecret;
  readonly secret: Secret;
}

function byNameAndId(left: FoundObject, right: FoundObject): number {
  const keyOf = ({ name, id }: FoundObject): string => `${wordsOf(name).join(" ")}\n${id}`;
  return keyOf(left) < keyOf(right) ? -1 : 1;
}

function leftOutOf({ found, declaration }: Judged): Gap[] {
  const title = printed(titleOf(found.definition, found.id));
  if ("reason" in declaration) return [{ what: title, reason: declaration.reason }];
  return declaration.leftOut.map(({ path, reason }) => ({ what: `${path} of ${title}`, reason: printed(reason) }));
}

function nameAll(declared: readonly Declared[], reserved: readonly string[]): Named[] {
  const namesOf = new Map<AnyResource, Names>();
  const keyOf = ({ definition, name }: FoundObject): string => `${definition.name} ${wordsOf(name).join("")}`;
  const counts = new Map<string, number>();
  for (const { found } of declared) counts.set(keyOf(found), (counts.get(keyOf(found)) ?? 0) + 1);
  return declared.map((one) => {
    const { definition, id, name } = one.found;
    const names = namesOf.get(definition) ?? new Names(reserved);
    namesOf.set(definition, names);
    // A number would change when a sibling is added or removed, and a new name means a new object.
    const own = (counts.get(keyOf(one.found)) ?? 0) > 1 ? wordsOfId(id) : [];
    const words = names.give([...wordsOf(name), ...own], wordsOfName(definition.name));
    return { ...one, object: { definition, id, words } };
  });
}

/** Enough of an ID to distinguish it from its siblings': IDs that are created at the same time begin alike. */
const END_OF_ID = 6;

/** What distinguishes an object from others of the same name, whichever exist. */
function wordsOfId(id: string): string[] {
  const last = (id.split("/").at(-1) ?? "").toLowerCase();
  const plain = last.replaceAll(/[^a-z0-9]/gu, "");
  return plain === "" ? [] : [plain.length <= END_OF_ID ? plain : plain.slice(-END_OF_ID)];
}

function secretsOf({ object, declaration }: Named, names: Names): NamedSecret[] {
  const kind = wordsOfName(object.definition.name);
  return declaration.secrets.map((declared) => {
    const wanted = [...kind, ...plainWords(object.words), ...wordsOfName(declared.member?.at(-1) ?? declared.field)];
    return { declared, secret: { words: names.give(wanted, kind), isRequired: declared.isRequired } };
  });
}

/** The objects by the value that other objects refer to: the part of the identity that the service decides. */
function outputsOf(named: readonly Named[]): ReadonlyMap<string, NamedObject> {
  const handles = handlesIn(named.map(({ found }) => found.definition));
  const entries = named.flatMap(({ found: { definition, at }, object }) => {
    const part = lastPartOf(definition);
    const isOutput = fieldsOf(definition, "outputs").some(([output]) => output === part);
    return isOutput ? [[outputKey(part, at[part]), object] as const] : [];
  });
  return new Map([...entries, ...named.flatMap((one) => handlesOf(one, handles))]);
}

/** The outputs by which inputs of these resources refer to objects, for fields of that name. */
function handlesIn(definitions: readonly AnyResource[]): ReadonlySet<string> {
  const marked = definitions.flatMap((definition) => fieldsOf(definition, "inputs"));
  return new Set(marked.flatMap(([, { refersTo }]) => refersTo?.by ?? []));
}

/** The same for those outputs, at any depth. */
function handlesOf(
  { found: { definition, stored }, object }: Named,
  handles: ReadonlySet<string>,
): (readonly [string, NamedObject])[] {
  const own = fieldsOf(definition, "outputs").filter(([name]) => handles.has(name));
  return own.map(([name]) => [handleKey(name, stored.state[name]), object] as const);
}

const handleKey = (name: string, value: unknown): string => JSON.stringify(["handle", name, value]);

const outputKey = (name: string, value: unknown): string => JSON.stringify([name, value]);

/** The inputs in the order of the reference. */
function inputsOf(
  { object, declaration, secrets }: Named & { readonly secrets: readonly NamedSecret[] },
  holders: ReadonlyMap<string, NamedObject>,
): Record<string, Expression> {
  const expressionOf = (name: string): Expression | undefined => {
    const own = secrets.filter(({ declared }) => declared.field === name);
    const value = declaration.inputs[name];
    if (own.length > 0) return withSecrets(referring(name, value ?? {}, holders), own);
    if (value === undefined) return undefined;
    const holder = holders.get(outputKey(name, value));
    return holder === undefined ? referring(name, value, holders) : { kind: "output", of: holder, output: name };
  };
  const entries = fieldsOf(object.definition, "inputs").map(([name]) => [name, expressionOf(name)] as const);
  return Object.fromEntries(entries.filter((one): one is [string, Expression] => one[1] !== undefined));
}

/** A value with references to the objects that it, or an object inside it, names by their handles. */
function referring(name: string, value: unknown, holders: ReadonlyMap<string, NamedObject>): Expression {
  const holder = holders.get(handleKey(name, value));
  if (holder !== undefined) return { kind: "output", of: holder, output: name };
  if (!isRecord(value)) return valueOf(value);
  const members = Object.entries(value).map(([member, inner]) => [member, referring(member, inner, holders)] as const);
  const isPlain = members.every(([, { kind }]) => kind === "value");
  return isPlain ? valueOf(value) : { kind: "record", members: Object.fromEntries(members) };
}

/** A secret, or the secrets within a field that also has other values. */
function withSecrets(whole: Expression, own: readonly NamedSecret[]): Expression {
  return own.reduce<Expression>(
    (outer, { declared, secret }) => put(outer, declared.member ?? [], { kind: "secret", secret }),
    whole,
  );
}

function put(whole: Expression, [step, ...rest]: readonly string[], inner: Expression): Expression {
  if (step === undefined) return inner;
  const members = membersOf(whole);
  return { kind: "record", members: { ...members, [step]: put(members[step] ?? NOTHING, rest, inner) } };
}

const NOTHING = valueOf({});

function membersOf(expression: Expression): Readonly<Record<string, Expression>> {
  if (expression.kind === "record") return expression.members;
  if (expression.kind !== "value" || !isRecord(expression.value)) return {};
  const members = Object.entries(expression.value);
  return Object.fromEntries(members.map(([name, value]) => [name, valueOf(value)]));
}

const pluralOf = (word: string): string => `${word}${word.endsWith("ss") ? "es" : "s"}`;

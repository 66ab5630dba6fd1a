/**
 * Texts for users that name fields. They consist of parts, not of a finished string, because each engine spells a field
 * in its own way. The code that prints a message provides the spelling; parts without a reference, such as the
 * service's own message, are printed unchanged.
 */

/** A field, or a path inside it, that a message names. */
interface FieldReference {
  readonly kind: "field";
  /** In the model's form: `adopt`, `destination.config.region`, `emails[2]`. */
  readonly path: string;
  /** Present if the message shows what to write: `adopt: "x"`. */
  readonly value?: unknown;
  /** Whether it is a piece of a program rather than a word of the sentence. */
  readonly isCode: boolean;
}

/** Names of fields, one after another. */
interface FieldList {
  readonly kind: "fields";
  readonly paths: readonly string[];
  /** The text between two of them. */
  readonly separator: string;
}

/** How to import an existing object; printed if the engine has a command for it. */
interface ImportHint {
  readonly kind: "import";
  readonly resource: string;
  readonly id: string;
}

/** A resource or function that a message names: programs use its type. */
interface TypeReference {
  readonly kind: "type";
  /** In the model's form: `DomainSso`, `verifyDomain`. */
  readonly name: string;
  /** Whether it is preceded by "a" or "an". */
  readonly hasArticle: boolean;
  /** Whether it is a piece of a program rather than a word of the sentence. */
  readonly isCode: boolean;
}

type Part = string | FieldReference | FieldList | ImportHint | TypeReference;

/** A text for users: a plain string if it names no field. */
export type Text = string | Message;

/** How an engine writes references to fields. */
export interface Spelling {
  /** A field, or a path inside it. */
  readonly field: (path: string) => string;
  /** What a user writes to set the field to a value. */
  readonly setting: (path: string, value: unknown) => string;
  /** Marks words as a piece of a program. */
  readonly code: (words: string) => string;
  /** The type of a resource or function; the model's own name if absent. */
  readonly type?: (name: string) => string;
  /** The command that imports an object; absent if the engine has none. */
  readonly importing?: (resource: string, id: string) => string;
}

/** Words between backticks. */
export const inBackticks = (words: string): string => `\`${words}\``;

/** The model's own names, which Pulumi programs also use: `adopt`, `adopt: "x"`. */
export const MODEL_SPELLING: Spelling = {
  field: (path) => path,
  setting: (path, value) => `${path}: ${JSON.stringify(value)}`,
  code: inBackticks,
};

/** A text of parts; immutable. */
export class Message {
  readonly parts: readonly Part[];

  constructor(parts: readonly Part[]) {
    this.parts = parts;
  }

  /** The message in the model's spelling. */
  toString(): string {
    return printed(this);
  }
}

/** The text in the spelling of an engine, or in the model's own. */
export function printed(text: Text, spelling: Spelling = MODEL_SPELLING): string {
  if (typeof text === "string") return text;
  return text.parts.map((part) => printedPart(part, spelling)).join("");
}

function printedPart(part: Part, spelling: Spelling): string {
  if (typeof part === "string") return part;
  if (part.kind === "fields") return part.paths.map(spelling.field).join(part.separator);
  if (part.kind === "import") return printedImport(part, spelling);
  if (part.kind === "type") return printedType(part, spelling);
  const words = part.value === undefined ? spelling.field(part.path) : spelling.setting(part.path, part.value);
  return part.isCode ? spelling.code(words) : words;
}

function printedImport({ resource, id }: ImportHint, { importing, code }: Spelling): string {
  return importing === undefined ? "" : `\nTo import it, run ${code(importing(resource, id))}.`;
}

function printedType({ name, hasArticle, isCode }: TypeReference, { type, code }: Spelling): string {
  const own = type === undefined ? name : type(name);
  const article = /^[aeiou]/iu.test(own) ? "an " : "a ";
  return `${hasArticle ? article : ""}${isCode ? code(own) : own}`;
}

function partsOf(text: Text | number): readonly Part[] {
  if (typeof text === "number") return [String(text)];
  if (typeof text !== "string") return text.parts;
  return text === "" ? [] : [text];
}

/** Tag of a template that can contain messages and references: ``message`Set ${fieldRef("adopt", id)}.` ``. */
export function message(texts: TemplateStringsArray, ...values: readonly (Text | number)[]): Message {
  return new Message(texts.flatMap((text, index) => [...partsOf(text), ...partsOf(values[index] ?? "")]));
}

/** Several texts as one, with a separator between them. */
export function joined(texts: readonly Text[], separator: string): Message {
  return new Message(texts.flatMap((text, index) => [...partsOf(index === 0 ? "" : separator), ...partsOf(text)]));
}

/** A reference to a field as a piece of a program; with a value, it shows what a user writes to set the field. */
export function fieldRef(path: string, value?: unknown): Message {
  return new Message([{ kind: "field", path, value, isCode: true }]);
}

/** A line that shows how to import an object; empty if the engine can't. */
export function importHint(resource: string, id: string): Message {
  return new Message([{ kind: "import", resource, id }]);
}

/** The name of a field as a word of the sentence. */
export function fieldName(path: string): Message {
  return new Message([{ kind: "field", path, isCode: false }]);
}

/** The names of fields, by default separated by commas. */
export function fieldNames(paths: readonly string[], separator = ", "): Message {
  return new Message([{ kind: "fields", paths, separator }]);
}

/** The type of a resource or function as a word of the sentence: `DomainSso`, `orgform_domain_sso`. */
export function typeName(name: string): Message {
  return new Message([{ kind: "type", name, hasArticle: false, isCode: false }]);
}

/** The same with an article that matches the engine's spelling: `a DomainSso`, `an orgform_domain_sso`. */
export function aTypeName(name: string): Message {
  return new Message([{ kind: "type", name, hasArticle: true, isCode: false }]);
}

/** The type of a resource or function as a piece of a program. */
export function typeRef(name: string): Message {
  return new Message([{ kind: "type", name, hasArticle: false, isCode: true }]);
}

/** The same with its article. */
export function aTypeRef(name: string): Message {
  return new Message([{ kind: "type", name, hasArticle: true, isCode: true }]);
}

/** The verb for this number of things. */
export function isOrAre(things: readonly unknown[]): "is" | "are" {
  return things.length === 1 ? "is" : "are";
}

/** The first line of a text. */
export function firstLine(text: Text): Message {
  const line: Part[] = [];
  for (const part of partsOf(text)) {
    const end = typeof part === "string" ? part.indexOf("\n") : -1;
    line.push(typeof part === "string" && end >= 0 ? part.slice(0, end) : part);
    if (end >= 0) break;
  }
  return new Message(line);
}

/** A sentence without its period, to continue it. */
export function withoutPeriod(text: Text): Message {
  const parts = partsOf(text);
  const last = parts.at(-1);
  if (typeof last !== "string" || !last.endsWith(".")) return new Message(parts);
  return new Message([...parts.slice(0, -1), last.slice(0, -1)]);
}

const TEXT = Symbol.for("orgform.text");

/** An error whose text can name fields; `message` has it in the model's spelling. */
export class MessageError extends Error {
  readonly [TEXT]: Text;

  constructor(text: Text, options?: ErrorOptions) {
    super(printed(text), options);
    this.name = "MessageError";
    this[TEXT] = text;
  }
}

/** An error of a layer without messages, with a text that names fields. */
export function withText<E extends Error>(error: E, text: Text): E {
  return Object.assign(error, { [TEXT]: text });
}

/** Whether an error names fields: only those errors have the symbol. */
function namesFields(error: unknown): error is MessageError {
  return error instanceof Error && TEXT in error;
}

/** The text of an error, with its references if it names fields. */
export function textOf(error: unknown): Text {
  if (namesFields(error)) return error[TEXT];
  return error instanceof Error ? error.message : String(error);
}

/** Receives texts for the user; the engine attaches them to the resource. */
export interface Reporter {
  readonly warn: (text: Text) => void;
  readonly info: (text: Text) => void;
  /** A short live status; the next one replaces it. */
  readonly status: (text: Text) => void;
}

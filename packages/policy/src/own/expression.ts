import { type ASTNode, Environment, ParseError, type ParseResult, TypeError } from "@marcbachmann/cel-js";

import { livingSchema, type Picture, type Section } from "../picture/picture.generated.ts";
import { isUnknown } from "../picture/known.generated.ts";
import { ACCESS, accessPlaces } from "./access-places.ts";
import { celValue, celValues, unreadable, UnknownValueError } from "./cel-values.ts";
import { patternOf } from "./pattern.ts";
import { spendsWork, Work } from "./work.ts";

const isSection = (name: string): name is Section => name !== "organization" && name in livingSchema.shape;

/** Sections of a picture, which expressions can name. */
export const SECTION_NAMES: readonly Section[] = Object.keys(livingSchema.shape).filter(isSection);

/** The variable for the current object. */
const SELF = "self";

const LIMITS = { maxAstNodes: 300, maxDepth: 30, maxListElements: 100, maxMapEntries: 20, maxCallArguments: 8 };

const environment = new Environment({ limits: LIMITS })
  .registerVariable(SELF, "map")
  .registerVariable("now", "google.protobuf.Timestamp")
  .registerVariable("organization", "map")
  .registerVariable("declared", "map");
for (const name of [...SECTION_NAMES, ACCESS]) environment.registerVariable(name, "list<map>");

/** Names that an expression can use. */
const VARIABLES = [SELF, "now", "organization", ...SECTION_NAMES, "declared", ACCESS];

/** The result of an expression for an object, or why it can't be evaluated. */
export type Outcome = boolean | { readonly field: string | undefined; readonly why: string };

/** What an expression can name, apart from the object. */
type Surroundings = Readonly<Record<string, unknown>>;

/** An expression that can't be used; the message says what is wrong with it. */
export class ExpressionError extends Error {}

/** One condition in the Common Expression Language. */
export class Expression {
  readonly text: string;
  /** Parts of a picture that it names, and the access that follows from them. */
  readonly names: readonly (Section | "declared" | typeof ACCESS)[];
  /** The fields of the object that it names, in order. */
  readonly fields: readonly string[];
  readonly #evaluate: ParseResult;
  #work = new Work(0);

  /** @throws ExpressionError for text that isn't an expression, or whose value isn't a Boolean */
  constructor(text: string) {
    this.text = text.trim().replaceAll(/\s+/gu, " ");
    this.#evaluate = parsed(text);
    const nodes = nodesOf(this.#evaluate.ast);
    const named = nodes.flatMap((node) => (node.op === "id" ? [node.args] : []));
    this.names = [...SECTION_NAMES, "declared" as const, ACCESS].filter((name) => named.includes(name));
    this.fields = [...new Set(nodes.flatMap(fieldOfSelf))];
    const costs = matchedTexts(nodes);
    for (const node of nodes) spendsWork(node, () => this.#work, costs.get(node) ?? (() => 0));
  }

  /** Its result for an object. All objects of a rule share the work limit. */
  outcome(self: unknown, surroundings: Surroundings, work: Work): Outcome {
    this.#work = work;
    try {
      const value: unknown = this.#evaluate(withSelf(surroundings, self));
      if (typeof value === "boolean") return value;
      return { field: undefined, why: "the expression is neither true nor false" };
    } catch (error) {
      if (error instanceof UnknownValueError) return { field: error.field, why: error.why };
      return { field: undefined, why: `the expression can't be evaluated: ${summaryOf(error)}` };
    }
  }
}

/** The parts of a picture that expressions can name. Unknown parts are unknown to them, too. */
export function surroundingsOf({ takenAt, living, declared }: Picture): Surroundings {
  const surroundings = { now: new Date(takenAt), organization: celValue(living.organization) };
  for (const name of SECTION_NAMES) {
    const objects = living[name];
    const shown = isUnknown(objects) ? unreadable(name, objects.unknown) : { value: celValues(objects) };
    Object.defineProperty(surroundings, name, shown);
  }
  Object.defineProperty(surroundings, ACCESS, accessIn(living));
  const shown = isUnknown(declared) ? unreadable("declared", declared.unknown) : { value: celValue(declared) };
  return Object.defineProperty(surroundings, "declared", shown);
}

/** The access of everybody, which is computed for the expressions that read it. */
function accessIn(living: Picture["living"]): { get: () => unknown[] } {
  let shown: unknown[] | undefined;
  return {
    get: () => {
      const all = accessPlaces(living);
      if (isUnknown(all)) throw new UnknownValueError(ACCESS, all.unknown);
      return (shown ??= celValues(all));
    },
  };
}

/** The parts that expressions can name, and the object. Unknown values are read later, or never. */
function withSelf(surroundings: Surroundings, self: unknown): Surroundings {
  const names = { [SELF]: self };
  Object.setPrototypeOf(names, surroundings);
  return names;
}

function parsed(text: string): ParseResult {
  try {
    const result = environment.parse(text);
    const { valid: isValid, type = "", error } = result.check();
    if (!isValid) throw error ?? new ExpressionError("it can't be checked");
    if (type !== "bool" && type !== "dyn") throw new ExpressionError(`is ${type}; it has to be true or false`);
    return result;
  } catch (error) {
    if (!(error instanceof ParseError || error instanceof TypeError)) throw error;
    const { code, range, summary } = error;
    const place = range === undefined ? "" : ` (character ${range.start + 1})`;
    const hint = code === "unknown_variable" ? `; there are ${VARIABLES.join(", ")}` : "";
    throw new ExpressionError(`${summary}${place}${hint}`, { cause: error });
  }
}

/** The problem without its position: a report has one line for it. */
function summaryOf(error: unknown): string {
  const summary: unknown = error instanceof Error ? Reflect.get(error, "summary") : undefined;
  return typeof summary === "string" ? summary : String(error);
}

/** An expression with all its parts. */
function nodesOf(node: ASTNode): ASTNode[] {
  return [node, ...partsOf(node).flatMap(nodesOf)];
}

function partsOf(node: ASTNode): readonly ASTNode[] {
  switch (node.op) {
    case "value":
    case "id":
      return [];
    case ".":
    case ".?":
      return [node.args[0]];
    case "call":
      return node.args[1];
    case "rcall":
      return [node.args[1], ...node.args[2]];
    case "map":
      return node.args.flat();
    case "!_":
    case "-_":
      return [node.args];
    default:
      return node.args;
  }
}

function fieldOfSelf(node: ASTNode): string[] {
  if (node.op !== ".") return [];
  const [object, name] = node.args;
  return object.op === "id" && object.args === SELF ? [name] : [];
}

/** The strings that a pattern is matched with, each with its cost. @throws ExpressionError for a costly pattern */
function matchedTexts(nodes: readonly ASTNode[]): Map<ASTNode, (text: string) => number> {
  const costs = new Map<ASTNode, (text: string) => number>();
  for (const node of nodes) {
    if (node.op !== "rcall" || node.args[0] !== "matches") continue;
    const [, text, [literal]] = node.args;
    if (literal?.op !== "value" || typeof literal.args !== "string") {
      throw new ExpressionError("the argument of matches must be a pattern in quotes, and nothing else");
    }
    const pattern = patternOf(literal.args);
    if (typeof pattern === "string") throw new ExpressionError(pattern);
    costs.set(text, pattern.cost);
  }
  return costs;
}

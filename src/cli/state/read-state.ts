import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import * as z from "zod";
import type { Engine, EngineName, RecordedState } from "../../engines/engine.ts";
import { engines } from "../../engines/index.ts";
import { isOrgformProblem } from "../../model/diagnostics.ts";
import { codeOf } from "../file-error.ts";

/** Orgform's objects in the state of a stack, and its engine. */
export interface RecordedStack extends RecordedState {
  readonly engine: EngineName;
}

/** A state that can't be used; its message is for the user, with the next step. */
export class StateError extends Error {}

/** A state without Orgform's objects: nothing was applied yet, or it is the state of something else. */
export class NothingRecordedError extends StateError {}

const FORMS = `Give ${engines.map(({ stateReader }) => stateReader.forms).join(", ")}, or a state file.`;

/** The engines' names for a sentence that says that it is none of them: "Pulumi, Terraform or OpenTofu". */
export const NO_ENGINE = engines
  .flatMap(({ tools }) => tools.map(({ title }) => title))
  .join(", ")
  .replace(/, (?<last>[^,]+)$/u, " or $<last>");

/**
 * Reads a state from a file: an engine's output or own file, also packed with gzip.
 *
 * @throws StateError if the file can't be read or contains no state with Orgform's resources
 */
export function readStateFile(path: string): RecordedStack {
  return readState(stateTextIn(path), path);
}

/** The text of a state file, also of one that is packed with gzip. */
function stateTextIn(path: string): string {
  try {
    const bytes = readFileSync(path);
    const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
    return (isPacked ? gunzipSync(bytes) : bytes).toString("utf8");
  } catch (error) {
    throw new StateError(`The state ${path} cannot be read: ${codeOf(error)}. ${FORMS}`, { cause: error });
  }
}

/** A state in the engine's form, whatever resources it contains, with the engine. */
export interface ForeignState {
  readonly engine: Engine;
  readonly state: unknown;
  /** The same, as it was read. */
  readonly text: string;
}

/**
 * Reads a state, even without Orgform's objects, from a file or an engine's output.
 *
 * @throws StateError if it isn't a state
 */
export function foreignState(source: { readonly path: string } | { readonly text: string }): ForeignState {
  const name = "path" in source ? source.path : "What the engine printed";
  const text = "path" in source ? stateTextIn(source.path) : source.text;
  const state = jsonIn(text, name);
  const engine = engines.find(({ stateReader }) => stateReader.accepts(state));
  if (engine === undefined) throw new StateError(`${name} doesn't contain a state of ${NO_ENGINE}. ${FORMS}`);
  return { engine, state, text };
}

/**
 * Reads a state file, even without Orgform's objects.
 *
 * @throws StateError if it can't be read or isn't a state
 */
export function readAnyState(path: string): RecordedState {
  const { engine, state } = foreignState({ path });
  return understood(() => engine.stateReader.read(state), path);
}

/**
 * Reads the text of a state.
 *
 * @param source - the source of the text, for messages
 * @throws StateError if it isn't a state, or has no resources of Orgform
 */
export function readState(text: string, source: string): RecordedStack {
  const json = jsonIn(text, source);
  const engine = engines.find(({ stateReader }) => stateReader.accepts(json));
  if (engine === undefined) throw new StateError(`${source} doesn't contain a state of ${NO_ENGINE}. ${FORMS}`);
  const state = understood(() => engine.stateReader.read(json), source);
  if (state.objects.length + state.unknown.length > 0) return { engine: engine.name, ...state };
  throw new NothingRecordedError(
    `${source} contains no Orgform resource. It might be the state of another program, or nothing was applied yet.`,
  );
}

function jsonIn(text: string, source: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // The parser quotes its input, which might be a secret.
    throw new StateError(`${source} isn't complete JSON. ${FORMS}`, { cause: error });
  }
}

function understood(read: () => RecordedState, source: string): RecordedState {
  try {
    return read();
  } catch (error) {
    // For example, a newer version wrote it.
    if (isOrgformProblem(error)) throw new StateError(`${source} can't be read\n${error.message}`, { cause: error });
    const where = error instanceof z.ZodError ? `, at ${error.issues[0]?.path.join(".") ?? "the top"}` : "";
    throw new StateError(`${source} contains a state in an unknown format${where}. ${FORMS}`, { cause: error });
  }
}

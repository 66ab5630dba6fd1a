import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import * as z from "zod";

import { codeOf } from "./file-error.ts";
import { isPulumiState, readPulumiState } from "./pulumi-state.ts";
import { type RecordedStack, StateError } from "./recorded-stack.ts";
import { isTerraformState, readTerraformState } from "./terraform-state.ts";

const FORMS =
  "Give what `pulumi stack export` or `terraform state pull` prints, a state file, or what `terraform show -json` prints of a state.";

/**
 * Reads a state out of a file: of Pulumi (export or checkpoint, also packed with gzip), Terraform or OpenTofu.
 *
 * @throws StateError when the file cannot be read or holds no state with resources of ours
 */
export function readStateFile(path: string): RecordedStack {
  let text: string;
  try {
    const bytes = readFileSync(path);
    const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
    text = (isPacked ? gunzipSync(bytes) : bytes).toString("utf8");
  } catch (error) {
    throw new StateError(`The state ${path} cannot be read: ${codeOf(error)}. ${FORMS}`, { cause: error });
  }
  return readState(text, path);
}

/**
 * Reads a state out of its text.
 *
 * @param source - where the text comes from, for messages
 * @throws StateError when it is no state, or one without resources of ours
 */
export function readState(text: string, source: string): RecordedStack {
  const json = jsonIn(text, source);
  const read = isPulumiState(json) ? readPulumiState : isTerraformState(json) ? readTerraformState : undefined;
  if (read === undefined) throw new StateError(`${source} holds no state of Pulumi, Terraform or OpenTofu. ${FORMS}`);
  const stack = understood(() => read(json), source);
  if (stack.objects.length + stack.unknown.length > 0) return stack;
  throw new StateError(`${source} holds no resource of Orgform: it is the state of something else, or of nothing yet.`);
}

function jsonIn(text: string, source: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // The parser quotes what it read, which may be a secret.
    throw new StateError(`${source} holds no JSON, or was cut off. ${FORMS}`, { cause: error });
  }
}

function understood(read: () => RecordedStack, source: string): RecordedStack {
  try {
    return read();
  } catch (error) {
    const where = error instanceof z.ZodError ? `, at ${error.issues[0]?.path.join(".") ?? "the top"}` : "";
    throw new StateError(`${source} holds a state of a form that is not known${where}. ${FORMS}`, { cause: error });
  }
}

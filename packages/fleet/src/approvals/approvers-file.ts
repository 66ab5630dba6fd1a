import { readFileSync } from "node:fs";
import * as yaml from "yaml";

import { signatureRule, type SignatureRule } from "../file/approve-schema.ts";
import { membersOf } from "../members.ts";
import { ApprovalError } from "./approval-error.ts";

/**
 * Reads a file of approvers: `by` with names and keys, and `atLeast`, in YAML or JSON.
 *
 * @throws ApprovalError that names file, field, and cause
 */
export function readApprovers(file: string): SignatureRule {
  const parsed = signatureRule.safeParse(yamlIn(file));
  if (parsed.success) return parsed.data;
  const reasons = parsed.error.issues.map(
    ({ path, message }) => `${path.length === 0 ? "it" : path.join(".")}: ${message}`,
  );
  throw new ApprovalError(`The file of approvers ${file} can't be used: ${reasons.join("; ")}. Nothing was run.`);
}

function yamlIn(file: string): unknown {
  try {
    return yaml.parse(readFileSync(file, "utf8"));
  } catch (error) {
    const { code } = error instanceof yaml.YAMLError ? { code: "it isn't YAML" } : membersOf(error);
    throw new ApprovalError(`The file of approvers ${file} can't be read: ${String(code)}. Nothing was run.`, {
      cause: error,
    });
  }
}

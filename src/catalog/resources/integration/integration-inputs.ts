import * as z from "zod";

import type { Problem } from "../../../model/diagnostics.ts";
import type { IntegrationWire } from "../../../client/integrations.ts";
import { field } from "../../../model/field.ts";
import { replaceIfOther } from "../../../model/on-change.ts";
import { isRecord, type Values } from "../../../model/json-value.ts";
import { fieldNames, fieldRef, message } from "../../../model/messages.ts";
import { projectIdInput } from "../../fields/field-types.ts";
import type { IntegrationBlock } from "./integration-kinds.ts";
import { BLOCKS, custom, kindOf, membersOf, sameBlock } from "./integration-wire.ts";

function blockInput(block: IntegrationBlock) {
  const { doc, members, identity } = kindOf(block);
  const identityOf = (value: unknown): unknown => (isRecord(value) ? identity(value) : undefined);
  const wire = custom(
    (rows, { declared }) => (rows.block === block ? shownOf(block, rows.current, declared) : undefined),
    (given: Values) => ({ block, members: given }),
  );
  return field(members.optional(), { doc, wire, normalize: sameBlock(block), onChange: replaceIfOther(identityOf) });
}

/**
 * The block as the service shows it, without undeclared defaults, because after an import, a program needn't declare
 * them.
 */
function shownOf(block: IntegrationBlock, row: IntegrationWire, declared: Values | undefined): Values {
  const given = declared?.[block];
  const members = membersOf(block, row, isRecord(given) ? given : undefined);
  return declared === undefined ? sameBlock(block)(members) : members;
}

type BlockInputs = Readonly<Record<IntegrationBlock, ReturnType<typeof blockInput>>>;

/** Inputs of an integration: a block for each kind. A program sets exactly one. */
export const integrationInputs = {
  projectId: projectIdInput,
  ...(Object.fromEntries(BLOCKS.map((block) => [block, blockInput(block)])) as BlockInputs), // -- of each name
  rotate: field(z.string().optional(), {
    doc: "Any text. A new text sends the integration's secrets again, for example after an import.",
    onChange: "resend",
  }),
} as const;

/** Requires exactly one block without contradictions. Skips unknown values. */
export function integrationProblems(inputs: Values): Problem[] {
  const given = BLOCKS.filter((block) => inputs[block] !== undefined && inputs[block] !== null);
  const [first, ...others] = given;
  if (first === undefined) {
    const reason = message`is required, or another kind instead: ${fieldNames(BLOCKS.slice(1))}`;
    return [{ path: BLOCKS[0] ?? "", reason }];
  }
  if (others.length > 0) {
    return others.map((path) => ({
      path,
      reason: message`is set together with ${fieldRef(first)}, but an integration has one kind`,
    }));
  }
  const { [first]: members } = inputs;
  if (!isRecord(members)) return [];
  const faults = kindOf(first).faults?.(members) ?? [];
  return faults.map(({ member, reason }) => ({ path: `${first}.${member}`, reason }));
}

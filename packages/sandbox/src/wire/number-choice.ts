import { invalid } from "../pipeline/service-error.ts";
import type { FieldSpec } from "./field.ts";
import { pythonString } from "./python-text.ts";

/**
 * A reader for numbers of a fixed set; the same number written as text is taken, a number by another spelling and a
 * boolean are not.
 * @source live service 2025-08, flows 3:45-53 and 4:13
 */
export function numberChoice(choices: readonly number[]): NonNullable<FieldSpec["read"]> {
  return (sent, field) => {
    const found = choices.find((choice) => String(choice) === pythonString(sent));
    if (found === undefined)
      throw invalid("invalid_choice", `"${pythonString(sent)}" is not a valid choice.`, field.name);
    return found;
  };
}

/** Levels of a member: member, administrator, owner. @source live service 2025-08, flow 3:45-53 */
export const readLevel = numberChoice([1, 8, 15]);

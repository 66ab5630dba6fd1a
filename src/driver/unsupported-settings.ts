import { type AnyResource, fieldsOf, WITHOUT_EFFECT } from "../model/definition.ts";
import { isHidden } from "../model/field.ts";
import type { Values } from "../model/json-value.ts";
import { fieldNames, message, type Text } from "../model/messages.ts";
import type { Context } from "./session/session.ts";

/** Names of the declared settings that a read doesn't show, because the service lacks them or only shows them. */
export function unsupportedFields(definition: AnyResource, declared: Values, observed: Values): string[] {
  return fieldsOf(definition, "inputs")
    .filter(([name, rules]) => rules.returned === "where supported" && declared[name] !== undefined)
    .filter(([name, rules]) => isHidden(rules, observed[name]))
    .map(([name]) => name);
}

/** Whether every service has all settings of a declaration, so each of them has an effect. */
export function isSupportedEverywhere(definition: AnyResource, declared: Values): boolean {
  return fieldsOf(definition, "inputs").every(
    ([name, rules]) => rules.returned !== "where supported" || declared[name] === undefined,
  );
}

/**
 * Reports settings of a state without effect, as far as they are still declared.
 *
 * @param known - an earlier state that was already reported
 */
export function warnOfUnsupported(
  { title, state, declared }: { readonly title: Text; readonly state: Values; readonly declared: Values },
  report: Context["report"],
  known: Values = {},
): void {
  const before = new Set(listed(known));
  const names = listed(state).filter((name) => declared[name] !== undefined && !before.has(name));
  if (names.length === 0) return;
  report.warn(
    message`Without effect for ${title}: ${fieldNames(names)}. This service doesn't have that setting, or only shows it. The declared value stays in the state, and nothing is sent until a service accepts the setting.`,
  );
}

function listed(state: Values): string[] {
  const names = state[WITHOUT_EFFECT];
  return Array.isArray(names) ? names.filter((name) => typeof name === "string") : [];
}

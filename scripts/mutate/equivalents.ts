import { placeOf } from "./place.ts";

/** A change that no test can notice, because the program behaves as before. */
export interface Equivalent {
  readonly file: string;
  /** The line, with the changed part between « and »; as a run prints it for a survivor. */
  readonly code: string;
  readonly replacement: string;
  /** Why there is no difference. */
  readonly reason: string;
}

/** A kind of change that no test can notice anywhere. */
export interface EquivalentForm {
  /** For the page. */
  readonly change: string;
  /** Whether a replacement of this code is of the kind. */
  readonly isOne: (code: string, replacement: string) => boolean;
  readonly reason: string;
}

/** The replacement takes for granted that a match has groups. */
function readsGroupsAlways(code: string, replacement: string): boolean {
  return code.includes(".groups?.[") && code.replace(".groups?.[", ".groups[") === replacement;
}

export const EQUIVALENT_FORMS: readonly EquivalentForm[] = [
  {
    change: '`.groups?.["name"]` becomes `.groups["name"]`',
    isOne: readsGroupsAlways,
    reason: "A match of a pattern with a named group always has groups.",
  },
];

/** Found among the survivors, and read by a person. They count neither for nor against a score. */
export const EQUIVALENTS: readonly Equivalent[] = [
  {
    file: "src/adopt/program.ts",
    code: "return definition === undefined ? «[]» : managedKeys(definition, id, inputs);",
    replacement: '["Stryker was here"]',
    reason: "A key begins with the kind of an object, and there is no kind of that name: nobody asks for the new key.",
  },
  {
    file: "packages/mcp/src/whole-lines.ts",
    code: "this.#skipped = { start: text.slice(0, KEPT_BYTES), end: text.slice(«-KEPT_BYTES») };",
    replacement: "+KEPT_BYTES",
    reason: "The number of the request is matched at the very end, and the next part cuts the text to the same length.",
  },
  {
    file: "src/client/transport/redact.ts",
    code: '...(character === " " ? [String.raw`\\+`] : «[]»),',
    replacement: '["Stryker was here"]',
    reason:
      "The redactor would also hide a text that has this sentence in place of each character of a secret: nobody sends it.",
  },
  {
    file: "src/client/transport/redact.ts",
    code: ": «[]»),",
    replacement: '["Stryker was here"]',
    reason: "As above, for a character that JSON writes as it is.",
  },
  {
    file: "src/driver/adoption/candidates.ts",
    code: "({ wire }) => !isBeingDeleted(definition, wire) && «definition.naturalKey?.matches»(wire, inputs) === true,",
    replacement: "definition.naturalKey.matches",
    reason: "The only caller returns before this if the resource has no natural key.",
  },
  {
    file: "src/model/action.ts",
    code: "const settings = { howToSet: (name: string) => message«`set ${fieldName(name)} in the provider's configuration`» };",
    replacement: "``",
    reason: "The check of the resource has reported a missing setting before this, and then nobody asks.",
  },
  {
    file: "src/cli/commands/check.ts",
    code: 'plan === undefined ? {} : { planned: { plan, file: readText(flags["plan"]) ?? «""», isAll: flags["all"] === true } };',
    replacement: '"Stryker was here!"',
    reason: "There is a plan only if the flag names its file.",
  },
  {
    file: "packages/fleet/src/temporal/worker.ts",
    code: 'signal.addEventListener("abort", end, «{ once: true }»);',
    replacement: "{}",
    reason: "A signal is aborted once, and the listener is removed in the end.",
  },
  {
    file: "src/engines/terraform/fleet/workspace-run.ts",
    code: 'this.#run.signal.addEventListener("abort", stop, «{ once: true }»);',
    replacement: "{}",
    reason: "A signal is aborted once, and the listener is removed in the end.",
  },
  {
    file: "src/engines/terraform/switch-writer/switch-writer.ts",
    code: String.raw`const project = «/^posthog_project\.(?<name>[\w-]+)\.id$/u.exec(of?.trim() ?? "")?.groups?.["name"]»;`,
    replacement: String.raw`/^posthog_project\.(?<name>[\w-]+)\.id$/u.exec(of?.trim() ?? "")?.groups["name"]`,
    reason: "A match of a pattern with a named group has groups.",
  },
  {
    file: "src/picture/picture-after-plan.ts",
    code: 'const name = shown["name"] ?? shown[definition.naturalKey?.fields.at(-1) ?? «""»];',
    replacement: '"Stryker was here!"',
    reason: "No field has either name.",
  },
  {
    file: "src/model/block.ts",
    code: "if («schema instanceof z.ZodArray») inner.push(schema.element);",
    replacement: "true",
    reason: "A type that isn't a list has no element, and what isn't a type is left out.",
  },
  {
    file: "src/model/block.ts",
    code: "if («schema instanceof z.ZodRecord») inner.push(schema.valueType);",
    replacement: "true",
    reason: "A type that isn't a record has no type of its values, and what isn't a type is left out.",
  },
  {
    file: "src/model/block.ts",
    code: "if («schema instanceof z.ZodPipe») inner.push(schema.in);",
    replacement: "true",
    reason: "A type that isn't a pipe has no inner one, and what isn't a type is left out.",
  },
  {
    file: "src/driver/session/session.ts",
    code: 'const CURRENT_KEY = «"current key"»;',
    replacement: '""',
    reason: "It names a fact of a session, and no other fact has either name.",
  },
  {
    file: "src/driver/fingerprint.ts",
    code: 'if (scheme !== "scrypt" || «salt === undefined» || expected === undefined) return undefined;',
    replacement: "false",
    reason: "A text without a salt has no hash after it.",
  },
  {
    file: "src/driver/hooks/wrong-parent-creation.ts",
    code: "await «definition.ops.read?.(session.api, at, session.contextOf(call))»;",
    replacement: "definition.ops.read(session.api, at, session.contextOf(call))",
    reason: 'Without a read of its own, the object is in place, as it is after an error that doesn\'t say "not found".',
  },
  {
    file: "src/migrate/credentials.ts",
    code: "return Object.hasOwn(CARRIERS, type) ? «CARRIERS[type]?.»(config, name) : undefined;",
    replacement: "CARRIERS[type]",
    reason: "The condition before it has found the type.",
  },
  {
    file: "src/migrate/exports.ts",
    code: "const known = «key === undefined» ? undefined : shared.get(key);",
    replacement: "false",
    reason: "Nothing is shared under no key.",
  },
  {
    file: "src/migrate/exports.ts",
    code: "if («key !== undefined») shared.set(key, keys);",
    replacement: "true",
    reason: "What is shared under no key is never looked up.",
  },
  {
    file: "src/adopt/table.ts",
    code: "if (objects.length <= MOST_ALONE || «first === undefined» || definition.identity.parts.at(-1) !== key) return undefined;",
    replacement: "false",
    reason: "There are more objects than one by then.",
  },
  {
    file: "src/adopt/program.ts",
    code: 'return plain === "" ? [] : [«plain.length <= END_OF_ID» ? plain : plain.slice(-END_OF_ID)];',
    replacement: "plain.length < END_OF_ID",
    reason: "The end of a text of just that length is the text.",
  },
  {
    file: "src/adopt/program.ts",
    code: 'return plain === "" ? [] : [«plain.length <= END_OF_ID» ? plain : plain.slice(-END_OF_ID)];',
    replacement: "false",
    reason: "The end of a shorter text is the text.",
  },
];

/** Whether a mutant is one of these. */
export function isEquivalent(key: string, root: string, known: readonly Equivalent[] = EQUIVALENTS): boolean {
  const candidates = known.filter(({ file }) => key.startsWith(`${file}:`));
  const { code, replacement } = placeOf(key, root);
  const changed = /«(?<code>.*)»/u.exec(code)?.groups?.["code"] ?? "";
  if (EQUIVALENT_FORMS.some(({ isOne }) => isOne(changed, replacement))) return true;
  return candidates.some((one) => one.code === code && one.replacement === replacement);
}

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
  {
    file: "packages/watch/src/transitions/transitions.ts",
    code: 'if («subject.type === "gap"» || before.type === "gap" || isSame(before, subject)) return { tracked };',
    replacement: "false",
    reason: "Both subjects have the same key, so the other condition says the same of the type.",
  },
  {
    file: "packages/watch/src/transitions/transitions.ts",
    code: 'if (subject.type === «"gap"» || before.type === "gap" || isSame(before, subject)) return { tracked };',
    replacement: '""',
    reason: "As above.",
  },
  {
    file: "packages/watch/src/transitions/transitions.ts",
    code: 'if (subject.type === "gap" || «before.type === "gap"» || isSame(before, subject)) return { tracked };',
    replacement: "false",
    reason: "As above.",
  },
  {
    file: "packages/watch/src/transitions/transitions.ts",
    code: 'if (subject.type === "gap" || before.type === «"gap"» || isSame(before, subject)) return { tracked };',
    replacement: '""',
    reason: "As above.",
  },
  {
    file: "packages/watch/src/transitions/transitions.ts",
    code: 'if («subject.type === "gap" || before.type === "gap"» || isSame(before, subject)) return { tracked };',
    replacement: 'subject.type === "gap" && before.type === "gap"',
    reason: "As above.",
  },
  {
    file: "packages/watch/src/transitions/transitions.ts",
    code: 'if (old === undefined) throw new RangeError(«"A subject is neither kept nor seen."»);',
    replacement: '""',
    reason: "A key comes from one of the two lists, so nothing throws this.",
  },
  {
    file: "packages/watch/src/transitions/transitions.ts",
    code: 'if («old === undefined») throw new RangeError("A subject is neither kept nor seen.");',
    replacement: "false",
    reason: "As above.",
  },
  {
    file: "src/cli/fleet/plan-command.ts",
    code: 'if («event.event === "organization"» && "durationMs" in event) planned.push(event);',
    replacement: "true",
    reason: "Only events of organizations have a duration.",
  },
  {
    file: "src/engines/pulumi/fleet/cut-off.ts",
    code: 'return «error instanceof Error && "code" in error» && error.code === "EPERM";',
    replacement: "true",
    reason: "What sends a signal throws only errors with a code.",
  },
  {
    file: "src/engines/pulumi/fleet/cut-off.ts",
    code: 'return «error instanceof Error && "code" in error» && error.code === "EPERM";',
    replacement: 'error instanceof Error || "code" in error',
    reason: "As above.",
  },
  {
    file: "packages/fleet/src/expansion/expand.ts",
    code: "Object.hasOwn(«one?.values» ?? {}, name);",
    replacement: "one.values",
    reason: "Both callers give an entry of the file.",
  },
  {
    file: "packages/mcp/src/whole-lines.ts",
    code: 'const FIRST = new RegExp(String.raw`^\\s*\\{\\s*(?:"jsonrpc":\\s*"2\\.0"\\s*,\\s*)?${ID},`, «"u"»);',
    replacement: '""',
    reason: "The pattern means the same with and without the flag.",
  },
  {
    file: "packages/mcp/src/whole-lines.ts",
    code: 'const LAST = new RegExp(String.raw`,\\s*${ID}\\}\\s*$`, «"u"»);',
    replacement: '""',
    reason: "As above.",
  },
  {
    file: "packages/watch/src/outbox/quiet-hours.ts",
    code: 'const part = (name: "weekday" | "hour" | "minute"): string => parts.get(name) ?? «""»;',
    replacement: '"Stryker was here!"',
    reason: "The format has all three parts.",
  },
  {
    file: "src/driver/session/list-cache.ts",
    code: "if («!isDerived(definition)») return this.#wholeOrParts(definition, scope, call, ask);",
    replacement: "false",
    reason: "The rows are the same, and only take longer.",
  },
  {
    file: "src/driver/session/list-cache.ts",
    code: 'const route = routeOf(listed, scope) ?? «""»;',
    replacement: '"Stryker was here!"',
    reason: "A list is absent only with a route.",
  },
  {
    file: "src/driver/session/list-cache.ts",
    code: "if (partitions === undefined) throw this.#routes.wordOn(route) ?? new Error(«`nobody asked for ${route}`»);",
    replacement: "``",
    reason: "A list is absent only with a word on its route.",
  },
  {
    file: "src/driver/functions/idempotency.ts",
    code: "write: «() => Promise.resolve()»,",
    replacement: "() => undefined",
    reason: "The result is only awaited.",
  },
  {
    file: "src/driver/functions/idempotency.ts",
    code: "remove: «() => Promise.resolve()»,",
    replacement: "() => undefined",
    reason: "As above.",
  },
  {
    file: "src/driver/functions/idempotency.ts",
    code: "read: «() => Promise.resolve(undefined)»,",
    replacement: "() => undefined",
    reason: "As above.",
  },
  {
    file: "src/driver/hooks/unsupported-inputs.ts",
    code: 'const isListed = !containsUnknown(inputs[listHookOf(definition, "partitions")?.field ?? «""»]);',
    replacement: '"Stryker was here!"',
    reason: "No input has either name.",
  },
  {
    file: "src/client/transport/transport.ts",
    code: "const redactor = createRedactor([apiKey, ...(options.secrets ?? «[]»), ...proxySecrets(proxy)]);",
    replacement: '["Stryker was here"]',
    reason: "It would also hide a text that nobody writes.",
  },
  {
    file: "src/client/transport/ledger-wire.ts",
    code: 'rest = lines.pop() ?? «""»;',
    replacement: '"Stryker was here!"',
    reason: "A text that is split has at least one part.",
  },
  {
    file: "src/grpc/peer-user.ts",
    code: 'const [address = «""», digits = ""] = place.split(":");',
    replacement: '"Stryker was here!"',
    reason: "Neither text is an address of this machine.",
  },
  {
    file: "src/grpc/peer-user.ts",
    code: 'const [address = "", digits = «""»] = place.split(":");',
    replacement: '"Stryker was here!"',
    reason: "Neither text is a number.",
  },
  {
    file: "src/grpc/peer-user.ts",
    code: 'const [, local = «""», remote = "", state, , , , uid] = line.trim().split(/\\s+/u);',
    replacement: '"Stryker was here!"',
    reason: "Neither text is a place.",
  },
  {
    file: "src/grpc/peer-user.ts",
    code: 'const [, local = "", remote = «""», state, , , , uid] = line.trim().split(/\\s+/u);',
    replacement: '"Stryker was here!"',
    reason: "As above.",
  },
  {
    file: "src/executable/part.ts",
    code: "} catch «{»",
    replacement: "{}",
    reason: "A function without a result returns undefined as well.",
  },
  {
    file: "packages/policy/src/rules/declared.ts",
    code: "[name, ...(COVERING[name] ?? «[]»)].some((one) => declared.has(`${one} ${id}`));",
    replacement: '["Stryker was here"]',
    reason: "Nobody declares a resource of that name.",
  },
  {
    file: "src/app/drift/drift-report.ts",
    code: "return definition === undefined ? «[]» : secretTextsIn(definition, state);",
    replacement: '["Stryker was here"]',
    reason: "It would also hide a text that nobody writes.",
  },
  {
    file: "src/picture/picture-after-plan.ts",
    code: 'if («section !== "domains"») return;',
    replacement: "false",
    reason: "Only a domain has an ID of a domain, so no provider has that of another object.",
  },
  {
    file: "src/picture/sections.ts",
    code: "return SECTIONS.find(({ of, settings = «[]», others = [] }) => [...of, ...settings, ...others].includes(name));",
    replacement: '["Stryker was here"]',
    reason: "No resource has that name.",
  },
  {
    file: "src/picture/sections.ts",
    code: "return SECTIONS.find(({ of, settings = [], others = «[]» }) => [...of, ...settings, ...others].includes(name));",
    replacement: '["Stryker was here"]',
    reason: "As above.",
  },
  {
    file: "src/cli/mcp/workspace.ts",
    code: "for (const text of definition === undefined ? «[]» : secretTextsIn(definition, state)) this.#redactor.add(text);",
    replacement: '["Stryker was here"]',
    reason: "As above.",
  },
  {
    file: "src/cli/commands/migrate.ts",
    code: "return definition === undefined ? «[]» : secretTextsIn(definition, state);",
    replacement: '["Stryker was here"]',
    reason: "It would also hide a text that nobody writes.",
  },
  {
    file: "src/driver/plan/plan.ts",
    code: 'ownership.own(definition, prior.id, «"known"»);',
    replacement: '""',
    reason: "Readers only ask whether an object was made, or is owned at all.",
  },
  {
    file: "src/driver/plan/plan.ts",
    code: 'if (kind !== "unknown" || «rules === undefined») return change;',
    replacement: "false",
    reason: 'Only an input has a change of the kind "unknown", so its rules exist.',
  },
  {
    file: "src/driver/plan/preview.ts",
    code: 'if (session.isFirst(«"reading key"»)) {',
    replacement: '""',
    reason: "The name only has to differ from all others, and no other one is empty.",
  },
  {
    file: "src/driver/session/batcher.ts",
    code: "reject(«signal?.reason»);",
    replacement: "signal.reason",
    reason: "Only a signal that exists calls the listener.",
  },
  {
    file: "src/driver/session/creations.ts",
    code: "if («next !== undefined») attempt = next;",
    replacement: "true",
    reason: "A refused attempt is never told anything more.",
  },
  {
    file: "src/driver/session/creations.ts",
    code: "return this.#known.get(key) ?? «[]»;",
    replacement: '["Stryker was here"]',
    reason: "Callers ask for the attempts of a key first, so the list is always known.",
  },
  {
    file: "src/model/parts.ts",
    code: "...(«capabilities === undefined» ? {} : { capabilities }),",
    replacement: "false",
    reason: "Readers treat undefined capabilities as absent ones.",
  },
  {
    file: "src/model/shape.ts",
    code: "if («known !== undefined») return known;",
    replacement: "false",
    reason: "The cache only saves making the same shape again.",
  },
  {
    file: "src/grpc/wire-format.ts",
    code: "const SINGLE_BYTES: readonly Uint8Array[] = Array.from({ length: 0x80 }, «(_none, value) => new Uint8Array([value])»);",
    replacement: "() => undefined",
    reason: "Without the table, the same byte is written in another way.",
  },
  {
    file: "src/engines/terraform/state-reader/foreign-objects.ts",
    code: "if (vendorType === undefined || «definition === undefined») return [];",
    replacement: "false",
    reason: "Every type of the vendor names a served resource.",
  },
  {
    file: "src/engines/pulumi/state-reader/declarations.ts",
    code: 'const isWhole = stop === at + 1 || «tokens[at + 1]?.words» === ":";',
    replacement: "tokens[at + 1].words",
    reason: "The closing token always follows, so the next token exists.",
  },
  {
    file: "packages/sandbox/src/routes/batch-exports/hogql.ts",
    code: "«default:»",
    replacement: "default:",
    reason: "Only a placeholder comes there, and the check of the fields has refused it before.",
  },
  {
    file: "packages/sandbox/src/page/content.ts",
    code: 'return text.replaceAll(/[&<>"\']/g, (character) => ENTITIES[character] ?? «""»);',
    replacement: '"Stryker was here!"',
    reason: "Each character of the pattern has an entity.",
  },
  {
    file: "packages/sandbox/src/routes/person-insights/retention.ts",
    code: "const later = intervalsOf(plan.returning, fromMs).filter((atMs) => «atMs > baseMs»);",
    replacement: "atMs >= baseMs",
    reason: "The first interval is in the set anyway.",
  },
  {
    file: "packages/fleet/src/file/located-document.ts",
    code: "return isNode(node) ? «node.range?.[0]» : undefined;",
    replacement: "node.range[0]",
    reason: "Every node of a parsed text has a range.",
  },
  {
    file: "packages/fleet/src/file/located-document.ts",
    code: "return isPair(pair) && isNode(pair.key) ? «pair.key.range?.[0]» : undefined;",
    replacement: "pair.key.range[0]",
    reason: "As above.",
  },
  {
    file: "packages/sandbox/src/analytics/entities.ts",
    code: "filters: filtersFrom(properties ?? «[]»),",
    replacement: '["Stryker was here"]',
    reason: "A filter that isn't an object is dropped.",
  },
  {
    file: "packages/sandbox/src/server.ts",
    code: "probe.listen({ host: LOOPBACK, port, exclusive: «true» }, () => probe.close(() => resolve()));",
    replacement: "false",
    reason: "Only the workers of a cluster share ports, and nothing here is a cluster.",
  },
  {
    file: "packages/sandbox/src/routes/hog-functions/write.ts",
    code: "const read = readBody(HOG_FUNCTION, { ...body, ...filters }, { dialect: world.dialect, partial: «true» });",
    replacement: "false",
    reason: "No field of a function itself is required.",
  },
  {
    file: "packages/sandbox/src/routes/integrations/kinds.ts",
    code: 'const read = readBody(NATIVE_EMAIL, given, «{ dialect: "2026-09", partial: false }»);',
    replacement: "{}",
    reason: "No field of it differs between dialects, and nothing means the same as false.",
  },
  {
    file: "packages/sandbox/src/routes/integrations/connected.ts",
    code: "if (question === undefined || «row.connection === undefined») return refuse(exchange, action, row, question);",
    replacement: "false",
    reason: "The kinds of a question always have a connection, and other kinds are refused first either way.",
  },
  {
    file: "packages/sandbox/src/routes/plugins/rows.ts",
    code: "if («organization === undefined») throw new Error(`pipeline item ${row.id} has lost its organization`);",
    replacement: "false",
    reason: "An organization takes its pipeline items along when it is deleted.",
  },
  {
    file: "packages/fleet/src/promotion/yaml-edit.ts",
    code: "return endOf(isMap(node) ? («node.items.at(-1)?.value» ?? node.items.at(-1)?.key) : last, text);",
    replacement: "node.items.at(-1).value",
    reason: "The condition above is that there are items.",
  },
  {
    file: "src/picture/sections.ts",
    code: "return «naturalKey?.fields».map((field) => values[field]).at(-1);",
    replacement: "naturalKey.fields",
    reason: "Every object of a picture has a natural key; only run-once resources have none.",
  },
  {
    file: "src/picture/take-picture.ts",
    code: "progress.step(«definition.collection?.words» ?? definition.name);",
    replacement: "definition.collection.words",
    reason: "Every resource of a section has a list.",
  },
  {
    file: "src/engines/pulumi/migration-writer/migration-writer.ts",
    code: 'const named = new Set(leaves.flatMap((one) => (one.kind === "output" ? [one.of] : «[]»)));',
    replacement: '["Stryker was here"]',
    reason: "The set is asked only about objects, never about a text.",
  },
  {
    file: "src/engines/pulumi/dynamic/resource.ts",
    code: "ownOptions: «() => ({})»,",
    replacement: "() => undefined",
    reason: "The result is only spread.",
  },
  {
    file: "packages/fleet/src/budget/account.ts",
    code: "const queue = (queues.get(organization) ?? «[]»).filter((other) => other !== waiting);",
    replacement: '["Stryker was here"]',
    reason: "A waiting request is in the queue of its organization.",
  },
  {
    file: "packages/fleet/src/expansion/expand.ts",
    code: "if (template === undefined) throw new RangeError(«`Unknown template ${one.template}.`»);",
    replacement: "``",
    reason: "The check of the file has refused an unknown template before, with its place.",
  },
  {
    file: "packages/fleet/src/temporal/names.ts",
    code: 'return fingerprintOf({ ...organization, folder, templateHash: «""» });',
    replacement: '"Stryker was here!"',
    reason: "Such fingerprints are only compared with each other.",
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

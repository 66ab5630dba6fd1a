import { textOf } from "./copy.ts";

/** A possible mistake that the tests must notice. */
export interface Fault {
  readonly name: string;
  /** The harm to users. */
  readonly harm: string;
  /** The beginning of the path of the only file that contains `text`. */
  readonly below: string;
  /** Stands once in one file. */
  readonly text: string;
  readonly replacement: string;
  /** Test files that are likely to notice, tried first. */
  readonly tests: readonly string[];
}

/**
 * Twenty faults that a review of the whole code base planted, ten in the driver's handling of capabilities, ten in the
 * capabilities, and one in each later feature: fleets, migrations, identity providers, integrations, access rules,
 * agents, and hidden members.
 */
export const FAULTS: readonly Fault[] = [
  {
    name: "repeat after time-out",
    harm: "a write whose answer was lost is sent again, and is there twice",
    below: "src/client/transport/",
    text: "return unsent || isRepeatable(method) ? again(undefined, MAX_ATTEMPTS_LOSS) : STOP;",
    replacement: "return again(undefined, MAX_ATTEMPTS_LOSS);",
    tests: ["test/unit/client/transport/retry-policy.test.ts", "test/faults/transport/retry.test.ts"],
  },
  {
    name: "lost write not noted",
    harm: "a write that was carried out is taken for one that was not, and is made once more",
    below: "src/client/transport/",
    text: 'return outcome.phase !== "connect" && outcome.phase !== "queue";',
    replacement: "return false;",
    tests: ["test/unit/client/transport/retry-policy.test.ts", "test/faults/transport/retry.test.ts"],
  },
  {
    name: "failure kept for ever",
    harm: "one failed list makes every later use of it in this run fail",
    below: "src/driver/session/",
    text: "this.#now() - failedAtMs <= FAILURE_KEPT_MS",
    replacement: "this.#now() - failedAtMs <= Infinity",
    tests: ["test/unit/driver/session/cache.test.ts"],
  },
  {
    name: "write during a list",
    harm: "an object that was made while a list was read is taken for absent",
    below: "src/driver/session/",
    text: "for (const [id, wire] of this.#written.get(key) ?? []) lay(byId, id, wire);",
    replacement: "",
    tests: ["test/unit/driver/session/cache.test.ts", "test/unit/driver/listed.test.ts"],
  },
  {
    name: "guards in a preview",
    harm: "a preview is refused for what can only be judged right before the write",
    below: "src/driver/",
    text: "const guards = guardsOf(definition, asked).filter((one) => one.inPreview);",
    replacement: "const guards = guardsOf(definition, asked);",
    tests: ["test/unit/driver/guards.test.ts"],
  },
  {
    name: "newer state",
    harm: "a state that a later version wrote is read as if it were understood",
    below: "src/driver/",
    text: "if (version > definition.stateVersion) {",
    replacement: "if (version > definition.stateVersion + 1000) {",
    tests: ["test/unit/driver/update.test.ts", "test/unit/driver/read-and-delete.test.ts"],
  },
  {
    name: "a dot as part of an id",
    harm: "the id of one object is the address of another",
    below: "src/model/",
    text: 'return /^\\.{1,2}$/u.test(escaped) ? escaped.replaceAll(".", "%2E") : escaped;',
    replacement: "return escaped;",
    tests: ["test/unit/model/identity.test.ts", "test/properties/model/identity.test.ts"],
  },
  {
    name: "foreign port",
    harm: "the API key is sent to another server on the same machine",
    below: "src/client/transport/",
    text: "target.origin === at.origin",
    replacement: "target.hostname === new URL(at.origin).hostname",
    tests: ["test/unit/client/transport/settings.test.ts", "test/faults/transport/answers.test.ts"],
  },
  {
    name: "changed count",
    harm: "a list that changed while it was read looks complete, and what it lacks looks deleted",
    below: "src/client/",
    text: "isTorn = page.count !== count || items.size !== rows;",
    replacement: "isTorn = items.size !== rows;",
    tests: ["test/unit/client/listing.test.ts"],
  },
  {
    name: "shorter pause",
    harm: "a short pause ends a long one that the service asked for",
    below: "src/client/transport/",
    text: "Math.max(this.#pausedUntilMs, nowMs + durationMs)",
    replacement: "nowMs + durationMs",
    tests: ["test/unit/client/transport/limiter.test.ts"],
  },
  {
    name: "version of a write-only value",
    harm: "a secret whose version was raised is not sent",
    below: "src/engines/terraform/",
    text: '!sameValue(attributeIn(input, "version", prior), version)',
    replacement: "false",
    tests: [
      "test/unit/engines/terraform/provider/write-only.test.ts",
      "test/contract/terraform-plugin/write-only.test.ts",
    ],
  },
  {
    name: "stable outputs of a replaced object",
    harm: "what depends on the id of an object that is replaced keeps the old id",
    below: "src/engines/pulumi/",
    text: "replaces.length > 0 ? [] : stableOutputs(definition, { state, inputs: news, changes })",
    replacement: "stableOutputs(definition, { state, inputs: news, changes })",
    tests: ["test/unit/engines/pulumi/plugin/provider.test.ts"],
  },
  {
    name: "equal names in a generated program",
    harm: "two resources of a written program have one name, and it does not compile",
    below: "src/",
    text: "if (this.#taken.has(key) || this.#reserved.has(camelCase(words))) continue;",
    replacement: "if (this.#reserved.has(camelCase(words))) continue;",
    tests: ["test/unit/adopt/names.test.ts"],
  },
  {
    name: "rotate removed",
    harm: "another text in `rotate` sends no credentials",
    below: "src/catalog/resources/batch-export/",
    text: '      onChange: "resend",\n',
    replacement: '      onChange: "none",\n',
    tests: ["test/unit/catalog/batch-export.test.ts"],
  },
  {
    name: "capitals of a role",
    harm: "the sandbox lets two roles differ by capitals alone, which the service refuses",
    below: "packages/sandbox/src/",
    text: ".every((row) => row.name.toLowerCase() !== wanted)",
    replacement: ".every((row) => row.name !== String(name))",
    tests: ["test/contract/sandbox/roles.test.ts"],
  },
  {
    name: "known overwrites made",
    harm: "an object that a renamed resource adopted is deleted with the old name",
    below: "src/driver/session/",
    text: 'if (this.#byObject.get(key) !== "made") this.#byObject.set(key, kind);',
    replacement: "this.#byObject.set(key, kind);",
    tests: ["test/unit/driver/session/ownership.test.ts"],
  },
  {
    name: "408 as a refusal",
    harm: "a write that a gateway gave up waiting for is taken for one that was not carried out",
    below: "src/client/transport/",
    text: " || outcome.status === 408",
    replacement: "",
    tests: ["test/unit/client/transport/retry-policy.test.ts"],
  },
  {
    name: "refused write sent twice",
    harm: "a call that the service refused is made once more",
    below: "src/driver/",
    text: 'if (definition.effect === "read" || isInterrupted || !mayHaveBeenApplied(error)) throw error;',
    replacement: 'if (definition.effect === "read" || isInterrupted) throw error;',
    tests: ["test/unit/driver/functions.test.ts"],
  },
  {
    name: "idempotency record not on the disk",
    harm: "after a power failure a call that must be made once is made again",
    below: "src/app/",
    text: "    await file.sync();\n",
    replacement: "",
    tests: ["test/unit/app/idempotency-files.test.ts"],
  },
  {
    name: "drift against state",
    harm: "a change that a refresh took into state is no drift any more",
    below: "src/driver/",
    text: "const sides = { state: found.state, inputs: recorded.inputs };",
    replacement: "const sides = { state: found.state, inputs: state };",
    tests: ["test/unit/driver/drift.test.ts"],
  },
  {
    name: "refusal that may have been carried out",
    harm: "an invite that went out is told as deferred, and sent again later",
    below: "src/driver/hooks/",
    text: "if (mayHaveBeenApplied(error)) return undefined;",
    replacement: "",
    tests: ["test/unit/capabilities/quota.test.ts"],
  },
  {
    name: "used-up quota forgotten",
    harm: "every other object of the run is sent although the service said that it takes no more",
    below: "src/driver/hooks/",
    text: "return dueAt === undefined ? undefined : quota.pending(inputs, dueAt, wire);",
    replacement: "return undefined;",
    tests: ["test/unit/capabilities/quota.test.ts"],
  },
  {
    name: "a warning for each pending object",
    harm: "thirty open invites are thirty warnings in each preview",
    below: "src/driver/hooks/",
    text: "if (session.isFirst(`${name} deferred`))",
    replacement: "if (name.length > 0)",
    tests: ["test/unit/capabilities/pending-creation.test.ts"],
  },
  {
    name: "deferred fields sent at once",
    harm: "a create fails at a setting that the service does not take yet",
    below: "src/driver/hooks/",
    text: 'return hookOf(definition, "deferredFields")?.isMet(wire) ?? true;',
    replacement: "return wire !== undefined;",
    tests: ["test/unit/capabilities/deferred-fields.test.ts"],
  },
  {
    name: "lost answer while an output is resolved",
    harm: "a create fails for what is only to be shown",
    below: "src/driver/hooks/",
    text: "if (isApiError(error) || isTransportError(error)) return at;",
    replacement: "if (isApiError(error)) return at;",
    tests: ["test/unit/capabilities/resolved-outputs.test.ts"],
  },
  {
    name: "unsupported change kept in state",
    harm: "a change that the service cannot carry out is told as done",
    below: "src/driver/hooks/",
    text: 'hookOf(definition, "unsupportedInputs")?.isHarmless === true ||',
    replacement: 'hookOf(definition, "unsupportedInputs")?.isHarmless !== false ||',
    tests: ["test/unit/capabilities/unsupported-inputs.test.ts"],
  },
  {
    name: "unconfirmed absence believed",
    harm: "an object that the key is not shown leaves the state, and is made twice",
    below: "src/driver/hooks/",
    text: "if (word === undefined || word === false) throw",
    replacement: "if (word === undefined) throw",
    tests: ["test/unit/capabilities/confirmed-absence.test.ts"],
  },
  {
    name: "changes side by side",
    harm: "two changes move the same account at once, and one is made in the wrong place",
    below: "src/driver/hooks/",
    text: 'return hookOf(target.definition, "serializeBy")?.changes === true ?',
    replacement: 'return hookOf(target.definition, "serializeBy")?.removals === true ?',
    tests: ["test/unit/capabilities/serialize-by.test.ts"],
  },
  {
    name: "retained object deleted",
    harm: "a deletion removes what the program wanted to leave as it is",
    below: "src/driver/hooks.ts",
    text: "one.isRetained?.(state) === true",
    replacement: "one.isRetained?.(state) === undefined",
    tests: ["test/unit/capabilities/retain-on-destroy.test.ts"],
  },
  {
    name: "object elsewhere kept",
    harm: "an object in the wrong place is told as made, and stays there",
    below: "src/driver/hooks/",
    text: "return !isNotFound(error);",
    replacement: "return error !== undefined;",
    tests: ["test/unit/capabilities/wrong-parent-creation.test.ts"],
  },
  {
    name: "what succeeded is run again",
    harm: "a resumed run of a fleet brings up every organization once more",
    below: "packages/fleet/src/record/",
    text: "WHERE run = ? AND state = 'failed'\"",
    replacement: 'WHERE run = ?"',
    tests: ["test/unit/fleet/last-standing.test.ts"],
  },
  {
    name: "reserve without an end",
    harm: "two fleets of one key send more together than the service takes",
    below: "packages/fleet/src/budget/",
    text: "account.reserve -= 1;",
    replacement: "",
    tests: ["test/unit/fleet/common-ledgers.test.ts"],
  },
  {
    name: "unusable provider imported",
    harm: "a migration declares an identity provider that lacks its settings, and leaves the one that works",
    below: "src/migrate/",
    text: "return serving.find(isComplete) ?? serving[0];",
    replacement: "return serving[0];",
    tests: ["test/cli/migrate-saml.test.ts"],
  },
  {
    name: "settings of another protocol",
    harm: "an identity provider is declared with settings that nobody ever sends",
    below: "src/catalog/resources/identity-provider/",
    text: "PROTOCOLS.filter((name) => name !== protocol && inputs[name] !== undefined)",
    replacement: "PROTOCOLS.filter((name) => name !== protocol && inputs[name] === null)",
    tests: ["test/conformance/identity-providers.test.ts"],
  },
  {
    name: "users left behind",
    harm: "exports lose their credentials when these are rotated",
    below: "src/catalog/resources/integration/",
    text: "await linkAll(api, { projectId, numbers, to: made.id, users }, call);",
    replacement: "",
    tests: ["test/faults/integration-rotation.test.ts", "test/conformance/integrations.test.ts"],
  },
  {
    name: "locked out by a rule",
    harm: "an apply takes the project from the account that runs it, and it cannot give it back",
    below: "src/catalog/resources/access/",
    text: 'if (before.level !== "none" && after.level === "none") {',
    replacement: "if (before.level === after.level) {",
    tests: ["test/conformance/access-rules.test.ts"],
  },
  {
    name: "an agent confirms by itself",
    harm: "an agent destroys what nobody agreed to",
    below: "src/cli/mcp/tools/",
    text: "if (!dryRun) return called(definition, given, workspace, call);",
    replacement: `if (!dryRun) {
        const { words: confirm } = new PreparedCall(definition, given, MODEL_SPELLING).planned();
        return called(definition, { confirm, ...given }, workspace, call);
      }`,
    tests: ["test/unit/cli/mcp-confirmation.test.ts"],
  },
  {
    name: "nobody looked, so nothing differs",
    harm: "a fleet whose organizations could not be looked at is called clean",
    below: "src/cli/fleet/drift/",
    text: '(["drift", "unknown"] as const)',
    replacement: '(["drift"] as const)',
    tests: ["test/unit/cli/fleet/drift-formats.test.ts"],
  },
  {
    name: "hidden members taken for gone",
    harm: "people whom the service hides from the key leave the state",
    below: "src/catalog/resources/member/",
    text: "if (home.members_can_see_org_members !== false || (home.membership_level ?? 0) >= ADMIN) return undefined;",
    replacement: "if (home.members_can_see_org_members !== true) return undefined;",
    tests: ["test/faults/hidden-members.test.ts"],
  },
  {
    name: "new secret not asked for",
    harm: "a rotation keeps the old secret in state as if it were the new one",
    below: "src/capabilities/",
    text: 'if (from.by === "renewal") return exists(wire) ? carrying(wire, RECEIVED_BY_NOBODY) : wire;',
    replacement: 'if (from.by === "renewal") return wire;',
    tests: ["test/unit/capabilities/one-time-secret.test.ts"],
  },
  {
    name: "secret of a lost answer",
    harm: "a secret that nobody received is told as absent, and no new one is asked for",
    below: "src/capabilities/",
    text: 'if (from.by === "create") return RECEIVED_BY_NOBODY;',
    replacement: 'if (from.by === "create") return null;',
    tests: ["test/unit/capabilities/one-time-secret.test.ts"],
  },
  {
    name: "secret dropped by a refresh",
    harm: "the only copy of a secret is gone after a refresh",
    below: "src/capabilities/",
    text: 'return typeof held === "string" ? held : null;',
    replacement: 'return held === "" ? held : null;',
    tests: ["test/unit/capabilities/one-time-secret.test.ts"],
  },
  {
    name: "hindrance left in place",
    harm: "a deletion is refused for a value that was to be set first",
    below: "src/capabilities/",
    text: "state[name] !== undefined && !sameValue(state[name], value)",
    replacement: "state[name] === undefined && !sameValue(state[name], value)",
    tests: ["test/unit/capabilities/set-before-delete.test.ts"],
  },
  {
    name: "wait skipped",
    harm: "what depends on a verification is made before it has happened",
    below: "src/capabilities/",
    text: "settle: (wire, subject) => (rules.isDone(wire) ?",
    replacement: "settle: (wire, subject) => (!rules.isDone(wire) ?",
    tests: ["test/unit/capabilities/wait.test.ts"],
  },
  {
    name: "key that may not ask",
    harm: "a wait fails with a key that could have watched",
    below: "src/capabilities/",
    text: "if (!this.#prompt.isNotAllowed(error)) throw error;",
    replacement: "if (this.#prompt.isNotAllowed(error)) throw error;",
    tests: ["test/unit/capabilities/wait.test.ts"],
  },
  {
    name: "wait ended by one failure",
    harm: "a name server that times out once ends a wait of hours",
    below: "src/capabilities/",
    text: "if (isTransient(error)) return undefined;",
    replacement: "",
    tests: ["test/unit/capabilities/wait.test.ts"],
  },
  {
    name: "wait in vain",
    harm: "a run waits an hour for what the service has given up",
    below: "src/capabilities/",
    text: "refuseImpossible(subject, rules, wire);",
    replacement: "",
    tests: ["test/unit/capabilities/wait.test.ts"],
  },
  {
    name: "removal that did not happen",
    harm: "an object that the service has not removed is waited for until time is over",
    below: "src/driver/hooks/",
    text: "if (!isBeingDeleted(definition, wire)) throw notRemoved(title);",
    replacement: "",
    tests: ["test/unit/capabilities/async-deletion.test.ts"],
  },
  {
    name: "pending object forgotten",
    harm: "an invite that waits for its time is dropped from state by a refresh",
    below: "src/driver/hooks/",
    text: 'if (wire === undefined) return true;\n    if (hookOf(definition, "quota")',
    replacement: 'if (wire === undefined) return false;\n    if (hookOf(definition, "quota")',
    tests: ["test/unit/capabilities/quota.test.ts"],
  },
];

/**
 * The only file that contains the fault's text once.
 *
 * @throws Error if there is none, or if the text occurs in more places: the code has changed
 */
export function placeOf({ name, below, text }: Fault, files: readonly string[]): string {
  const counts = files
    .filter((file) => file.startsWith(below) && file.endsWith(".ts"))
    .map((file) => ({ file, count: textOf(file).split(text).length - 1 }))
    .filter(({ count }) => count > 0);
  const [found] = counts;
  if (found === undefined || counts.length > 1 || found.count > 1) {
    const where = counts.map(({ file, count }) => `${file} (${count})`).join(", ");
    throw new Error(`${name}: its text should stand once below ${below}; found ${where === "" ? "nowhere" : where}`);
  }
  return found.file;
}

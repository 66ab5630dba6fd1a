import { resources } from "../../../src/catalog/resources/index.ts";
import { ResourceSchema } from "../../../src/engines/terraform/provider/resource-schema.ts";
import { isRecord, type Values } from "../../../src/model/json-value.ts";
import { UNKNOWN } from "../../../src/model/unknown.ts";
import type { EngineRun, Entry } from "../../support/engine-under-test.ts";

/** An output of another object of the program. */
interface Reference {
  readonly of: string;
  readonly output: string;
}

/** An object that a program can declare in one of several ways. */
export interface Slot {
  readonly name: string;
  readonly resource: string;
  readonly ways: readonly Values[];
  readonly references?: Readonly<Record<string, Reference>>;
}

/** The number of the way in which each object is declared. Absent objects aren't declared. */
export type Program = Readonly<Record<string, number>>;

interface Held {
  readonly entry: Entry;
  readonly inputs: Values;
}

/** What a plan does to one object. */
export interface PlannedStep {
  readonly slot: Slot;
  readonly held: Held | undefined;
  /** Checked inputs; undefined if the plan deletes the object. */
  readonly inputs: Values | undefined;
  readonly isReplaced: boolean;
}

/** A stack that plans and applies programs in this process. */
export class PlannedStack {
  readonly #slots: readonly Slot[];
  readonly #start: () => EngineRun;
  readonly #held = new Map<string, Held>();

  /** @param start - starts a process: an engine has one for each plan and each apply */
  constructor(slots: readonly Slot[], start: () => EngineRun) {
    this.#slots = slots;
    this.#start = start;
  }

  async plan(program: Program): Promise<PlannedStep[]> {
    const run = this.#start();
    const anew = new Set<string>();
    const steps: PlannedStep[] = [];
    for (const slot of this.#slots) {
      const held = this.#held.get(slot.name);
      const wanted = this.#wanted(slot, program, anew);
      if (wanted === undefined) {
        if (held !== undefined) steps.push({ slot, held, inputs: undefined, isReplaced: false });
        continue;
      }
      const { inputs, problems } = await run.check(slot.resource, held?.inputs, wanted);
      if (problems.length > 0) throw new Error(problems.join("\n"));
      const isReplaced = held !== undefined && (await run.diff(slot.resource, held.entry, inputs)).replaces.length > 0;
      if (held === undefined || isReplaced) anew.add(slot.name);
      steps.push({ slot, held, inputs, isReplaced });
    }
    return steps;
  }

  async apply(program: Program): Promise<void> {
    const steps = await this.plan(program);
    const run = this.#start();
    for (const { slot, held, inputs, isReplaced } of steps.toReversed()) {
      if (held === undefined || (inputs !== undefined && !isReplaced)) continue;
      await run.delete(slot.resource, held.entry);
      this.#held.delete(slot.name);
    }
    for (const slot of this.#slots) {
      const wanted = this.#wanted(slot, program, new Set());
      if (wanted === undefined) continue;
      const held = this.#held.get(slot.name);
      const { inputs } = await run.check(slot.resource, held?.inputs, wanted);
      const isSame = held !== undefined && !(await run.diff(slot.resource, held.entry, inputs)).changes;
      const entry = isSame
        ? held.entry
        : held === undefined
          ? await run.create(slot.resource, inputs)
          : await run.update(slot.resource, held.entry, inputs);
      this.#held.set(slot.name, { entry, inputs });
    }
  }

  #wanted(slot: Slot, program: Program, anew: ReadonlySet<string>): Values | undefined {
    const way = slot.ways[program[slot.name] ?? -1];
    const references = Object.entries(slot.references ?? {});
    if (way === undefined || references.some(([, { of }]) => program[of] === undefined)) return undefined;
    const known = ({ of, output }: Reference): unknown =>
      anew.has(of) ? UNKNOWN : (this.#held.get(of)?.entry.state[output] ?? UNKNOWN);
    return { ...way, ...Object.fromEntries(references.map(([input, reference]) => [input, known(reference)])) };
  }
}

const PULUMI_UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/** The steps as `pulumi preview --json` prints them. */
export function asPulumiPreview(steps: readonly PlannedStep[]): unknown {
  const shown = (values: Values): unknown => mapped(values, () => PULUMI_UNKNOWN);
  return {
    config: {},
    steps: steps.flatMap(({ slot, held, inputs, isReplaced }): unknown[] => {
      const type = `orgform:index:${slot.resource}`;
      const step = { urn: `urn:pulumi:dev::test::${type}::${slot.name}` };
      const old = held && { type, id: held.entry.id, inputs: shown(held.inputs), outputs: shown(held.entry.state) };
      const made = inputs && { type, inputs: shown(inputs) };
      if (isReplaced) {
        return [
          { ...step, op: "create-replacement", oldState: old, newState: made },
          { ...step, op: "replace", oldState: old, newState: made },
          { ...step, op: "delete-replaced", oldState: old },
        ];
      }
      if (inputs === undefined) return [{ ...step, op: "delete", oldState: old }];
      return [{ ...step, op: held === undefined ? "create" : "update", ...(old && { oldState: old }), newState: made }];
    }),
  };
}

/** The steps of a plan as `terraform show -json` prints them. */
export function asTerraformPlan(steps: readonly PlannedStep[]): unknown {
  return {
    format_version: "1.2",
    planned_values: {},
    resource_changes: steps.map(({ slot, held, inputs, isReplaced }) => {
      const definition = resources.find(({ name }) => name === slot.resource);
      if (definition === undefined) throw new Error(`There is no resource ${slot.resource}`);
      const schema = new ResourceSchema(definition);
      const before = held && mapped(schema.toTerraform(held.entry.state, held.entry.id), () => null);
      const isNew = held === undefined || isReplaced;
      const outputs = isNew ? Object.keys(definition.outputs) : [];
      const open = Object.fromEntries(outputs.map((name) => [name, UNKNOWN]));
      const kept = isNew ? {} : held.entry.state;
      const after =
        inputs &&
        schema.toTerraform(
          { ...kept, ...cleared(definition.inputs), ...inputs, ...open },
          isNew ? UNKNOWN : held.entry.id,
        );
      return {
        address: `${schema.typeName}.${slot.name}`,
        mode: "managed",
        type: schema.typeName,
        name: slot.name,
        change: {
          actions: actionsOf(held, inputs, isReplaced),
          before: before ?? null,
          after: after === undefined ? null : mapped(after, () => null),
          after_unknown:
            after === undefined
              ? {}
              : mapped(
                  after,
                  () => true,
                  () => false,
                ),
        },
      };
    }),
  };
}

const cleared = (fields: object): Values => Object.fromEntries(Object.keys(fields).map((name) => [name, undefined]));

function actionsOf(held: Held | undefined, inputs: Values | undefined, isReplaced: boolean): string[] {
  if (isReplaced) return ["delete", "create"];
  if (inputs === undefined) return ["delete"];
  return held === undefined ? ["create"] : ["update"];
}

/** A copy of a value with its unknown parts replaced, and its known parts, too, if `ofKnown` is given. */
function mapped(value: unknown, ofUnknown: () => unknown, ofKnown = (known: unknown): unknown => known): unknown {
  if (value === UNKNOWN) return ofUnknown();
  if (Array.isArray(value)) return value.map((one) => mapped(one, ofUnknown, ofKnown));
  if (!isRecord(value)) return ofKnown(value);
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, mapped(one, ofUnknown, ofKnown)]));
}

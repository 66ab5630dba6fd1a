import type { Values } from "../../../src/model/json-value.ts";
import { put } from "../../../src/model/parts.ts";
import { UNKNOWN } from "../../../src/model/unknown.ts";
import type { World } from "../../support/scenario-world.ts";

/** An output of another object of the program. */
export interface Reference {
  readonly of: string;
  /** That object's resource. */
  readonly resource: string;
  readonly output: string;
}

/** An object that a program may declare. */
export interface PlannedObject {
  readonly name: string;
  readonly resource: string;
  /** Inputs that are outputs of other objects, by name or path: `destination.postgres.integrationId`. Without those objects, a program can't declare this one. */
  readonly references?: Readonly<Record<string, Reference>>;
}

/** The declared inputs of each object of a program, besides those that refer to other objects. */
export type Program = Readonly<Record<string, Values>>;

/** An engine's plan for one object. */
export interface ObjectPlan {
  /** The inputs after the provider's check; undefined for an object that goes. */
  readonly inputs: Values | undefined;
  /** The object's inputs and outputs after the plan, as far as they are known; undefined for an object that goes. */
  readonly values: Values | undefined;
  readonly isReplaced: boolean;
  /** The parts of the engine's printed plan that are about the object. */
  readonly printed: readonly unknown[];
}

/** The provider's calls in one command of an engine, in the engine's order. */
export interface EngineCommand<Held> {
  plan(object: PlannedObject, held: Held | undefined, declared: Values | undefined): Promise<ObjectPlan>;
  /** Creates or updates an object. */
  apply(object: PlannedObject, held: Held | undefined, declared: Values): Promise<Held>;
  delete(object: PlannedObject, held: Held): Promise<void>;
  import(object: PlannedObject, id: string): Promise<Held>;
}

/** An engine that plans and applies programs by calls to the provider, without the engine's own process. */
export interface PlanningEngine<Held> {
  /** The name under which its plans are read. */
  readonly name: "pulumi" | "terraform";
  /** Starts a command, which has a provider process of its own. */
  start(world: World): Promise<EngineCommand<Held>>;
  /** The ID of an object in the state. */
  idOf(held: Held): string;
  /** Inputs and outputs in the state. */
  valuesOf(object: PlannedObject, held: Held): Values;
  /** What the engine prints of a plan. */
  print(plans: readonly ObjectPlan[]): unknown;
}

/** A plan of a program. */
export interface Plan {
  /** What the engine prints of it. */
  readonly printed: unknown;
  /** The checked inputs of each object of the program. */
  readonly inputs: ReadonlyMap<PlannedObject, Values>;
}

/** A stack whose programs are planned and applied in process. */
export interface Stack {
  readonly engine: PlanningEngine<unknown>["name"];
  plan(program: Program): Promise<Plan>;
  apply(program: Program): Promise<void>;
  /** Takes an existing object into the state. */
  import(name: string, id: string): Promise<void>;
  /** The ID of an object in the state. */
  idOf(name: string): string | undefined;
}

/** A stack of an engine, for programs of these objects. Objects come after those that they refer to. */
export function stackOf<Held>(engine: PlanningEngine<Held>, world: World, objects: readonly PlannedObject[]): Stack {
  const state = new Map<string, Held>();

  const objectNamed = (name: string): PlannedObject => {
    const found = objects.find((one) => one.name === name);
    if (found === undefined) throw new Error(`There is no object ${name}.`);
    return found;
  };

  const declaredIn = (
    { name, references = {} }: PlannedObject,
    program: Program,
    outputOf: (reference: Reference) => unknown,
  ): Values | undefined => {
    const all = Object.entries(references);
    const { [name]: given } = program;
    if (given === undefined || all.some(([, { of }]) => program[of] === undefined)) return undefined;
    return all.reduce<Values>(
      (inputs, [input, reference]) => put(inputs, input.split("."), outputOf(reference)) as Values, // -- a record
      given,
    );
  };

  const planned = async (program: Program): Promise<[PlannedObject, ObjectPlan][]> => {
    const command = await engine.start(world);
    const plans = new Map<PlannedObject, ObjectPlan>();
    const outputOf = ({ of, output }: Reference): unknown => plans.get(objectNamed(of))?.values?.[output] ?? UNKNOWN;
    for (const object of objects) {
      const declared = declaredIn(object, program, outputOf);
      const held = state.get(object.name);
      if (declared === undefined && held === undefined) continue;
      plans.set(object, await command.plan(object, held, declared));
    }
    return [...plans];
  };

  return {
    engine: engine.name,
    async plan(program) {
      const plans = await planned(program);
      const printed: unknown = engine.print(plans.map(([, plan]) => plan));
      const declared = plans.flatMap(([object, { inputs }]) =>
        inputs === undefined ? [] : [[object, inputs] as const],
      );
      return { printed: JSON.parse(JSON.stringify(printed)), inputs: new Map(declared) };
    },
    async apply(program) {
      const plans = await planned(program);
      const command = await engine.start(world);
      for (const [object, { values, isReplaced }] of plans.toReversed()) {
        const held = state.get(object.name);
        if (held === undefined || (values !== undefined && !isReplaced)) continue;
        await command.delete(object, held);
        state.delete(object.name);
      }
      for (const object of objects) {
        const outputOf = ({ of, output }: Reference): unknown => {
          const held = state.get(of);
          return held === undefined ? undefined : engine.valuesOf(objectNamed(of), held)[output];
        };
        const declared = declaredIn(object, program, outputOf);
        if (declared !== undefined) {
          state.set(object.name, await command.apply(object, state.get(object.name), declared));
        }
      }
    },
    async import(name, id) {
      const command = await engine.start(world);
      state.set(name, await command.import(objectNamed(name), id));
    },
    idOf: (name) => {
      const held = state.get(name);
      return held === undefined ? undefined : engine.idOf(held);
    },
  };
}

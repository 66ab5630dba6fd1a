import { createHash } from "node:crypto";
import type { EngineEvent, Stack } from "@pulumi/pulumi/automation/index.js";
import type { PlannedObject, SavedPlan } from "@orgform/fleet";
import * as z from "zod";

import { plannedObject } from "./planned-object.ts";

/** Facts that must be the same when a plan is applied, besides the program and its values. */
const checkedSchema = z.object({
  /** Version of the engine. */
  engine: z.string(),
  /** Types and versions of the providers of the program. */
  providers: z.array(z.string()),
  /** A hash of the stack's resources. */
  state: z.string(),
  /** A hash of each step by its words: operation, URN, and fields; of our own objects also by their values. */
  steps: z.record(z.string(), z.string()),
});

type Checked = z.output<typeof checkedSchema>;

const hashOf = (value: unknown): string =>
  createHash("sha256")
    .update(JSON.stringify(value) ?? "")
    .digest("hex")
    .slice(0, 32);

/** Objects whose inputs are the same in each preview; other providers can generate random names in each. */
const OWN = /^(?:orgform:|pulumi-nodejs:dynamic\/orgform:)/u;

const PROVIDERS = "pulumi:providers:";

/** Collects a preview's facts about a plan. */
export class Preview {
  readonly objects: PlannedObject[] = [];
  readonly #steps = new Map<string, string>();
  readonly #providers = new Set<string>();

  take({ resourcePreEvent }: EngineEvent): void {
    const step = resourcePreEvent?.metadata;
    if (step === undefined) return;
    const inputs: Readonly<Record<string, unknown>> = step.new?.inputs ?? {};
    if (step.type.startsWith(PROVIDERS)) {
      const { version } = inputs;
      this.#providers.add(`${step.type.slice(PROVIDERS.length)} ${typeof version === "string" ? version : ""}`.trim());
    }
    const object = plannedObject(step);
    if (object !== undefined) this.objects.push(object);
    if (step.op === "same" || step.op === "read") return;
    const fields = object?.fields ?? [];
    this.#steps.set([step.op, step.urn, ...fields].join(" "), OWN.test(step.type) ? hashOf(inputs) : "");
  }

  /** @param state - the stack's state from `stateOf` */
  checked(engine: string, state: string): Checked {
    return {
      engine,
      providers: [...this.#providers].toSorted(),
      state,
      steps: Object.fromEntries([...this.#steps].toSorted(([one], [other]) => (one < other ? -1 : 1))),
    };
  }
}

/** The used part of an exported stack: its resources without their timestamps. */
const EXPORTED = z.object({
  deployment: z
    .object({
      resources: z.array(z.looseObject({ created: z.unknown(), modified: z.unknown() }).partial()).nullish(),
      pending_operations: z.array(z.unknown()).nullish(),
    })
    .nullish(),
});

/** A hash of a stack's contents, with the secrets in encrypted form. */
export async function stateOf(stack: Stack): Promise<string> {
  const { deployment } = EXPORTED.parse(await stack.exportStack());
  const resources = (deployment?.resources ?? []).map(({ created: _created, modified: _modified, ...rest }) => rest);
  return hashOf([resources, deployment?.pending_operations ?? []]);
}

/** A plan that is compared with another one right before the update. */
export const checkedPlan = (checked: Checked): SavedPlan => ({ bound: "checked", content: JSON.stringify(checked) });

/**
 * The differences from the time of the plan, as parts of a sentence; empty if there are none.
 *
 * @param isRest - whether the objects of the new plan are what an interrupted run has left: its state and some of its
 * values differ then, because values are known by now that weren't
 */
export function movedReasons(content: string, now: Checked, isRest = false): string[] {
  const planned = checkedSchema.parse(JSON.parse(content));
  const [before, after] = [Object.entries(planned.steps), Object.entries(now.steps)];
  const words = (one: string): string => one.replace(/\S+ \S*::(\S+)::(\S+).*/u, "$1 $2");
  const otherValues = after.flatMap(([step, values]) =>
    Object.hasOwn(planned.steps, step) && planned.steps[step] !== values ? [words(step)] : [],
  );
  const isOtherStep =
    !isRest &&
    (before.some(([step]) => !Object.hasOwn(now.steps, step)) ||
      after.some(([step]) => !Object.hasOwn(planned.steps, step)));
  const providers = now.providers.filter((one) => !planned.providers.includes(one));
  return [
    ...(isRest || planned.state === now.state ? [] : ["the state of the stack has changed"]),
    ...(planned.engine === now.engine ? [] : [`Pulumi is ${now.engine}, and was ${planned.engine}`]),
    ...(providers.length === 0 && planned.providers.length === now.providers.length
      ? []
      : [`the providers are ${now.providers.join(", ")}, and were ${planned.providers.join(", ")}`]),
    ...(isOtherStep ? ["the program now takes other steps"] : []),
    ...(isRest || otherValues.length === 0 ? [] : [`other values of ${otherValues.join(", ")}`]),
  ];
}

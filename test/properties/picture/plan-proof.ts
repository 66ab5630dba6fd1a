import { engineNamed } from "../../../src/engines/index.ts";
import type { Picture } from "../../../src/model/picture/picture.ts";
import { pictureAfterPlan } from "../../../src/picture/picture-after-plan.ts";
import { pictureOf } from "../../support/pictured.ts";
import { contradictions } from "../../support/same-picture.ts";
import type { World } from "../../support/scenario-world.ts";
import type { Program, Stack } from "./planned-stack.ts";

/** A program to plan and apply. */
interface Proving {
  readonly stack: Stack;
  readonly program: Program;
  readonly before: Picture;
  /** The pictured organization; the sandbox's first one if absent. */
  readonly organization?: string;
  /** Happens between plan and apply. */
  readonly meanwhile?: () => void;
}

/** The proof of one plan. */
export interface PlanProof {
  /** What the plan says that the picture after the apply contradicts. */
  readonly contradictions: readonly string[];
  /** Whether the apply changed the picture. */
  readonly isChange: boolean;
  /** Whether the plan says for sure that something changes. */
  readonly isForetold: boolean;
  readonly planned: Picture;
  readonly after: Picture;
}

/** Plans and applies a program, and compares the picture that the plan gives with the one after the apply. */
export async function proofOf(
  { sandbox }: Pick<World, "sandbox">,
  { stack, program, before, organization = sandbox.organizationId, meanwhile }: Proving,
): Promise<PlanProof> {
  const { printed } = await stack.plan(program);
  const planned = pictureAfterPlan(before, engineNamed(stack.engine).planReader.read(printed));
  meanwhile?.();
  await stack.apply(program);
  const after = await pictureOf(sandbox, { organization });
  return {
    contradictions: contradictions(planned.living, after.living),
    isChange: contradictions(before.living, after.living).length > 0,
    isForetold: contradictions(planned.living, before.living).length > 0,
    planned,
    after,
  };
}

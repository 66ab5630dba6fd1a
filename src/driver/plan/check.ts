import type { Checked, CheckSettings } from "../../model/check.ts";
import { identityIn } from "../../model/declared-identity.ts";
import { ADOPT, type AnyResource } from "../../model/definition.ts";
import type { Values } from "../../model/json-value.ts";
import { checkWithState } from "../../model/left-out-secrets.ts";
import { withSeparateSecrets, splitValues } from "../../model/parts.ts";
import { declaredTitleOf } from "../../model/title.ts";
import type { UNKNOWN } from "../../model/unknown.ts";
import { withAdoptAdvice } from "../adoption/resolve-id.ts";
import { guardPreview } from "../guards.ts";
import { filledIn, warnInPreview, warnInPlan } from "../hooks.ts";
import { refuseUnsupportedOfNew } from "../hooks/unsupported-inputs.ts";
import { withLocation } from "../location.ts";
import { Operation } from "../operation.ts";
import type { Context } from "../session/session.ts";
import { refuseSecondDeclaration } from "./declared-twice.ts";
import { runPreviewChecks, refuseExisting, warnOfUnknownParent } from "./preview.ts";
import { refuseUnknownReferences } from "./references.ts";

/** The context of a check, besides the user's input. */
export interface CheckOptions {
  readonly settings: CheckSettings;
  /** The values in the state; undefined for a new object, `UNKNOWN` if the engine asks without its state. */
  readonly held: Values | typeof UNKNOWN | undefined;
  /** Whether to send no requests, because the host or key isn't known. */
  readonly isOffline?: boolean;
}

/** Validates the user's input and fills in defaults; for a new object, asks the guards that can decide now. */
export async function check(
  definition: AnyResource,
  news: Values,
  options: CheckOptions,
  context: () => Context,
): Promise<Checked> {
  const isConfigured = options.settings.organizationId !== undefined;
  const whole = isConfigured ? news : await filledIn(definition, news, context);
  const checked = checkWithState(definition, whole, options.held, options.settings);
  if (options.held === undefined && options.isOffline !== true && checked.problems.length === 0) {
    await previewCreate(withSeparateSecrets(definition), splitValues(definition, checked.inputs), context);
  }
  return checked;
}

/** Asks the service whether it would let the create pass. */
async function previewCreate(definition: AnyResource, inputs: Values, context: () => Context): Promise<void> {
  const at = withLocation(definition, identityIn(definition, inputs), inputs);
  const foreseen = { definition, verb: "create", title: declaredTitleOf(definition, inputs), at } as const;
  refuseSecondDeclaration(definition, at, inputs, context());
  await runPreviewChecks(foreseen, context, async () => {
    await refuseUnsupportedOfNew(definition, at, inputs, context);
    const look = () => guardPreview(definition, { verb: "create", inputs, state: undefined }, at, context);
    await withAdoptAdvice(new Operation(definition, inputs, at, context()), look);
    await refuseExisting(definition, at, inputs, context());
    await refuseUnknownReferences({ ...foreseen, inputs }, context());
    const { session } = context();
    if (definition.parent === undefined && inputs[ADOPT] === undefined) session.createsRoot = true;
    warnOfUnknownParent(foreseen, context());
    await warnInPreview(definition, { verb: "create", inputs, state: undefined }, context);
  });
  await warnInPlan(definition, at, { inputs, state: undefined }, context);
}

/**
 * Notes that the engine's state has an object about which it asks nothing now: no create of the preview is refused
 * because of it.
 */
export function holding(definition: AnyResource, id: string, { session }: Context): void {
  session.ownership.hold(withSeparateSecrets(definition), id);
}

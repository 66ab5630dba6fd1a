import { hookOf } from "../../model/hook-of.ts";
import type { AnyResource } from "../../model/definition.ts";
import { parseId } from "../../model/identity.ts";
import { clientErrorIn } from "../operation-error.ts";
import type { Context } from "../session/session.ts";

/** Why an object of a shared list exists without a declaration; also undefined if that can't be determined. */
export async function whyDefaultCreated(
  definition: AnyResource,
  id: string,
  isRootDeclared: boolean,
  { session, call }: Context,
): Promise<string | undefined> {
  const reason = hookOf(definition, "defaultCreated");
  if (reason === undefined) return undefined;
  const at = parseId(definition.identity.parts, id);
  try {
    const wire = await session.lists.find(definition, at, call);
    if (wire === undefined) return undefined;
    return await reason(wire, at, session.serviceContext(call), isRootDeclared);
  } catch (error) {
    if (clientErrorIn(error) === undefined) throw error;
    return undefined;
  }
}

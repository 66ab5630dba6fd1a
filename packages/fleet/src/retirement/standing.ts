import type { Fleet } from "../expansion/expand.ts";
import type { RunRecord } from "../record/run-record.ts";
import { namesLeft } from "../run/run-plan.ts";
import { RetirementError } from "./facts.ts";

/** @throws RetirementError for an organization that is in the file, that never ran, or that is retired */
export async function assertLeft(
  name: string,
  fleet: Fleet,
  record: Pick<RunRecord, "lastUps" | "formerNames" | "lastRunOf">,
): Promise<void> {
  const own = fleet.organizations.find((one) => one.name === name);
  if (own !== undefined)
    throw new RetirementError(`${name} is in the fleet file. Remove it there first, and then retire it.`);
  const renamed = fleet.organizations.find(({ formerNames }) => formerNames.includes(name));
  if (renamed !== undefined)
    throw new RetirementError(`${name} is a former name of ${renamed.name}, which is in the fleet file.`);
  const left = await namesLeft(fleet, record);
  if (left.includes(name)) return;
  const last = await record.lastRunOf(name);
  if (last?.run.action === "retire" && last.state === "succeeded")
    throw new RetirementError(`${name} is retired already, by run ${last.run.id}.`);
  const others = left.length === 0 ? "No organization has left the fleet file" : `These left it: ${left.join(", ")}`;
  throw new RetirementError(`The record has no \`orgform fleet up\` of ${name}. ${others}.`);
}

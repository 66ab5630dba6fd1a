import { type Exchange, callerOf, organizationIdOf } from "../../pipeline/exchange.ts";
import { invalidInput } from "../../pipeline/service-error.ts";

/** Below an organization: the caller's current project, if it is one of the organization's. @source live notes 6.0 */
export function projectForNew(exchange: Exchange): number {
  if (exchange.project !== undefined) return exchange.project.number;
  const { projects } = exchange.world.store.tables;
  const organization = organizationIdOf(exchange);
  const current = projects.one({ number: callerOf(exchange).current_project ?? -1 });
  const project = current?.organization === organization ? current : projects.one({ organization });
  if (project === undefined) throw invalidInput("The organization has no project.", null);
  return project.number;
}

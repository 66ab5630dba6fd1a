import type { World } from "../world.ts";
import { filtersFrom, holds } from "./property-filter.ts";
import { COHORTS_TABLE, type CohortRow, type PersonRow } from "./rows.ts";

/** A project's cohorts, oldest first. */
export function cohortsOf(world: World, project: number): CohortRow[] {
  return world.store.table(COHORTS_TABLE).where({ project });
}

/** Whether a person is in a cohort of its project; a cohort that doesn't exist contains nobody. */
export function isInCohort(world: World, number: number, person: PersonRow): boolean {
  const cohort = world.store.table(COHORTS_TABLE).one({ project: person.project, number });
  return cohort !== undefined && belongs(world, cohort, person, [number]);
}

/** The same for a cohort itself; `within` are the cohorts that led here, so circular references end. */
export function belongs(world: World, cohort: CohortRow, person: PersonRow, within: readonly number[] = []): boolean {
  if (cohort.persons.includes(person.id)) return true;
  if (cohort.filters === null) return false;
  return holds(filtersFrom(cohort.filters), {
    person: person.properties,
    event: {},
    isInCohort: (number) => {
      if (within.includes(number)) return false;
      const other = world.store.table(COHORTS_TABLE).one({ project: person.project, number });
      return other !== undefined && belongs(world, other, person, [...within, number]);
    },
  });
}

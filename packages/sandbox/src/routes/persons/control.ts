import { z } from "zod";
import { distinctIdsOf } from "../../analytics/persons.ts";
import { COHORTS_TABLE, DELETIONS_TABLE, PERSONS_TABLE } from "../../analytics/rows.ts";
import { wireTimeFromMs } from "../../clock.ts";
import { controlError, controlRoute, controlRouteWith } from "../../control/family-control.ts";
import type { ControlRoute } from "../../family.ts";
import type { World } from "../../world.ts";

const cohort = z.strictObject({
  project: z.number().int(),
  name: z.string().min(1),
  filters: z.unknown().optional(),
  persons: z.array(z.string()).optional(),
});

/** Persons for tests, and cohorts, which no operation of the contract creates. */
export const PERSON_CONTROL: readonly ControlRoute[] = [
  controlRoute("GET", "persons", (world, { query }) => listPersons(world, query["project"])),
  controlRoute("GET", "event-deletions", listDeletions),
  controlRoute("GET", "cohorts", (world) => world.store.table(COHORTS_TABLE).all()),
  controlRouteWith("POST", "cohorts", cohort, (world, { body }) => makeCohort(world, body)),
];

function listPersons(world: World, project: string | undefined): unknown {
  const table = world.store.table(PERSONS_TABLE);
  const persons = project === undefined ? table.all() : table.where({ project: Number(project) });
  return persons.map((person) => ({ ...person, distinct_ids: distinctIdsOf(world, person.id) }));
}

function listDeletions(world: World): unknown {
  const rows = world.store.table(DELETIONS_TABLE).all();
  return rows.map((row) => ({
    person: row.id,
    project: row.project,
    created_at: wireTimeFromMs(row.created_ms),
    delete_verified_at: row.verified_ms === null ? null : wireTimeFromMs(row.verified_ms),
  }));
}

function makeCohort(world: World, body: z.infer<typeof cohort>): unknown {
  if (world.store.tables.projects.one({ number: body.project }) === undefined) {
    throw controlError(404, `There is no project ${body.project}.`);
  }
  const table = world.store.table(COHORTS_TABLE);
  return table.put({
    id: world.identifiers.uuid(),
    number: table.count({}) + 1,
    project: body.project,
    name: body.name,
    filters: body.filters ?? null,
    persons: body.persons ?? [],
  });
}

/** What the compiler has to refuse in calls of the client. Nothing here is run. */
import type { Api, PersonWire } from "../../src/index.ts";

/** Calls as they should be; results have the types of what is read. */
export async function fine(client: Api): Promise<PersonWire[]> {
  await client.persons.bulkDelete(7, { ids: ["u"], delete_events: true });
  await client.persons.bulkDelete("@current", { distinct_ids: ["d"] });
  await client.batchExports.pause({ projectId: 7 }, "e");
  const text: string = await client.persons.list(7).csv();
  const level: number | undefined = (await client.members.update("acme", "@me", { level: 8 }))?.level;
  return level === undefined && text === "" ? [] : client.persons.list(7).all();
}

/** Calls that would do something else than was meant. */
export async function misspelt(client: Api): Promise<void> {
  // @ts-expect-error -- the service would take the distinct ids and leave the ids
  await client.persons.bulkDelete(7, { ids: ["u"], distinct_ids: ["d"] });
  // @ts-expect-error -- a bulk deletion of nobody
  await client.persons.bulkDelete(7, { delete_events: true });
  // @ts-expect-error -- the service would split off every distinct id
  await client.persons.split(7, 12, { distinct_ids_to_split: ["d"] });
  // @ts-expect-error -- the service would delete the person all the same
  await client.persons.delete(7, 12, { keep_person: true });
  // @ts-expect-error -- a role list takes no page size
  client.roles.list("acme", { pageSize: 10 });
  // @ts-expect-error -- an invite without an address
  await client.invites.create("acme", { level: 1 });
  // @ts-expect-error -- a listing of an organization is no CSV
  client.members.list("acme").csv();
}

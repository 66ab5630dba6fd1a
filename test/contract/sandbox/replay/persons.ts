import type { Sandbox } from "../../../../packages/sandbox/src/index.ts";

/** A person to create: its distinct IDs, the first of which creates it. */
export type RecordedPerson = {
  readonly distinctIds: readonly string[];
  readonly properties: object;
  readonly isIdentified: boolean;
};

/** The persons that the recorder numbered from one, oldest first. */
export function numberedPersons(count: number, distinctIds: (number: number) => string[]): RecordedPerson[] {
  return Array.from({ length: count }, (_none, index) => {
    const n = index + 1;
    const properties = { n, plan: n % 2 === 1 ? "pro" : "free", email: `p${n}@example.com` };
    return { distinctIds: distinctIds(n), properties, isIdentified: n % 2 === 1 };
  });
}

/** Creates persons as a program would, a hundredth of a second apart, and returns their numbers and UUIDs. */
export async function capturePersons(
  { control, host }: Sandbox,
  project: number,
  persons: readonly RecordedPerson[],
): Promise<{ readonly id: string; readonly number: number }[]> {
  const projects = control.snapshot().tables["projects"] as { number?: number; api_token?: string }[];
  const token = projects.find((row) => row.number === project)?.api_token;
  const nowMs = Date.parse(control.clock().now);
  const batch = persons.flatMap(({ distinctIds: [first, ...others], properties, isIdentified }, index) => [
    {
      event: isIdentified ? "$identify" : "$set",
      distinct_id: first,
      timestamp: new Date(nowMs - (persons.length - index) * 10).toISOString(),
      properties: { $set: properties },
    },
    ...others.map((alias) => ({ event: "$create_alias", distinct_id: first, properties: { alias } })),
  ]);
  const body = JSON.stringify({ api_key: token, batch });
  const answer = await fetch(`${host}/batch/`, { method: "POST", body });
  if (!answer.ok) throw new Error(`capture: ${answer.status} ${await answer.text()}`);
  const made = control.call("GET", `persons?project=${project}`) as {
    id: string;
    number: number;
    distinct_ids: string[];
  }[];
  return persons.flatMap(
    ({ distinctIds }) => made.find((row) => row.distinct_ids.includes(distinctIds[0] ?? "")) ?? [],
  );
}

import { type Analytics, openAnalytics } from "./analytics.ts";
import type { TestAnswer } from "./client.ts";

type Dialect = "documented" | "2025-08" | "2026-09";
type Row = { distinct_ids: string[]; value_at_data_point: number | null };

/** An empty project on Wednesday, January 9, 2030, with ways to ask who is behind its numbers. */
export type Insights = Analytics & {
  /** Captures events, each written as `person name time` in January 2030 and followed by properties. */
  did(...events: (readonly [string, object?])[]): Promise<void>;
  ask(noun: string, parameters?: object, key?: string): Promise<TestAnswer>;
  post(noun: string, body: object, query?: string): Promise<TestAnswer>;
  /** First distinct IDs, in alphabetical order. */
  who(noun: string, parameters: object): Promise<string[]>;
};

/** Starts the sandbox. */
export async function openInsights(dialect: Dialect): Promise<Insights> {
  const fixture = await openAnalytics({ dialect, now: "2030-01-09T12:00:00Z" });
  const ask: Insights["ask"] = (noun, parameters = {}, key = fixture.legacyKey) =>
    fixture.call("GET", fixture.under(`persons/${noun}/?${queryOf(parameters)}`), undefined, { key });
  return {
    ...fixture,
    ask,
    did: (...events) =>
      fixture.capture(
        events.map(([written, properties = {}]) => {
          const [distinct_id, event, timestamp] = written.split(" ");
          return { distinct_id, event, timestamp: `2030-01-${timestamp}Z`, properties };
        }),
      ),
    post: (noun, body, query = "") =>
      fixture.call("POST", fixture.under(`persons/${noun}/${query}`), body, { key: fixture.legacyKey }),
    who: async (noun, parameters) => whoIn(await ask(noun, parameters)),
  };
}

/** Parameters as a query, with values other than strings and numbers as JSON. */
export function queryOf(parameters: object): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    query.set(name, typeof value === "object" ? JSON.stringify(value) : String(value));
  }
  return query.toString();
}

/** The people in a response. */
export const rowsIn = (answer: TestAnswer): Row[] => answer.json.results[0].people;

/** First distinct IDs, in alphabetical order, because pages are ordered by UUID. */
export function whoIn(answer: TestAnswer): string[] {
  if (answer.status !== 200) throw new Error(answer.text);
  return rowsIn(answer)
    .map((row) => row.distinct_ids[0] ?? "")
    .toSorted();
}

/** Events in an order. */
export const steps = (...names: string[]): object => ({ events: names.map((id, order) => ({ id, order })) });

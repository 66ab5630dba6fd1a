import * as z from "zod";

import type { WatchStore } from "../store/watch-store.ts";

/** Number of messages whose refused recipients are kept. */
const MOST = 100;

const NAME = "email refused";

/** Messages that some of their recipients got, with the addresses that the server refused. */
const refusedSchema = z.array(z.tuple([z.string(), z.array(z.string())]));

/** The addresses to which a message still goes; undefined if no server has accepted it for anyone yet. */
export async function refusedOf(id: string, store: Pick<WatchStore, "kept">): Promise<readonly string[] | undefined> {
  return (await all(store)).find(([one]) => one === id)?.[1];
}

/** Keeps the addresses that a server refused, while it accepted the message for others; none if all have it. */
export async function keepRefused(
  id: string,
  addresses: readonly string[],
  store: Pick<WatchStore, "kept" | "keep">,
): Promise<void> {
  const others = (await all(store)).filter(([one]) => one !== id);
  const rows = addresses.length === 0 ? others : [...others, [id, addresses] as const];
  await store.keep(NAME, JSON.stringify(rows.slice(-MOST)));
}

async function all(store: Pick<WatchStore, "kept">): Promise<z.output<typeof refusedSchema>> {
  const text = await store.kept(NAME);
  return text === undefined ? [] : refusedSchema.parse(JSON.parse(text));
}

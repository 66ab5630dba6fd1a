import * as z from "zod";

import { field } from "../../../model/field.ts";

/** The levels of members, by the service's numbers. @source live-organizations 4.1, 5.1 */
const LEVELS = { member: 1, admin: 8, owner: 15 } as const;

/** A level by its word. */
export type Level = keyof typeof LEVELS;

/** The level of owners. */
export const OWNER = LEVELS.owner;

/** The lowest level at which an account can change or remove others. @source live service 2025-08, flow 4 */
export const ADMIN = LEVELS.admin;

/** The words for levels. */
export const levelWords = z.enum(["member", "admin", "owner"]);

/** The declared level of a member. */
export const levelInput = field(levelWords, {
  doc: 'Level: "member", "admin", or "owner".',
});

/** The service's number of a level. */
export function levelNumber(word: Level): number;
export function levelNumber(word: string | undefined): number | undefined;
export function levelNumber(word: string | undefined): number | undefined {
  const level = levelWords.safeParse(word);
  return level.success ? LEVELS[level.data] : undefined;
}

/** The word for a level. An unknown level is its number, as a string, so it can't be mistaken for another level. */
export function levelWord(number: number): string {
  const [word] = Object.entries(LEVELS).find(([, known]) => known === number) ?? [];
  return word ?? String(number);
}

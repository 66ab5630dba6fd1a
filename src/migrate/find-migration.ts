import { camelCase, Names, wordsOf } from "../adopt/names.ts";
import { type Context, clientErrorIn, type Gap, type RecordedObject } from "../driver/driver.ts";
import { isApiError } from "../client/errors.ts";
import { exportChanges } from "./exports.ts";
import type { Change, Migration } from "./migration.ts";
import { pipelineChanges } from "./pipelines.ts";
import { samlChanges } from "./saml.ts";
import type { Search } from "./search.ts";

/** The searches, each with a name for the list of unreadable parts. */
const CAUSES: readonly (readonly [string, (search: Search) => Promise<Change[]>])[] = [
  ["SAML of the domains", samlChanges],
  ["destinations of the batch exports", exportChanges],
  ["pipeline items", pipelineChanges],
];

/** The program to search, and the settings. */
export interface MigrationOptions {
  readonly objects: readonly RecordedObject[];
  readonly context: Context;
  /** Names that new objects can't have, in camelCase. */
  readonly reserved: readonly string[];
  /** The folder of the written files, relative to the program's folder. */
  readonly folder: string;
}

/** Finds the changes that a program needs for the current service. It only reads, each list once. */
export async function findMigration({ objects, context, reserved, folder }: MigrationOptions): Promise<Migration> {
  const unread: Gap[] = [];
  const taken = objects.map(({ address }) => camelCase(wordsOf(address.slice(address.lastIndexOf(".") + 1))));
  const search: Search = {
    objects,
    context,
    folder,
    names: new Names([...reserved, ...taken]),
    secretNames: new Names(),
    noteUnread: (gap) => void unread.push(gap),
  };
  const changes: Change[] = [];
  for (const [what, find] of CAUSES) {
    try {
      changes.push(...(await find(search)));
    } catch (error) {
      const refusal = clientErrorIn(error);
      if (!isApiError(refusal) || refusal.category !== "permission") throw error;
      unread.push({
        what,
        reason:
          refusal.missingScope === undefined ? refusal.message : `the API key lacks the scope ${refusal.missingScope}`,
      });
    }
  }
  return { changes, unread };
}

import process from "node:process";
import { type Known, unknown } from "../../model/picture/known.ts";
import { oneLine } from "../drift/entries.ts";
import { type FlagValues, readText } from "../flag-values.ts";
import { type RecordedStack, readStateFile, StateError } from "../state/read-state.ts";
import { isProgramIn, readStackState } from "../state/stack-state.ts";
import { UsageError } from "../usage-error.ts";
import { wholeState } from "./checked.ts";

/** An engine can print a long error. */
const LONGEST_REASON = 300;

/** @throws UsageError for flags that give the code's declarations twice */
export function refuseConflictingFlags(flags: FlagValues): void {
  const isPlanned = readText(flags["plan"]) !== undefined;
  const isFileGiven = readText(flags["state"]) !== undefined;
  const isStackNamed = isNamed(flags);
  if (isPlanned && isFileGiven) {
    throw new UsageError("--plan and --state both say what the code declares. Give one of them.");
  }
  if (isPlanned && isStackNamed) {
    throw new UsageError("--plan already says what the code declares. Leave out --cwd and --stack, or --plan.");
  }
  if (isFileGiven && isStackNamed) {
    throw new UsageError("--state names a file, but --cwd and --stack name a stack. Give one or the other.");
  }
}

const isNamed = (flags: FlagValues): boolean =>
  readText(flags["cwd"]) !== undefined || readText(flags["stack"]) !== undefined;

/**
 * The state that shows the declarations of the code: a flag's, or else that of the program in this folder. If nobody
 * named that program, it might not be applied yet, or its engine might be elsewhere: then the state is unknown, with
 * the reason. Undefined if there is no program, or if something else shows the declarations.
 *
 * @throws StateError if a state that a flag names can't be read
 */
export async function declaredState(flags: FlagValues): Promise<Known<RecordedStack> | undefined> {
  const [file, folder, stack] = [readText(flags["state"]), readText(flags["cwd"]), readText(flags["stack"])];
  if (file !== undefined) return wholeState(readStateFile(file));
  const read = async (): Promise<RecordedStack> =>
    wholeState(await readStackState({ folder: folder ?? ".", stack, environment: process.env }));
  if (isNamed(flags)) return read();
  const isAside = readText(flags["plan"]) !== undefined || readText(flags["picture"]) !== undefined;
  return isAside || !isProgramIn(".") ? undefined : stateOrWhy(read);
}

async function stateOrWhy(read: () => Promise<RecordedStack>): Promise<Known<RecordedStack>> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof StateError)) throw error;
    return unknown(`the state of the program here can't be used: ${oneLine(error.message).slice(0, LONGEST_REASON)}`);
  }
}

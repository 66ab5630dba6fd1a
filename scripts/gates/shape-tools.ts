import { readFileSync } from "node:fs";

import { checkPackage, createPackageFromTarballData, type Problem } from "@arethetypeswrong/core";
import { problemKindInfo } from "@arethetypeswrong/core/problems";
import { publint } from "publint";
import { formatMessage } from "publint/utils";

/**
 * What publint and attw say against a packed package, a line for each complaint. Both run in this process, since each
 * takes longer to start than to look.
 *
 * @throws Error if the tarball can't be read
 */
export async function complaintsAbout(tarball: string): Promise<string[]> {
  const data = new Uint8Array(readFileSync(tarball));
  return [...(await fromPublint(data)), ...(await fromAttw(data))];
}

async function fromPublint(data: Uint8Array<ArrayBuffer>): Promise<string[]> {
  const { messages, pkg } = await publint({ pack: { tarball: data.slice().buffer }, strict: true });
  // A suggestion isn't a complaint.
  const counted = messages.filter(({ type }) => type !== "suggestion");
  return counted.map(
    (message) => `publint complains: ${formatMessage(message, pkg, { color: false }) ?? message.code}`,
  );
}

async function fromAttw(data: Uint8Array): Promise<string[]> {
  // The modules that stored state requires are plain CommonJS without types.
  const found = await checkPackage(createPackageFromTarballData(data), { excludeEntrypoints: [/^\.\/dyn\/.*\.cjs$/u] });
  const problems = found.types === false ? [] : found.problems;
  // Node has loaded ES modules by `require` since 20.19, the oldest that we support.
  const counted = problems.filter(({ kind }) => kind !== "CJSResolvesToESM");
  return counted.map((problem) => `attw complains: ${problemKindInfo[problem.kind].title}: ${placeOf(problem)}`);
}

/** Where a problem is, for instance "./pulumi (node10)". */
function placeOf(problem: Problem): string {
  if ("entrypoint" in problem) return `${problem.entrypoint} (${problem.resolutionKind})`;
  return "fileName" in problem ? problem.fileName : `${problem.typesFileName} for ${problem.implementationFileName}`;
}

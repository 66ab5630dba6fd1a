import { snakeName } from "../../../model/names.ts";
import type { ProgramSources, SourceLines, SourcePlace } from "../../engine.ts";
import type { BlockLines } from "../provider/configuration/block-lines.ts";
import { blocksIn, placedBlockLines } from "../provider/configuration/configuration.ts";

/** The type and the name in an address: `module.a.orgform_domain.acme["x"]`. */
const ADDRESS = /(?:^|\.)(?<type>orgform_\w+)\.(?<name>[\p{L}\p{Nd}_-]+)(?:\[.*\])?$/u;

/** Where a configuration of Terraform or OpenTofu declares its resources: the block with that type and name. */
export function sourcesIn(folder: string): ProgramSources {
  const blocks = blocksIn(folder);
  const main = blocks[0]?.file ?? "main.tf";
  let lines: ReturnType<typeof placedBlockLines> | undefined;
  return {
    main,
    declaredAt: ({ address }): SourcePlace | undefined => {
      const { type, name } = ADDRESS.exec(address)?.groups ?? {};
      const found = blocks.find((block) => block.type === type && block.name === name);
      return found === undefined ? undefined : { file: found.file, line: found.line };
    },
    declarationOf: ({ address }) => {
      const { type, name } = ADDRESS.exec(address)?.groups ?? {};
      lines ??= placedBlockLines(folder);
      const found = lines.find((block) => block.type === type && block.name === name);
      if (found === undefined) return undefined;
      return { file: found.file, lines: found.lines, linesOf: (input) => argumentLines(found, snakeName(input)) };
    },
    entry: { file: main, language: "hcl" },
  };
}

/** A write-only input has another name there, beside its version. */
function argumentLines({ arguments: written }: BlockLines, name: string): SourceLines | undefined {
  const lines = [name, `${name}_wo`, `${name}_wo_version`].flatMap((one) => written.get(one) ?? []);
  const [first] = lines;
  if (first === undefined) return undefined;
  const sorted = lines.toSorted((left, right) => left.first - right.first);
  const isTogether = sorted.every((one, index) => index === 0 || one.first <= (sorted[index - 1]?.last ?? 0) + 1);
  return {
    first: sorted[0]?.first ?? first.first,
    last: sorted.at(-1)?.last ?? first.last,
    isAlone: isTogether && lines.every(({ isAlone }) => isAlone),
  };
}

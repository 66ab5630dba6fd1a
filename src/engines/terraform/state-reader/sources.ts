import type { ProgramSources, SourcePlace } from "../../engine.ts";
import { blocksIn } from "../provider/configuration/configuration.ts";

/** The type and the name in an address: `module.a.orgform_domain.acme["x"]`. */
const ADDRESS = /(?:^|\.)(?<type>orgform_\w+)\.(?<name>[\p{L}\p{Nd}_-]+)(?:\[.*\])?$/u;

/** Where a configuration of Terraform or OpenTofu declares its resources: the block of that type and name. */
export function sourcesIn(folder: string): ProgramSources {
  const blocks = blocksIn(folder);
  return {
    main: blocks[0]?.file ?? "main.tf",
    declaredAt: ({ address }): SourcePlace | undefined => {
      const { type, name } = ADDRESS.exec(address)?.groups ?? {};
      const found = blocks.find((block) => block.type === type && block.name === name);
      return found === undefined ? undefined : { file: found.file, line: found.line };
    },
  };
}

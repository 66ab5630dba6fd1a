import type { Program } from "./pulumi.ts";

/** A program with that many domains. */
export const domains: Program = (count, organizationId) => `
for (let i = 0; i < ${count}; i += 1) {
  new orgform.Domain("d" + i, { organizationId: "${organizationId}", domain: "d" + i + "-${organizationId}.example" });
}
`;

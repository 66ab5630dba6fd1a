import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http2";
import type { AddressInfo } from "node:net";
import { delimiter, join } from "node:path";

import { MessageTable } from "../../src/grpc/messages.ts";
import { serveCalls } from "../../src/grpc/server.ts";
import type { PulumiStack } from "./pulumi-stack.ts";

/** @source pulumi proto/language.proto, plugin.proto; numbers of version 3.259 */
const MESSAGES = new MessageTable(`
  PluginInfo version=1:string
  GenerateProgramRequest source=1:map<string>
  GenerateProgramResponse source=2:map<bytes>
`);

const LANGUAGE = "printing";

/** The engine's own text of a program, before a language puts it into its words. */
export interface PrintingHost {
  /** The `runtime` of the project whose programs it prints. */
  readonly runtime: string;
  close(): Promise<void>;
}

/**
 * A language host that prints the engine's input for it: in the commands of a stack, `pulumi import` shows the engine's
 * own description of the resources. The hosts that a test setup can build translate nothing.
 */
export async function installPrintingHost(stack: PulumiStack): Promise<PrintingHost> {
  const server = createServer();
  const serving = serveCalls(server, {
    "/pulumirpc.LanguageRuntime/GetPluginInfo": () => Promise.resolve(MESSAGES.encode("PluginInfo", {})),
    "/pulumirpc.LanguageRuntime/GenerateProgram": (bytes) => {
      const source = Object.entries(MESSAGES.decode("GenerateProgramRequest", bytes)["source"] as object);
      const printed = source.map(([name, text]) => [name, Buffer.from(String(text))] as const);
      return Promise.resolve(MESSAGES.encode("GenerateProgramResponse", { source: Object.fromEntries(printed) }));
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const folder = join(stack.folder, "hosts");
  const program = join(folder, `pulumi-language-${LANGUAGE}`);
  mkdirSync(folder, { recursive: true });
  // The process that the engine starts and ends names the port, and leaves the serving to this one.
  writeFileSync(program, `#!/bin/sh\necho ${(server.address() as AddressInfo).port}\nexec sleep 600\n`);
  chmodSync(program, 0o755);
  stack.env["PATH"] = `${folder}${delimiter}${stack.env["PATH"] ?? ""}`;
  return {
    runtime: LANGUAGE,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        serving.closeConnections();
      }),
  };
}

/** The same resources as a program in TypeScript: one constant for each, in the order given. */
export function typescriptOf(printed: string, module: string): string {
  const resources = [...printed.matchAll(/^resource (\w+) "\w+:\w+:(\w+)" \{\n(.*?)^\}/gmsu)];
  const declared = resources.map(([, name = "", type = "", body = ""]) => {
    const inputs = body.trim().replaceAll(/^\s*(\w+) += (.+?)$\n*/gmu, "  $1: $2,\n");
    return `const ${name} = new orgform.${type}(${JSON.stringify(name)}, {\n${inputs}});\n`;
  });
  return `import * as orgform from ${JSON.stringify(module)};\n${declared.join("")}`;
}

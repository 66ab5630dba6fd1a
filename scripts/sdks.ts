/** Writes the SDKs of the native plugin for Python, Go, Java and C# into `dist-sdks`. */
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { writeSdks } from "./sdks/write-sdks.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

try {
  for (const folder of await writeSdks(root)) console.log(`Written: ${relative(root, folder)}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

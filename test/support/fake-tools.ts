import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A folder with places for a fake machine: programs on PATH, a cache, and a log of started programs. */
export interface FakeMachine {
  readonly folder: string;
  readonly bin: string;
  readonly cache: string;
  /** An environment in which nothing but the fake programs and the system's shell tools is found. */
  readonly env: NodeJS.ProcessEnv;
  remove(): void;
}

/** The system's tools that fake programs call; linked one by one, because their folder might contain a real Go. */
const SYSTEM_TOOLS = ["env", "grep", "sort", "sleep", "chmod"];

/** Creates an empty fake machine below the temporary folder. */
export function newFakeMachine(): FakeMachine {
  const folder = mkdtempSync(join(tmpdir(), "orgform-machine-"));
  const [bin, cache] = [join(folder, "bin"), join(folder, "cache")];
  mkdirSync(bin);
  symlinkSync(process.execPath, join(bin, "node"));
  for (const tool of SYSTEM_TOOLS) {
    const real = ["/bin", "/usr/bin"].map((place) => join(place, tool)).find((path) => existsSync(path));
    if (real !== undefined) symlinkSync(real, join(bin, tool));
  }
  return {
    folder,
    bin,
    cache,
    env: { PATH: bin, ORGFORM_CACHE: cache, HOME: folder },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Writes an executable shell script. */
export function writeProgram(folder: string, name: string, body: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), `#!/bin/sh\n${body}\n`);
  chmodSync(join(folder, name), 0o755);
}

/** Writes a folder of fake Pulumi tools whose CLI reports `version`. */
export function writePulumi(folder: string, version: string): void {
  writeProgram(folder, "pulumi", `[ "$1" = version ] && echo "v${version}"`);
  writeProgram(folder, "pulumi-language-nodejs", "exit 0");
  writeProgram(folder, "pulumi-resource-pulumi-nodejs", "exit 0");
}

/** Writes a fake `go` that notes its arguments in `log` and "builds" a CLI of `version`, after `seconds`. */
export function writeGo(folder: string, log: string, version: string, seconds = 0): void {
  const body = `
echo "$@" >> "${log}"
env | grep -E '^(CGO_ENABLED|GOWORK|GOOS|GOFLAGS)=' | sort >> "${log}"
[ ${seconds} = 0 ] || sleep ${seconds}
while [ $# -gt 0 ]; do
  [ "$1" = -o ] && out=$2
  last=$1
  shift
done
name=\${last##*/}
if [ "$name" = pulumi ]; then echo '#!/bin/sh' > "$out/$name"; echo 'echo v${version}' >> "$out/$name"; else echo '#!/bin/sh' > "$out/$name"; fi
chmod 755 "$out/$name"`;
  writeProgram(folder, "go", body);
}

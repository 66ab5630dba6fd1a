import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { say } from "../../tools/set-up/cached-folder.ts";
import { ensurePulumi, type Pulumi } from "../../tools/set-up/pulumi/ensure.ts";
import { pulumiEnvironment } from "../../tools/set-up/pulumi/environment.ts";
import { registrySchema } from "../release/pulumi/registry-schema.ts";
import { runProgram } from "../run-program.ts";
import { ensureSdkGenerators, SDK_LANGUAGES, type SdkLanguage } from "../../tools/set-up/pulumi/sdk-generators.ts";
import { goModule, mavenProject } from "./build-files.ts";
import { withLogo } from "./logo-server.ts";
import { mendImports } from "./python-imports.ts";

const LIMIT_MS = 120_000;

/** The part of the schema that is looked at here. */
interface Schema {
  readonly version: string;
  readonly description: string;
  readonly language: { readonly go: { readonly importBasePath: string } };
}

/** One SDK: its folder below `dist-sdks`, a file that must be generated, and the files to add. */
interface Sdk {
  readonly folder: string;
  readonly proof: string;
  readonly added: (schema: Schema) => Readonly<Record<string, string>>;
}

const SDKS: Readonly<Record<SdkLanguage, Sdk>> = {
  python: { folder: "python", proof: "pulumi_orgform/domain.py", added: () => ({}) },
  go: {
    folder: "go",
    proof: "orgform/domain.go",
    added: ({ language }) => ({ "orgform/go.mod": goModule(language.go.importBasePath) }),
  },
  java: {
    folder: "java",
    proof: "src/main/java/io/orgform/Domain.java",
    added: ({ version, description }) => ({
      "pom.xml": mavenProject(version, description),
      // Read by the generated code; some generators leave it to Gradle.
      "src/main/resources/io/orgform/version.txt": version,
    }),
  },
  dotnet: { folder: "csharp", proof: "Orgform.Sdk.csproj", added: () => ({}) },
};

/**
 * Writes an SDK for each language into `dist-sdks`, from the checked-in schema with examples. Returns their folders.
 * @throws Error if one can't be generated. Its existing files stay unchanged.
 */
export async function writeSdks(root: string, log = say): Promise<string[]> {
  const pulumi = await ensurePulumi({ log });
  const generators = await ensureSdkGenerators(pulumi, { log });
  const schema = registrySchema(root);
  const work = mkdtempSync(join(tmpdir(), "orgform-sdks-"));
  mkdirSync(join(work, "state"));
  try {
    return await withLogo(async (logoUrl) => {
      writeFileSync(join(work, "schema.json"), JSON.stringify({ ...schema, logoUrl }));
      const made = [];
      for (const language of SDK_LANGUAGES) {
        await generate(language, { pulumi, generators, work });
        made.push(place(language, schema, join(work, "sdks", language), root));
      }
      return made;
    });
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

interface Workshop {
  readonly pulumi: Pulumi;
  readonly generators: string;
  readonly work: string;
}

async function generate(language: SdkLanguage, { pulumi, generators, work }: Workshop): Promise<void> {
  const env = pulumiEnvironment({ binDir: pulumi.binDir, folder: work });
  const program = join(pulumi.binDir, "pulumi");
  const args = ["package", "gen-sdk", join(work, "schema.json"), "--language", language, "--out", join(work, "sdks")];
  const run = await runProgram(program, args, {
    env: { ...env, PATH: [generators, env["PATH"]].join(delimiter) },
    cwd: work,
    timeoutMs: LIMIT_MS,
  });
  const lacks = run.status === 0 && !existsSync(join(work, "sdks", language, SDKS[language].proof));
  if (run.status !== 0 || lacks)
    throw new Error(
      `The SDK of ${language} was not generated${lacks ? `: ${SDKS[language].proof} is missing` : ""}.\n${run.output}`,
    );
}

/** Adds the build files, and replaces the previous SDK. */
function place(language: SdkLanguage, schema: Schema, generated: string, root: string): string {
  const { folder, added } = SDKS[language];
  for (const [name, text] of Object.entries(added(schema))) {
    mkdirSync(join(generated, name, ".."), { recursive: true });
    writeFileSync(join(generated, name), text);
  }
  if (language === "python") mendImports(join(generated, "pulumi_orgform"));
  const target = join(root, "dist-sdks", folder);
  rmSync(target, { recursive: true, force: true });
  // The temporary folder can be on another disk.
  cpSync(generated, target, { recursive: true });
  return target;
}

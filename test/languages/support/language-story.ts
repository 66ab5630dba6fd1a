import { chmodSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

import type { TestedLanguage } from "../../../tools/set-up/languages.ts";
import { ensureLanguageHosts } from "../../../tools/set-up/pulumi/language-hosts.ts";
import { type Sandbox, startSandbox } from "../../../packages/sandbox/src/index.ts";
import type { OLDER_DIALECTS } from "../../support/dialects.ts";
import { blocksOf } from "../../support/doc-pages.ts";
import { PulumiStack } from "../../support/pulumi-stack.ts";
import { upWithRecord } from "../../support/sso-stack.ts";

/** The root of the checkout. */
export const ROOT = join(__dirname, "../../..");

/** A story starts the program three times, possibly on a busy machine. For Java, each start runs Maven twice. */
export const STORY_LIMIT_MS = 400_000;

const PLUGIN = join(ROOT, "dist/engines/pulumi/plugin/main.js");
const DOMAIN = "cloud.acme.example";
const CERTIFICATE = readFileSync(join(ROOT, "examples/yaml/idp-certificate.txt"), "utf8").trim();

/** What the example of a language needs to run in a folder of its own. */
export interface LanguageFixture {
  /** Edits the text of a file of the example. */
  readonly adapt?: (text: string) => string;
  /** Files that replace those of the example. */
  readonly replaced?: Readonly<Record<string, string>>;
  /** Variables of the example's environment. `path` is the PATH without them. */
  readonly env?: (path: string) => Readonly<Record<string, string>>;
}

/** What a test checks after a story. */
export interface StoryFacts {
  /** The resources that the first preview plans. */
  readonly plan: readonly string[];
  readonly writesOfPreview: readonly string[];
  readonly writes: readonly string[];
  /** The service's domain after the first update. */
  readonly domain: { readonly ssoEnforcement: unknown; readonly hasCertificate: boolean; readonly isVerified: boolean };
  /** Whether the program's outputs match the service's values. */
  readonly hasOutputs: boolean;
  /** Writes during the later preview and refresh. Both fail if they find a difference. */
  readonly laterWrites: readonly string[];
  /** Secrets that are in plain text in the state or the output. */
  readonly leaks: readonly string[];
  /** Organizations that remain after a destroy. */
  readonly left: readonly string[];
}

/** What a preview plans for the guide's smallest program. */
export const GUIDE_PLAN = ["create orgform:index:Domain domain", "create orgform:index:Organization acme"];

/** What every language has to result in. */
export const EXPECTED: StoryFacts = {
  plan: [
    "create orgform:index:Domain domain",
    "create orgform:index:DomainSso sso",
    "create orgform:index:DomainVerification verified",
    "create orgform:index:Organization acme",
  ],
  writesOfPreview: [],
  writes: [
    "POST /api/organizations/",
    "POST /api/organizations/*/domains/",
    "POST /api/organizations/*/domains/*/verify/",
    "PATCH /api/organizations/*/domains/*/",
  ],
  domain: { ssoEnforcement: "saml", hasCertificate: true, isVerified: true },
  hasOutputs: true,
  laterWrites: [],
  leaks: [],
  left: ["Acme"],
};

/** The file with the program of an example. */
const PROGRAMS: Readonly<Record<TestedLanguage, string>> = {
  yaml: "Pulumi.yaml",
  python: "__main__.py",
  go: "main.go",
  java: "src/main/java/acme/App.java",
};

/** Plans the guide's smallest program in place of the example's. */
export async function planGuideProgram(language: TestedLanguage, fixture: LanguageFixture = {}): Promise<string[]> {
  const replaced = { [PROGRAMS[language]]: guideProgram(language) };
  return withStack(language, "2025-08", { ...fixture, replaced }, ({ stack }) => planOf(stack));
}

/** The guide's program in a language: the block that declares an organization. */
export function guideProgram(language: string): string {
  const path = "docs/guides/languages.md";
  const blocks = blocksOf({ path, text: readFileSync(join(ROOT, path), "utf8") });
  const found = blocks.find((block) => block.language === language && block.text.includes("Acme Cloud"));
  if (found === undefined) throw new Error(`${path} holds no program in ${language}.`);
  return `${found.text}\n`;
}

/**
 * The guide's command that installs this checkout's classes into a project. The guide calls the checkout `<checkout>`.
 */
export function installCommand(title: string): string {
  const guide = readFileSync(join(ROOT, "docs/guides/languages.md"), "utf8");
  const row = guide.split("\n").find((line) => line.startsWith(`| ${title} | \``) && line.includes("<checkout>"));
  const command = row?.split("`")[1];
  if (command === undefined) throw new Error(`The guide installs no classes for ${title}.`);
  return command.replaceAll("<checkout>", ROOT);
}

/** Plays a language's example against a sandbox, from the first preview to its removal. */
export async function playExample(
  language: TestedLanguage,
  dialect: (typeof OLDER_DIALECTS)[number],
  fixture: LanguageFixture = {},
): Promise<StoryFacts> {
  return withStack(language, dialect, fixture, play);
}

interface Stage {
  readonly sandbox: Sandbox;
  readonly stack: PulumiStack;
  readonly apiKey: string;
}

async function withStack<T>(
  language: TestedLanguage,
  dialect: (typeof OLDER_DIALECTS)[number],
  fixture: LanguageFixture,
  work: (stage: Stage) => Promise<T>,
): Promise<T> {
  const sandbox = await startSandbox({ dialect });
  try {
    const { apiKey } = sandbox.control.createKey({ email: "founder@acme.example", scopes: null });
    const stack = await openStack(language, fixture, { host: sandbox.host, apiKey });
    try {
      return await work({ sandbox, stack, apiKey });
    } finally {
      stack.dispose();
    }
  } finally {
    await sandbox.close();
  }
}

async function openStack(
  language: TestedLanguage,
  fixture: LanguageFixture,
  account: { readonly host: string; readonly apiKey: string },
): Promise<PulumiStack> {
  const { binDir } = await ensureLanguageHosts({ log: () => undefined });
  const stack = await PulumiStack.create({
    binDir,
    linked: false,
    files: {
      ...filesOf(join(ROOT, "examples", language), fixture.adapt ?? ((text) => text)),
      ...fixture.replaced,
      "node_modules/.bin/pulumi-resource-orgform": `#!/bin/sh\nexec '${process.execPath}' '${PLUGIN}' "$@"\n`,
    },
    config: { "orgform:host": account.host },
    secrets: { "orgform:apiKey": account.apiKey, idpCertificate: CERTIFICATE },
  });
  chmodSync(join(stack.program, "node_modules/.bin/pulumi-resource-orgform"), 0o755);
  Object.assign(stack.env, fixture.env?.(stack.env["PATH"] ?? ""));
  return stack;
}

function filesOf(folder: string, adapt: (text: string) => string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
  return Object.fromEntries(names.map((name) => [name, adapt(readFileSync(join(folder, name), "utf8"))]));
}

async function play({ sandbox, stack, apiKey }: Stage): Promise<StoryFacts> {
  const plan = await planOf(stack);
  const writesOfPreview = takeWrites(sandbox);
  await upWithRecord(sandbox, stack, DOMAIN);
  const writes = takeWrites(sandbox);
  const domain = sandbox.control.domains().find((row) => row["domain"] === DOMAIN) ?? {};
  const made = sandbox.control.organizations().find(({ name }) => name === "Acme Cloud");
  const outputs = JSON.parse(await stack.must("stack", "output", "--json")) as Record<string, unknown>;
  const texts = [await stack.must("preview", "--diff", "--expect-no-changes")];
  await stack.refresh("--expect-no-changes");
  const laterWrites = takeWrites(sandbox);
  texts.push(JSON.stringify(await stack.deployment()));
  await stack.destroy();
  return {
    plan,
    writesOfPreview,
    writes,
    domain: {
      ssoEnforcement: domain["sso_enforcement"],
      hasCertificate: domain["saml_x509_cert"] === CERTIFICATE,
      isVerified: typeof domain["verified_at"] === "string",
    },
    hasOutputs:
      outputs["organizationId"] === made?.id &&
      outputs["recordName"] === `_posthog-challenge.${DOMAIN}` &&
      outputs["recordValue"] === domain["verification_challenge"],
    laterWrites,
    leaks: [CERTIFICATE, apiKey].filter((secret) => texts.join("\n").includes(secret)),
    left: sandbox.control.organizations().map(({ name }) => name),
  };
}

/** What a preview plans for our resources, sorted: `create <type> <name>`. */
async function planOf(stack: PulumiStack): Promise<string[]> {
  const { steps } = JSON.parse(await stack.must("preview", "--json")) as { steps: { op: string; urn: string }[] };
  const lines = steps.map(({ op, urn }) => [op, ...urn.split("::").slice(2)].join(" "));
  return lines.filter((line) => line.includes(" orgform:")).sort();
}

/** The writes to the service since the last call, with `*` for IDs. */
function takeWrites(sandbox: Sandbox): string[] {
  const writes = sandbox.control.requests().filter(({ method }) => method !== "GET");
  sandbox.control.clearRequests();
  return writes.map(({ method, path }) => `${method} ${path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/gu, "*")}`);
}

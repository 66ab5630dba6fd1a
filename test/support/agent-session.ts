import { join } from "node:path";
import process from "node:process";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";

import { REPOSITORY } from "./doc-pages.ts";

/** Where a server is started, and its settings. */
interface ServerPlace {
  readonly cwd: string;
  readonly env: Record<string, string>;
}

/** Starts the server as it was built last, and speaks to it as an agent does. */
export async function startServer(args: readonly string[], { cwd, env }: ServerPlace): Promise<Client> {
  const client = new Client({ name: "test", version: "1" });
  const all = [join(REPOSITORY, "dist/cli/main.js"), "mcp", ...args];
  await client.connect(new StdioClientTransport({ command: process.execPath, args: all, cwd, env, stderr: "ignore" }));
  return client;
}

/** The response of a tool. */
export interface Answer {
  readonly tool: string;
  readonly text: string;
  readonly isError: boolean;
}

type Arguments = Readonly<Record<string, unknown>>;

/** Asks one tool. */
export async function ask(client: Client, tool: string, given: Arguments = {}): Promise<Answer> {
  const { content, isError } = await client.callTool({ name: tool, arguments: given });
  const parts = content as readonly { readonly type: string; readonly text?: string }[];
  return { tool, text: parts.map(({ text = "" }) => text).join(""), isError: isError === true };
}

/** The requests of an agent that reads everything. An organization and a folder with a state are available. */
export const QUESTIONS: Readonly<Record<string, readonly Arguments[]>> = {
  list_resources: [{}, { runOnce: true }],
  describe_resource: [{ resource: "BatchExport" }, { resource: "orgform_domain", engine: "terraform" }],
  list_functions: [{}, { effect: "destructive" }],
  describe_function: [{ function: "bulk-delete-persons" }],
  search_docs: [{ query: "import existing domain" }],
  read_page: [
    { page: "guides/drift.md" },
    { page: "orgform://docs/errors.md", offset: 100 },
    { page: "reference/rules" },
  ],
  validate_inputs: [{ resource: "Domain", inputs: { domain: "Acme" } }],
  plan: [{ folder: "stack" }],
  drift: [{ folder: "stack" }, { stateFile: "stack/terraform.tfstate", format: "json", strict: true }],
  doctor: [{}, { stateFile: "stack/terraform.tfstate" }],
  survey_organization: [{}, { program: true }, { program: true, engine: "terraform", kinds: ["BatchExport"] }],
  access: [{}, { person: "founder@acme.example", atLeast: "admin" }],
  check: [{}, { stateFile: "stack/terraform.tfstate" }],
  call_read_function: [
    { function: "listMembers" },
    { function: "list-batch-exports", arguments: { limit: 2 } },
    { function: "list-plugins" },
    { function: "resetProjectToken", arguments: { projectId: "1" } },
  ],
};

/** Asks every tool of a server these questions, and reads every page. @throws Error for a tool without a question */
export async function askEverything(client: Client, questions = QUESTIONS): Promise<Answer[]> {
  const answers: Answer[] = [];
  const { tools } = await client.listTools();
  for (const { name } of tools) {
    const own = questions[name];
    if (own === undefined) throw new Error(`Nobody asks the tool ${name} anything`);
    for (const given of own) answers.push(await ask(client, name, given));
  }
  const { resources: pages } = await client.listResources();
  for (const { uri } of pages) {
    const { contents } = await client.readResource({ uri });
    answers.push({ tool: uri, text: JSON.stringify(contents), isError: false });
  }
  return answers;
}

import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import type { RequestHandlerExtra } from "@modelcontextprotocol/sdk/shared/protocol.js";
import type { CallToolResult, ServerNotification, ServerRequest } from "@modelcontextprotocol/sdk/types.js";
import { cut, shown } from "./answer-text.ts";
import type { Page, Tool } from "./tool.ts";

/** The contents of a server. */
export interface ServerParts {
  readonly name: string;
  readonly version: string;
  /** What a model should know before its first call. */
  readonly instructions: string;
  readonly tools: readonly Tool[];
  readonly pages: readonly Page[];
  /** Whether the server has tools that write; otherwise, they don't exist. */
  readonly allowsWrites: boolean;
  /** Removes every secret from a text; the last step of every response. */
  readonly redact: (text: string) => string;
}

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;

/** The tools of a server: those that only read, and others if they are allowed. */
export const offered = ({ tools, allowsWrites }: Pick<ServerParts, "tools" | "allowsWrites">): readonly Tool[] =>
  tools.filter(({ effect }) => effect === "read" || allowsWrites);

/** Creates the server; it sends nothing before it is connected. */
export function makeServer(parts: ServerParts): McpServer {
  const { name, version, instructions, pages, redact } = parts;
  const server = new McpServer({ name, version }, { instructions });
  for (const tool of offered(parts)) register(server, tool, redact);
  for (const { uri, title, read } of pages) {
    const mimeType = "text/markdown";
    server.registerResource(title, uri, { title, mimeType }, () => ({
      contents: [{ uri, mimeType, text: shown(redact(read())) }],
    }));
  }
  return server;
}

function register(server: McpServer, tool: Tool, redact: ServerParts["redact"]): void {
  const { name, title, description, effect, isRepeatable, asksService, inputs } = tool;
  const annotations = {
    title,
    readOnlyHint: effect === "read",
    destructiveHint: effect === "destructive",
    idempotentHint: isRepeatable,
    openWorldHint: asksService,
  };
  const answer = async (given: Record<string, unknown>, extra: Extra): Promise<CallToolResult> => {
    try {
      return said(redact(await tool.run(given, { signal: extra.signal, report: reporterTo(extra, redact) })));
    } catch (error) {
      return { ...said(redact(error instanceof Error ? error.message : String(error))), isError: true };
    }
  };
  server.registerTool(name, { title, description, inputSchema: inputs, annotations }, answer);
}

const said = (text: string): CallToolResult => ({ content: [{ type: "text", text: cut(shown(text)) }] });

/** Reports progress to the caller that asked for it, which also prevents clients from giving up on long operations. */
function reporterTo({ _meta, sendNotification }: Extra, redact: ServerParts["redact"]): (words: string) => void {
  const progressToken = _meta?.progressToken;
  let progress = 0;
  return (words) => {
    if (progressToken === undefined) return;
    progress += 1;
    const params = { progressToken, progress, message: shown(redact(words)) };
    // A client that is gone needs no progress.
    void sendNotification({ method: "notifications/progress", params }).catch(() => undefined);
  };
}

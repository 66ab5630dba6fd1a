/** A server of the Model Context Protocol for tools and pages that somebody else defines: `orgform mcp` does. */
export { MOST_CHARACTERS } from "./answer-text.ts";
export { docsFolder } from "./docs-folder.ts";
export { makeServer, offered, type ServerParts } from "./server.ts";
export { serveOverStdio } from "./stdio.ts";
export type { Page, Tool, ToolCall, ToolEffect } from "./tool.ts";

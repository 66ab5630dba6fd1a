import { SKILL } from "./skill.generated.ts";

/** The folder in which agents look for skills; AGENTS.md points other agents to it. */
const SKILL_FILE = ".claude/skills/orgform/SKILL.md";

const POINTER = `Programs that declare \`orgform\` resources: read \`${SKILL_FILE}\` before you write or run one.`;

/** Starts the server; an unset variable is passed as empty, which counts as not given. */
const SERVERS = {
  mcpServers: {
    orgform: {
      command: "npx",
      args: ["orgform", "mcp"],
      env: {
        ORGFORM_HOST: "${ORGFORM_HOST:-}",
        ORGFORM_API_KEY: "${ORGFORM_API_KEY:-}",
        ORGFORM_ORGANIZATION_ID: "${ORGFORM_ORGANIZATION_ID:-}",
      },
    },
  },
};

/** Instructions for coding agents that work with Orgform, by path below a repository. */
export const AGENT_FILES = {
  [SKILL_FILE]: SKILL,
  "AGENTS.md": `# For coding agents\n\n${POINTER}\n`,
  ".mcp.json": `${JSON.stringify(SERVERS, null, 2)}\n`,
} as const;

/** The text that a person adds to an existing file. */
export const TO_ADD: Readonly<Record<keyof typeof AGENT_FILES, string>> = {
  [SKILL_FILE]: "compare it with node_modules/orgform/skills/orgform/SKILL.md, the one of this version",
  "AGENTS.md": `add: ${POINTER}`,
  ".mcp.json": `add: "orgform": ${JSON.stringify(SERVERS.mcpServers.orgform)}`,
};

/** The command that installs the server that `.mcp.json` names, and the pages that the skill names. */
export const INSTALL_FOR_AGENTS = "npm install --save-dev @orgform/mcp @orgform/docs";

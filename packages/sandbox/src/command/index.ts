/** The command `orgform-sandbox`, for programs that offer it as theirs: public entry `@orgform/sandbox/command`. */
export { runSandboxCommand, sandboxCommand } from "./sandbox-command.ts";

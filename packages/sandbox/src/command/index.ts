/** The command `orgform-sandbox`, for other programs that include it: public entry `@orgform/sandbox/command`. */
export { runSandboxCommand, sandboxCommand } from "./sandbox-command.ts";

import type { SettingDeclaration } from "../../../app/settings.ts";

/** How a user sets a setting. */
export function howToSet(declaration: Pick<SettingDeclaration, "name" | "secret">): string {
  return `run \`pulumi config set${declaration.secret ? " --secret" : ""} orgform:${declaration.name} <value>\``;
}

/**
 * The notes of a version: its part of the changelog.
 * @throws Error if the changelog has no section for the version.
 */
export function releaseNotes(changelog: string, version: string): string {
  const [, ...parts] = changelog.split(/^## /mu);
  const part = parts.find((one) => one.startsWith(`${version} `) || one.startsWith(`${version}\n`));
  const text = part?.slice(part.indexOf("\n")).trim() ?? "";
  if (text === "") throw new Error(`CHANGELOG.md has nothing on ${version}`);
  return `# Orgform ${version}\n\n${text}\n`;
}

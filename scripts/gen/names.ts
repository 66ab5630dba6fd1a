/** `DomainSso` => `domain-sso`: the name of a resource in file names. */
export function kebab(name: string): string {
  return name.replaceAll(/(?<=[a-z0-9])[A-Z]/gu, (letter) => `-${letter}`).toLowerCase();
}

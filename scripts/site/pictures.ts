import { inProse } from "./markdown.ts";

const DARK = /@media \(prefers-color-scheme: dark\) \{(?<rules>(?:[^{}]*\{[^{}]*\})*\s*)\}/u;

/** A picture as it is drawn in one of the two themes, whatever the system of the reader prefers. */
export function themed(svg: string, theme: "light" | "dark"): string {
  return svg.replace(DARK, theme === "dark" ? "$<rules>" : "");
}

/** The name of a picture's drawing for a theme: `docs/pictures/update.dark.svg`. */
export function themedName(path: string, theme: "light" | "dark"): string {
  return path.replace(/\.svg$/u, `.${theme}.svg`);
}

/** A text with each drawing in both themes. The reader's theme shows one of them. */
export function withThemedPictures(text: string): string {
  return inProse(text, (prose) =>
    prose.replaceAll(/!\[(?<alt>[^\]]*)\]\((?<path>[^)]+\.svg)\)/gu, (_all, alt: string, path: string) => {
      const image = (theme: "light" | "dark", hidden: string): string =>
        `<img src="${themedName(path, theme)}" alt="${alt.replaceAll('"', "&quot;").replaceAll(/\s+/gu, " ")}" class="drawing ${hidden}" />`;
      return `<span class="drawings">${image("light", "dark:sl-hidden")}${image("dark", "light:sl-hidden")}</span>`;
    }),
  );
}

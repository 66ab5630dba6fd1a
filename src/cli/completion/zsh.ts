import type { CommandPath } from "./places.ts";

/** A script for zsh: `source <(orgform completion zsh)`, or a file `_orgform` in a folder of `fpath`. */
export function zshScript(places: readonly CommandPath[]): string {
  return `#compdef orgform
# Completion of orgform for zsh. Load it with: source <(orgform completion zsh)
_orgform() {
  local place="" each
  local -a offers
  for each in "\${(@)words[2,CURRENT-1]}"; do
    case "$place/$each" in
      (${places
        .slice(1)
        .map(({ path }) => path)
        .join("|")}) place="$place/$each" ;;
    esac
  done
  case "$place:\${words[CURRENT-1]}" in
${valueCases(places)}  esac
  case "$place" in
${places.map(offerCase).join("")}  esac
  _describe orgform offers
}
if [ "$funcstack[1]" = "_orgform" ]; then _orgform "$@"; else compdef _orgform orgform; fi
`;
}

function valueCases(places: readonly CommandPath[]): string {
  return places
    .flatMap(({ path, flags }) => flags.filter(({ takesValue }) => takesValue).map((flag) => ({ path, ...flag })))
    .map(({ path, name, words }) => {
      const offer = words.length === 0 ? "_files" : `compadd -- ${words.map(quoted).join(" ")}`;
      return `    ("${path}:${name}") ${offer}; return ;;\n`;
    })
    .join("");
}

function offerCase({ path, commands, flags }: CommandPath): string {
  const offers = [...commands, ...flags, { name: "--help", text: "Show this text" }];
  return `    ("${path}") offers=(${offers.map(({ name, text }) => quoted(`${name}:${text}`)).join(" ")}) ;;\n`;
}

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

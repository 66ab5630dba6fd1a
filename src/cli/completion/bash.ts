import type { CommandPath } from "./places.ts";

/** A script for bash: `source <(orgform completion bash)`. */
export function bashScript(places: readonly CommandPath[]): string {
  return `# Completion of orgform for bash. Load it with: source <(orgform completion bash)
_orgform() {
  local word=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} place="" each
  for each in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$place/$each" in
      ${places
        .slice(1)
        .map(({ path }) => path)
        .join(" | ")}) place="$place/$each" ;;
    esac
  done
  COMPREPLY=()
  case "$place:$previous" in
${valueCases(places)}  esac
  case "$place" in
${places
  .map(({ path, commands, flags }) =>
    wordCase(
      path,
      [...commands, ...flags].map(({ name }) => name),
    ),
  )
  .join("")}  esac
}
complete -o default -F _orgform orgform
`;
}

/** Nothing to offer lets bash offer files. */
function valueCases(places: readonly CommandPath[]): string {
  return places
    .flatMap(({ path, flags }) => flags.filter(({ takesValue }) => takesValue).map((flag) => ({ path, ...flag })))
    .map(({ path, name, words }) => {
      const offer = words.length === 0 ? "" : ` COMPREPLY=($(compgen -W ${quoted(words)} -- "$word"));`;
      return `    "${path}:${name}")${offer} return ;;\n`;
    })
    .join("");
}

function wordCase(path: string, words: readonly string[]): string {
  return `    "${path}") COMPREPLY=($(compgen -W ${quoted([...words, "--help"])} -- "$word")) ;;\n`;
}

const quoted = (words: readonly string[]): string => `'${words.join(" ")}'`;

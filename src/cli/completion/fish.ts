import type { OfferedFlag, CommandPath } from "./places.ts";

/** A script for fish: `orgform completion fish | source`. */
export function fishScript(places: readonly CommandPath[]): string {
  return `# Completion of orgform for fish. Load it with: orgform completion fish | source
function __orgform_at
  set -l place ""
  for each in (commandline -opc)[2..-1]
    switch "$place/$each"
      case ${places
        .slice(1)
        .map(({ path }) => path)
        .join(" ")}
        set place "$place/$each"
    end
  end
  test "$place" = "$argv[1]"
end
complete -c orgform -f
${places.flatMap(linesOf).join("\n")}
`;
}

function linesOf({ path, commands, flags }: CommandPath): string[] {
  const start = `complete -c orgform -n '__orgform_at "${path}"'`;
  return [
    ...commands.map(({ name, text }) => `${start} -a ${name} -d ${quoted(text)}`),
    ...flags.map((flag) => `${start} -l ${flag.name.slice(2)}${valueOf(flag)} -d ${quoted(flag.text)}`),
    `${start} -l help -d 'Show this text'`,
  ];
}

function valueOf({ takesValue, words }: OfferedFlag): string {
  if (!takesValue) return "";
  return words.length === 0 ? " -r -F" : ` -x -a ${quoted(words.join(" "))}`;
}

const quoted = (text: string): string => `'${text.replaceAll("\\", "\\\\").replaceAll("'", String.raw`\'`)}'`;

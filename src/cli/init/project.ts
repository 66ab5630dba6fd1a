import { type PulumiLanguage, pulumiSteps } from "./pulumi-steps.ts";
import { sandboxAt } from "./sandbox-place.ts";
import { type Section, sectionsOf, type Steps, type StepsPlace } from "./steps.ts";
import { TEMPLATES } from "./templates.generated.ts";
import { cdkSteps, type TerraformProgram, terraformSteps } from "./terraform-steps.ts";

/** The engines of new projects. */
export const TARGETS = ["pulumi", "terraform", "cdk"] as const;

/** Languages of Pulumi whose projects run unchanged, the default one first. */
const LANGUAGES = {
  typescript: {
    title: "TypeScript",
    isWithoutNode: false,
    setUp: () => [],
    file: "index.ts",
    line: "deletionProtection: false",
  },
  yaml: {
    title: "YAML",
    isWithoutNode: true,
    setUp: () => [],
    file: "Pulumi.yaml",
    line: "deletionProtection: false (and add: options: { protect: true })",
  },
  python: {
    title: "Python",
    isWithoutNode: true,
    // The classes are written on the user's machine, where the plugin was just installed.
    setUp: (plugin) => [
      `pulumi package gen-sdk ${plugin} --language python --out sdks`,
      "python3 -m venv venv",
      ". venv/bin/activate",
      "pip install -r requirements.txt",
    ],
    file: "__main__.py",
    line: "deletion_protection=False (and add: opts=pulumi.ResourceOptions(protect=True))",
  },
} as const satisfies Readonly<Record<string, PulumiLanguage & { readonly title: string }>>;

type Language = keyof typeof LANGUAGES;

/** Their names. */
export const LANGUAGE_NAMES = Object.keys(LANGUAGES) as readonly Language[]; // -- the keys of the literal above

/** Languages whose classes no command of the engine makes ready for use. */
export const LEFT_OUT: Readonly<Record<string, string>> = { go: "Go", java: "Java", csharp: "C#" };

/** A project that somebody asks for. */
export interface Wanted {
  readonly target: (typeof TARGETS)[number];
  readonly language: Language;
  readonly program: TerraformProgram;
  /** Its name, in letters, digits, and hyphens. */
  readonly name: string;
  readonly port: number;
}

/** The written files, and a person's next steps. */
export interface Project {
  /** A sentence's part: "a Pulumi program in TypeScript". */
  readonly title: string;
  /** Texts by path below the folder. */
  readonly files: Readonly<Record<string, string>>;
  /** The next steps, from outside of the folder. */
  sections(enter: readonly string[]): readonly Section[];
}

/** The project that is asked for. */
export function projectOf(wanted: Wanted, place: Omit<StepsPlace, "sandbox">): Project {
  const sandbox = sandboxAt(wanted.port);
  const { title, template, steps } = kindOf(wanted, { ...place, sandbox });
  const sections = (enter: readonly string[]): Section[] => sectionsOf(steps, sandbox, enter);
  const texts = Object.entries(TEMPLATES[template]).filter(([name]) => steps.isFromNpm || !FOR_NPM.has(name));
  const files = texts.map(
    ([name, text]) => [name, filled(steps.isFromNpm ? text : installed(text), wanted.name)] as const,
  );
  return {
    title,
    files: { ...Object.fromEntries(files), "README.md": readmeOf(wanted.name, title, sections([])) },
    sections,
  };
}

/** Files of a template that only name the location of the npm package. */
const FOR_NPM = new Set(["package.json", "orgform.tfrc"]);

interface Kind {
  readonly title: string;
  readonly template: keyof typeof TEMPLATES;
  readonly steps: Steps;
}

function kindOf({ target, language, program }: Wanted, place: StepsPlace): Kind {
  switch (target) {
    case "pulumi": {
      const title = `a Pulumi program in ${LANGUAGES[language].title}`;
      return { title, template: `pulumi-${language}`, steps: pulumiSteps(LANGUAGES[language], place) };
    }
    case "terraform": {
      const title = `a configuration for ${program === "tofu" ? "OpenTofu" : "Terraform"}`;
      return { title, template: "terraform", steps: terraformSteps(program, place) };
    }
    case "cdk":
      return { title: "a CDK program in TypeScript", template: "cdk", steps: cdkSteps(program, place) };
  }
}

/** The same changes to a template as `pulumi new`: it fills in names, and removes its own section. */
function filled(text: string, name: string): string {
  return text
    .replace(/^template:\n(?: .*\n)*/mu, "")
    .replaceAll("${PROJECT}", name)
    .replaceAll("${DESCRIPTION}", "An organization with an email domain");
}

/** Without the section that says in which folder npm put the plugin. */
const installed = (text: string): string => text.replace(/^plugins:\n(?: .*\n)*/mu, "");

function readmeOf(name: string, title: string, sections: readonly Section[]): string {
  const parts = sections.map(({ words, lines }) => `${words}\n\n\`\`\`sh\n${lines.join("\n")}\n\`\`\`\n`);
  return `# ${name}\n\n\`orgform init\` wrote this: ${title}. It declares an organization with an email domain.\n\n${parts.join("\n")}`;
}

import type { SitePage } from "./page.ts";

/** A part of the list of pages: its own pages by route, in order, or parts below it. */
export interface Part {
  readonly label: string;
  readonly routes: readonly string[];
  readonly parts?: readonly Part[];
  /** Shown closed at first, because it is long. */
  readonly isLong?: boolean;
}

/** How-to guides by task. Guides that aren't in a row come last, so none is missing. */
const GUIDES: readonly (readonly [label: string, names: readonly string[]])[] = [
  ["Begin", ["init", "adopt", "test", "services", "agents"]],
  ["People and sign-in", ["people", "single-sign-on", "project-access"]],
  ["Data", ["exports", "export-credentials", "hog-functions", "proxies", "functions"]],
  ["Engines", ["terraform", "native-plugin", "languages", "cdk", "client"]],
  ["In production", ["secrets", "gitops", "drift", "watch", "policy", "migrate"]],
  [
    "Fleets of organizations",
    [
      "fleets",
      "fleet-300",
      "fleet-plans",
      "fleet-lifecycle",
      "fleet-checks",
      "fleet-record",
      "fleet-ci",
      "fleet-cluster",
      "fleet-limits",
    ],
  ],
];

const START = ["", "overview", "tutorial"];
const AFTER = ["troubleshooting", "comparison", "faq", "glossary"];
const PROJECT = ["changelog", "upgrading", "security"];
const OF_THE_PROVIDER = ["reference", "reference/settings", "reference/commands"];
const OF_THE_SERVICE = ["reference/operations", "reference/dialects", "sandbox"];
const FORMATS = ["fleet-file", "drift-report", "fleet-drift-report", "fleet-results", "picture"];

/** The list of all pages, in the order in which a reader meets them. */
export function sidebarOf(pages: readonly SitePage[]): Part[] {
  const left = new Set(pages.map(({ route }) => route));
  const taken = (routes: readonly string[]): string[] => routes.filter((route) => left.delete(route));
  const below = (folder: string): string[] => taken([...left].filter((route) => route.startsWith(`${folder}/`)));
  const guides = GUIDES.map(([label, names]) => ({ label, routes: taken(names.map((name) => `guides/${name}`)) }));
  const otherGuides = { label: "More", routes: below("guides") };
  const start: Part = { label: "Start", routes: taken(START) };
  const explanation: Part = {
    label: "Explanation",
    routes: [...taken(["explanation"]), ...below("explanation"), ...taken(["recovery"])],
  };
  const help: Part = { label: "Help", routes: taken(AFTER) };
  const errors: Part = { label: "Error codes", routes: [...taken(["errors"]), ...below("errors")], isLong: true };
  const functions: Part = {
    label: "Functions",
    routes: [...taken(["reference/functions"]), ...below("reference/functions")],
    isLong: true,
  };
  const rules: Part = {
    label: "Rules of a policy",
    routes: [...taken(["reference/rules"]), ...below("reference/rules")],
    isLong: true,
  };
  const provider: Part = { label: "Provider and commands", routes: taken(OF_THE_PROVIDER) };
  const service: Part = { label: "Service and sandbox", routes: taken(OF_THE_SERVICE) };
  const formats: Part = { label: "File formats", routes: taken(FORMATS) };
  const resources: Part = { label: "Resources", routes: below("reference") };
  const examples: Part = { label: "Examples", routes: below("examples"), isLong: true };
  const project: Part = { label: "Project", routes: [...taken(PROJECT), ...taken([...left])] };
  return [
    start,
    { label: "How-to guides", routes: [], parts: [...guides, otherGuides].filter(({ routes }) => routes.length > 0) },
    { label: "Reference", routes: [], parts: [provider, resources, functions, rules, errors, service, formats] },
    explanation,
    help,
    examples,
    project,
  ].filter(({ routes, parts = [] }) => routes.length + parts.length > 0);
}

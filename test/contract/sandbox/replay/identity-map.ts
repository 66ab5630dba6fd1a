const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;

/** Kinds with integers as IDs. Each kind has its own counter. */
export type NumberKind = "project" | "plugin" | "person" | "user";

/** Kind by the part of a path before the number. */
const KIND_OF_PART: Readonly<Record<string, NumberKind>> = {
  projects: "project",
  environments: "project",
  plugins: "plugin",
  pipeline_destinations: "plugin",
  pipeline_frontend_apps: "plugin",
  pipeline_import_apps: "plugin",
  pipeline_transformations: "plugin",
  persons: "person",
};

/** Kind by the field that contains the number. */
const KIND_OF_MEMBER: Readonly<Record<string, NumberKind>> = {
  project_id: "project",
  team_id: "project",
  team: "project",
  project: "project",
  user_id: "user",
  // Every project has one dashboard, so both have the same numbers.
  primary_dashboard: "project",
};

/** Kind of `id` by the field that contains the object. */
const KIND_OF_HOLDER: Readonly<Record<string, NumberKind>> = {
  teams: "project",
  projects: "project",
  team: "project",
  project: "project",
  private_project_access: "project",
  user: "user",
  created_by: "user",
};

/** Maps recorded IDs to the sandbox's. */
export class IdentityMap {
  private readonly values = new Map<string, string | number>();

  bind(recorded: string | number, actual: string | number, kind?: NumberKind): void {
    this.values.set(keyOf(recorded, kind), actual);
  }

  get(recorded: string | number, kind?: NumberKind): string | number | undefined {
    return this.values.get(keyOf(recorded, kind));
  }

  /** Inserts the sandbox's IDs into a string. */
  fillText(text: string): string {
    const withProject = text.replace(/(project: ID )(\d+)/, (_all, words: string, id: string) => {
      return `${words}${this.get(Number(id), "project") ?? id}`;
    });
    return withProject.replaceAll(UUID, (found) => {
      const actual = this.get(found.toLowerCase());
      if (actual === undefined) return found;
      return found === found.toLowerCase() ? String(actual) : String(actual).toUpperCase();
    });
  }

  /** Inserts the sandbox's IDs into a path, including numbers. */
  fillPath(path: string): string {
    const [plain = "", ...query] = path.split("?");
    const parts = plain.split("/");
    const filled = parts.map((part, index) => {
      const kind = KIND_OF_PART[parts[index - 1] ?? ""];
      return kind !== undefined && /^\d{1,9}$/.test(part) ? String(this.get(Number(part), kind) ?? part) : part;
    });
    return this.fillText([filled.join("/"), ...query].join("?"));
  }

  /** Inserts the sandbox's IDs into a body. */
  fill(value: unknown, holder = "", kind?: NumberKind): unknown {
    if (typeof value === "string") return this.fillText(value);
    if (typeof value === "number") return kind === undefined ? value : (this.get(value, kind) ?? value);
    if (Array.isArray(value)) return value.map((item) => this.fill(item, holder, kind));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, this.fill(item, key, numberKindOf(key, holder, undefined))]),
    );
  }
}

/** Kind of the objects that a path returns. */
export function kindOfPath(path: string): NumberKind | undefined {
  const nouns = (path.split("?")[0] ?? "").split("/").filter((part) => part in KIND_OF_PART);
  const last = nouns.at(-1);
  return last === undefined ? undefined : KIND_OF_PART[last];
}

/** Kind of the number in field `key` of an object in field `holder`. */
export function numberKindOf(key: string, holder: string, own: NumberKind | undefined): NumberKind | undefined {
  if (key === "id") return holder === "" || holder === "results" ? own : KIND_OF_HOLDER[holder];
  return KIND_OF_MEMBER[key];
}

function keyOf(recorded: string | number, kind: NumberKind | undefined): string {
  return typeof recorded === "number" ? `${kind ?? "number"}:${recorded}` : recorded.toLowerCase();
}

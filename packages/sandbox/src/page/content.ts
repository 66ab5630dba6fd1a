import { createHash } from "node:crypto";
import type { Section } from "../family.ts";
import { FAMILIES } from "../routes/all-routes.ts";
import type { OrganizationRow } from "../store/rows.ts";
import type { World } from "../world.ts";
import { masked, readableTime, sectionOf } from "./section.ts";

/** The most requests that the page shows, the latest first. */
const RECENT_REQUESTS = 25;

/** The changing part of the page: one organization, by default the first, and the sandbox's latest requests. */
export function pageContent(world: World, wanted: string | undefined): string {
  const organizations = world.store.tables.organizations.where({}, { limit: 100 });
  const shown = organizations.find(({ id }) => id === wanted) ?? organizations[0];
  const parts = [
    part("sandbox", sandboxFacts(world)),
    part("organizations", organizationLinks(organizations, shown)),
    ...(shown === undefined ? [] : sectionsOf(world, shown)).map((section) => part(section.title, tableOf(section))),
    part("Faults", tableOf(faultsOf(world))),
    part("Requests", tableOf(requestsOf(world))),
  ];
  return parts.join("\n");
}

function sectionsOf(world: World, { id }: OrganizationRow): Section[] {
  const { projects } = world.store.tables;
  const own = sectionOf(
    "Projects",
    projects,
    { organization: id },
    {
      Number: ({ number }) => String(number),
      Name: ({ name }) => name,
      Token: ({ api_token }) => masked(api_token),
    },
  );
  const ofFamilies = FAMILIES.flatMap((family) => family.overview?.(world, id) ?? []);
  return [...ofFamilies, own, keysOf(world)];
}

function keysOf(world: World): Section {
  const { keys, users } = world.store.tables;
  const limits = (list: readonly unknown[]): string => (list.length === 0 ? "all" : list.join(", "));
  return sectionOf(
    "API keys",
    keys,
    {},
    {
      Label: ({ label }) => label,
      Key: ({ value }) => masked(value),
      User: ({ user }) => users.get(user)?.email ?? "",
      Scopes: ({ scopes }) => scopes?.join(", ") ?? "(an unscoped key)",
      Organizations: ({ scoped_organizations }) => limits(scoped_organizations),
      Projects: ({ scoped_teams }) => limits(scoped_teams),
    },
  );
}

function faultsOf(world: World): Section {
  const faults = world.faults.list();
  const rows = faults.map(({ kind, method, route }) => [kind, method ?? "any", route ?? "any"]);
  return { title: "Faults", columns: ["Kind", "Method", "Route"], count: faults.length, rows };
}

function requestsOf(world: World): Section {
  const requests = world.requests.list();
  const rows = requests
    .slice(-RECENT_REQUESTS)
    .toReversed()
    .map(({ at, method, path, status, fault }) => [
      readableTime(at),
      method,
      path,
      status === null ? "cut" : String(status),
      fault ?? "",
    ]);
  return { title: "Requests", columns: ["At", "Method", "Path", "Status", "Fault"], count: requests.length, rows };
}

function sandboxFacts({ clock, dialect }: World): string {
  const now = readableTime(new Date(clock.nowMs()).toISOString());
  return `<p>Dialect <b>${dialect}</b>. The sandbox's clock shows <b>${now}</b> UTC${clock.isFrozen() ? " and is frozen" : ""}.</p>`;
}

function organizationLinks(organizations: readonly OrganizationRow[], shown: OrganizationRow | undefined): string {
  if (shown === undefined) return "<p>There is no organization yet.</p>";
  const links = organizations.map(({ id, name }) =>
    id === shown.id ? `<b>${escaped(name)}</b>` : `<a href="/?organization=${id}">${escaped(name)}</a>`,
  );
  const settings = `<code>${shown.id}</code>, slug <code>${escaped(shown.slug)}</code>, created ${readableTime(shown.created_at)}`;
  return `<nav>${links.join(" · ")}</nav><p>${settings}</p>`;
}

function tableOf({ title, columns, count, rows }: Section): string {
  const of = rows.length < count ? `${rows.length} of ${count.toLocaleString("en")}` : String(count);
  const heading = `<h2>${title} <small>${of}</small></h2>`;
  if (rows.length === 0) return heading;
  const head = columns.map((column) => `<th scope="col">${column}</th>`).join("");
  const body = rows.map((row) => `<tr>${row.map((cell) => `<td>${escaped(cell)}</td>`).join("")}</tr>`).join("");
  return `${heading}<div><table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table></div>`;
}

/** The mark shows the page's script which parts have changed. */
function part(name: string, html: string): string {
  const mark = createHash("sha256").update(html).digest("hex").slice(0, 12);
  return `<section id="${name.toLowerCase().replaceAll(" ", "-")}" data-mark="${mark}">${html}</section>`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
}

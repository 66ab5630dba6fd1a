import type { Family, Section } from "../../family.ts";
import { PLUGIN_CONTROL } from "./control.ts";
import { PLUGINS_TABLE, pluginsOf, showPlugin } from "./rows.ts";
import { sectionOf } from "../../page/section.ts";
import type { World } from "../../world.ts";
import { PLUGIN_VIEWS, type PluginView } from "./views.ts";
import { type Answer, type Exchange, organizationIdOf, type Route } from "../../pipeline/exchange.ts";
import { inAll, route } from "../../pipeline/route.ts";
import { pageOf } from "../../pipeline/page.ts";
import { PLUGIN } from "../../wire/plugin.ts";
import { authorizeForPlugins, authorizeToRead, locateToRead, pluginSeen } from "./access.ts";
import { actionRoutes } from "./action-routes.ts";
import { answerPlugin, changePlugin, createPlugin, removePlugin } from "./write.ts";

const ONE = inAll({ kind: "one", resource: PLUGIN });
const read = { scope: "plugin:read", authorize: authorizeForPlugins } as const;
const write = { scope: "plugin:write", authorize: authorizeForPlugins } as const;

/**
 * The routes of all five families, which newer services might no longer have.
 *
 * @source live service 2025-08, flow 8; service 2026-09, plugins.md
 */
const PLUGIN_ROUTES: readonly Route[] = PLUGIN_VIEWS.flatMap(routesOf).map((route) => ({
  ...route,
  isServedWhile: "pipelineItems",
}));

function routesOf(view: PluginView): Route[] {
  const path = `/api/organizations/:organization_id/${view.noun}/` as const;
  return [
    route({
      template: path,
      title: `${view.title} List`,
      allow: "GET, POST, HEAD, OPTIONS",
      operations: {
        GET: {
          ...read,
          handle: (exchange) => listPlugins(exchange, view),
          answers: inAll({ kind: "page", resource: PLUGIN }),
          isList: true,
        },
        POST: { ...write, handle: createPlugin, answers: ONE },
      },
    }),
    route({
      template: `${path}:id/`,
      title: `${view.title} Instance`,
      allow: "GET, PUT, PATCH, DELETE, HEAD, OPTIONS",
      operations: {
        GET: {
          ...read,
          locate: locateToRead,
          authorize: authorizeToRead,
          handle: (exchange) => answerPlugin(exchange, pluginSeen(exchange, view)),
          answers: ONE,
        },
        PUT: { ...write, handle: (exchange) => changePlugin(exchange, view), answers: ONE },
        PATCH: { ...write, handle: (exchange) => changePlugin(exchange, view), answers: ONE },
        DELETE: {
          ...write,
          handle: (exchange) => removePlugin(exchange, view),
          answers: inAll({ kind: "nothing" }),
        },
      },
    }),
    ...actionRoutes(view),
  ];
}

/** Items are in the order of creation: the service guarantees no order. */
function listPlugins(exchange: Exchange, view: PluginView): Answer {
  const organization = organizationIdOf(exchange);
  const table = pluginsOf(exchange.world);
  const global = table.where({ is_global: true }).filter((row) => row.organization !== organization);
  const rows = [...table.where({ organization }), ...global]
    .filter((row) => view.shows(row.capabilities))
    .toSorted((left, right) => left.number - right.number);
  return pageOf(exchange, rows, (row) => showPlugin(exchange.world, row));
}

/** Pipeline items on the page, with the families that show them. */
function pluginsOverview(world: World, organization: string): Section {
  return sectionOf(
    "Pipeline items",
    pluginsOf(world),
    { organization },
    {
      Number: ({ id }) => id,
      Name: ({ name }) => name ?? "",
      Families: ({ capabilities }) =>
        PLUGIN_VIEWS.filter((view) => view.shows(capabilities))
          .map((view) => view.noun)
          .join(", "),
      Global: ({ is_global }) => (is_global ? "yes" : ""),
    },
  );
}

/** The five families of pipeline items, which are views of one kind of row. */
export const PLUGINS: Family = {
  name: "plugins",
  place: 9,
  routes: PLUGIN_ROUTES,
  tables: [PLUGINS_TABLE],
  control: PLUGIN_CONTROL,
  overview: pluginsOverview,
};

import { hasQuirk } from "../../dialects.ts";
import type { Answer, Exchange, Operation, Route } from "../../pipeline/exchange.ts";
import { route } from "../../pipeline/route.ts";
import { ACTIVITY_ENTRY } from "../../wire/activity.ts";
import type { AnswerSpec } from "../../wire/check-response.ts";
import { PLUGIN, PLUGIN_UPDATES } from "../../wire/plugin.ts";
import { isDictionary } from "../../wire/read-value.ts";
import { authorizeForPlugins } from "./access.ts";
import { checkForUpdates, listRepository, listUnsubscribeConfigs, listUnused, upgradePlugin } from "./actions.ts";
import { listActivity } from "./activity.ts";
import { showSource, updateSource } from "./source.ts";
import type { PluginView } from "./views.ts";

/** An action besides reading and writing: no scope is declared, so a scoped key can't use any. */
type Action<Parameter extends string> = {
  readonly path: string;
  readonly title: string;
  readonly method: "GET" | "PATCH" | "POST";
  readonly handle: (exchange: Exchange<Parameter>, view: PluginView) => Answer;
  readonly answer: AnswerSpec;
};

const list = (itemIs: (item: unknown) => boolean): AnswerSpec => ({
  kind: "checked",
  check: (body) => (Array.isArray(body) && body.every(itemIs) ? undefined : "the answer is no list of its items"),
});

const FILES: AnswerSpec = {
  kind: "checked",
  check: (body) => (isDictionary(body) ? undefined : "the files are no object"),
};

const OF_ALL: readonly Action<never>[] = [
  {
    path: "activity/",
    title: "All Activity",
    method: "GET",
    handle: listActivity,
    answer: { kind: "activity", resource: ACTIVITY_ENTRY },
  },
  {
    path: "exports_unsubscribe_configs/",
    title: "Exports Unsubscribe Configs",
    method: "GET",
    handle: listUnsubscribeConfigs,
    answer: list(isDictionary),
  },
  { path: "repository/", title: "Repository", method: "GET", handle: listRepository, answer: list(isDictionary) },
  { path: "unused/", title: "Unused", method: "GET", handle: listUnused, answer: list(Number.isInteger) },
];

const OF_ONE: readonly Action<"id">[] = [
  {
    path: "check_for_updates/",
    title: "Check For Updates",
    method: "GET",
    handle: checkForUpdates,
    answer: { kind: "one", resource: PLUGIN_UPDATES },
  },
  { path: "source/", title: "Source", method: "GET", handle: showSource, answer: FILES },
  { path: "update_source/", title: "Update Source", method: "PATCH", handle: updateSource, answer: FILES },
  {
    path: "upgrade/",
    title: "Upgrade",
    method: "POST",
    handle: upgradePlugin,
    answer: { kind: "one", resource: PLUGIN },
  },
];

/** The same in all families. */
export function actionRoutes(view: PluginView): Route[] {
  const path = `/api/organizations/:organization_id/${view.noun}/` as const;
  return [
    ...OF_ALL.map((action) => route({ template: `${path}${action.path}`, ...servedBy(action, view) })),
    ...OF_ONE.map((action) => route({ template: `${path}:id/${action.path}`, ...servedBy(action, view) })),
  ];
}

function servedBy<Parameter extends string>(
  { title, method, handle, answer }: Action<Parameter>,
  view: PluginView,
): Omit<Route<Parameter | "organization_id">, "template"> {
  const operation: Operation<Parameter | "organization_id"> = {
    scope: "no scoped key",
    authorize: authorizeForPlugins,
    handle: (exchange) => withoutBodyIfDocumented(exchange, handle(exchange, view)),
    answers: { documented: { kind: "nothing" }, "2025-08": answer },
  };
  return {
    title,
    allow: method === "GET" ? "GET, HEAD, OPTIONS" : `${method}, OPTIONS`,
    operations: { [method]: operation },
  };
}

function withoutBodyIfDocumented({ world }: Exchange, { body, ...rest }: Answer): Answer {
  return hasQuirk(world.dialect, "pipelineActionsAnswer") ? { ...rest, body } : rest;
}

import type { Answer, Exchange } from "../../pipeline/exchange.ts";
import { invalidInput, sandboxError } from "../../pipeline/service-error.ts";
import { readInteger } from "../../wire/read-value.ts";
import { wireNow } from "../organizations/rows.ts";
import type { Connection, IntegrationRow, Named } from "./rows.ts";

type List = Exclude<keyof Connection, "name">;

/** A request to the connected service. */
type Question = {
  readonly kinds: readonly string[];
  /** The service's title in its refusals. */
  readonly title: string;
  readonly list: List;
  /** Absent if the whole list is returned at once. */
  readonly limits?: { readonly default: number; readonly most: number };
  readonly show: (one: Named) => Readonly<Record<string, unknown>>;
  readonly more?: (exchange: Exchange, found: readonly Named[], hasMore: boolean) => Readonly<Record<string, unknown>>;
};

const SLACK = { kinds: ["slack", "slack-posthog-code"], title: "Slack", limits: { default: 50, most: 200 } } as const;

const told: Question["more"] = ({ world }, _found, has_more) => ({ lastRefreshedAt: wireNow(world), has_more });

/** @source the service's code of 2026, posthog/api/integration.py, as read in public */
const QUESTIONS: Readonly<Record<string, Question>> = {
  channels: {
    ...SLACK,
    list: "channels",
    show: ({ id, name, ...channel }) => ({
      id,
      name,
      is_private: channel["is_private"] ?? false,
      is_member: channel["is_member"] ?? true,
      is_ext_shared: channel["is_ext_shared"] ?? false,
      is_private_without_access: false,
    }),
    more: told,
  },
  users: {
    ...SLACK,
    list: "users",
    show: ({ id, name, ...user }) => ({ id, name, display_name: user["display_name"] ?? name }),
    more: told,
  },
  github_repos: {
    kinds: ["github"],
    title: "GitHub",
    limits: { default: 100, most: 500 },
    list: "repositories",
    show: (repository) => repository,
    more: (_exchange, found, has_more) => ({ has_more, total: found.length }),
  },
  jira_projects: {
    kinds: ["jira"],
    title: "Jira",
    list: "projects",
    show: ({ id, name, ...more }) => ({ id, key: more["key"], name }),
  },
  linear_teams: { kinds: ["linear"], title: "Linear", list: "teams", show: ({ id, name }) => ({ id, name }) },
};

/** Actions that ask the other service, and that the control plane's data can answer. */
export const ANSWERED: readonly string[] = Object.keys(QUESTIONS);

/** The other service's objects, for an integration that is connected to it. */
export function listConnected(exchange: Exchange, action: string, row: IntegrationRow): Answer {
  const question = QUESTIONS[action];
  if (question === undefined || row.connection === undefined) return refuse(exchange, action, row, question);
  const { list, limits } = question;
  refuseKind(action, row, question);
  const all = row.connection[list];
  if (limits === undefined) return { status: 200, headers: {}, body: { [list]: all.map(question.show) } };
  refuseFuzzy(exchange);
  const limit = readNumber(exchange, "limit", limits.default, 1, limits.most);
  const offset = readNumber(exchange, "offset", 0, 0);
  const page = all.slice(offset, offset + limit).map(question.show);
  const more = question.more?.(exchange, all, offset + limit < all.length);
  return { status: 200, headers: {}, body: { [list]: page, ...more } };
}

function refuseKind(action: string, { kind }: IntegrationRow, { kinds, title }: Question): void {
  if (kinds.includes(kind)) return;
  throw invalidInput(`${action} endpoint is only supported for ${title} integrations`, null);
}

function refuse(exchange: Exchange, action: string, row: IntegrationRow, question: Question | undefined): never {
  if (question !== undefined) refuseKind(action, row, question);
  const what = `${exchange.request.method} ${exchange.match.template}`;
  throw sandboxError(501, "not_implemented", `The service's response to ${what} is not known.`);
}

/** The service ranks similar names, and looks up single objects by its own rules. */
function refuseFuzzy({ query }: Exchange): void {
  const asked = ["search", "channel_id", "user_id"].find((name) => (query.get(name) ?? "") !== "");
  if (asked === undefined) return;
  throw sandboxError(
    501,
    "not_implemented",
    `The sandbox can't rank results by similarity, so it doesn't support \`${asked}\`.`,
  );
}

function readNumber({ query }: Exchange, name: string, fallback: number, least: number, most?: number): number {
  const text = query.get(name);
  const spec = {
    name,
    type: "integer",
    least,
    source: "code of 2026",
    ...(most === undefined ? {} : { most }),
  } as const;
  return text === null ? fallback : readInteger(spec, text);
}

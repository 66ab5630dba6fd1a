import * as z from "zod";

import type { Channel } from "../file/watch-schema.ts";
import { detailWords, oneLine, subjectWords } from "../outbox/message.ts";
import type { OpenSubject } from "../store/watch-store.ts";
import type { SendContext, Sender } from "./channel.ts";
import { mustSend, send } from "./http.ts";
import { ChannelError, secretText } from "./secret-text.ts";

type IssueChannel = Extract<Channel, { readonly type: "github-issue" }>;

const issueSchema = z.looseObject({ number: z.int(), body: z.string().nullish(), state: z.string() });

/** Issues that are read together, the most that GitHub gives. */
const PAGE = 100;

/** Rows of the table; GitHub accepts 65,536 characters. */
const MOST_ROWS = 200;

/**
 * Keeps one issue for each organization. Its text shows the current findings, and the issue is closed while there are
 * none. A marker in the text finds the issue again, even if a watcher was killed before it stored the issue's number.
 */
export const sendIssue: Sender<"github-issue"> = async ({ organization, channel: name }, channel, context) => {
  const open = await context.store.open(organization);
  const known = `github-issue ${name} ${organization}`;
  const number = (await remembered(known, channel, context)) ?? (await found(organization, channel, context));
  const issue = issueText(organization, open);
  if (number === undefined && open.length === 0) return;
  const answer = await mustSend(
    number === undefined
      ? request("POST", "", { ...issue, labels: [channel.label] }, channel, context)
      : request("PATCH", `/${number}`, { ...issue, state: open.length === 0 ? "closed" : "open" }, channel, context),
    context.signal,
  );
  await context.store.keep(known, String(issueSchema.parse(JSON.parse(answer)).number));
};

/** The text of an issue. */
export function issueText(organization: string, open: readonly OpenSubject[]) {
  const rows = open.slice(0, MOST_ROWS).map(({ subject, sinceMs, isFlapping }) => {
    const since = new Date(sinceMs).toISOString();
    const event = { subject, since, event: "appeared", id: "", organization, at: since, isOpen: true } as const;
    const detail = `${isFlapping ? "changes too often; " : ""}${detailWords(event)}`;
    return `| ${subject.severity} | ${cell(subjectWords(subject))} | ${cell(detail)} | ${since} |`;
  });
  const more = open.length > rows.length ? [`\nAnd ${open.length - rows.length} more.`] : [];
  const table = ["| severity | object | what | since |", "|---|---|---|---|", ...rows, ...more];
  return {
    title: `Orgform: ${oneLine(organization)} ${open.length === 0 ? "is as it should be" : `has ${open.length} open ${open.length === 1 ? "finding" : "findings"}`}`,
    body: [markOf(organization), "", ...(open.length === 0 ? ["Nothing is open."] : table)].join("\n"),
  };
}

const markOf = (organization: string): string => `<!-- orgform-watch: ${encodeURIComponent(organization)} -->`;

/** Text from outside in a table: it can't mention anybody or end a cell. */
function cell(text: string): string {
  const clean = oneLine(text).replaceAll("`", "'").replaceAll("|", "\\|");
  return clean === "" ? "" : `\`${clean.slice(0, 300)}\``;
}

async function remembered(known: string, channel: IssueChannel, context: SendContext): Promise<number | undefined> {
  const text = await context.store.kept(known);
  if (text === undefined) return undefined;
  const { status } = await send(request("GET", `/${text}`, undefined, channel, context), context.signal);
  if (status === 200) return Number(text);
  // Somebody deleted or moved it; any other response doesn't mean that.
  if ([301, 404, 410].includes(status)) return undefined;
  throw new ChannelError(`it answered with status ${status}`);
}

/** The issue with the mark, which can be among many: each organization of a fleet has one. */
async function found(organization: string, channel: IssueChannel, context: SendContext): Promise<number | undefined> {
  const mark = markOf(organization);
  for (let page = 1; ; page += 1) {
    const query = `?state=all&per_page=${PAGE}&page=${page}&labels=${encodeURIComponent(channel.label)}`;
    const text = await mustSend(request("GET", query, undefined, channel, context), context.signal);
    const issues = z.array(issueSchema).parse(JSON.parse(text));
    const own = issues.find(({ body }) => body?.startsWith(mark) === true);
    if (own !== undefined || issues.length < PAGE) return own?.number;
  }
}

function request(
  method: "GET" | "POST" | "PATCH",
  path: string,
  body: object | undefined,
  { api, repository, token }: IssueChannel,
  { environment }: SendContext,
) {
  return {
    method,
    url: `${api.replace(/\/$/u, "")}/repos/${repository}/issues${path}`,
    headers: {
      accept: "application/vnd.github+json",
      authorization: `Bearer ${secretText(token, environment)}`,
      "content-type": "application/json",
      "user-agent": "orgform-watch",
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  };
}

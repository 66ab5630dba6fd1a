import { createHmac } from "node:crypto";
import { type Answer, type Exchange, bodyOf } from "../../pipeline/exchange.ts";
import { invalidInput } from "../../pipeline/service-error.ts";
import { HOG_PUBLICATION } from "../../wire/hog-function.ts";
import { readBody } from "../../wire/read-body.ts";
import { withRevision } from "./record-revision.ts";
import { type FunctionContent, type HogFunctionRow, contentOf, hogFunctionsOf } from "./rows.ts";
import { showFunction } from "./show.ts";
import { answerFunction, functionInPath, readFunction, staleUpdate } from "./write.ts";

/** How long a token from a preview is valid. @source service 2026-09, hog-functions.md, rules */
const TOKEN_SECONDS = 15 * 60;

/** Discards the draft; without a draft, nothing happens. @source service 2026-09, hog-functions.md, rules */
export function discardDraft(exchange: Exchange<"id">): Answer {
  const { draft, ...row } = functionInPath(exchange);
  return answerFunction(exchange, draft === undefined ? row : hogFunctionsOf(exchange.world).put(row));
}

/**
 * Without `confirm`, a preview; otherwise, the draft goes live, for an enabled function only in the form of a preview.
 * @source service 2026-09, hog-functions.md, rules; texts: the service's code of 2026
 */
export function publishDraft(exchange: Exchange<"id">): Answer {
  const { world } = exchange;
  const body = bodyOf(exchange) ?? {};
  const sent = readBody(HOG_PUBLICATION, body, { dialect: world.dialect, partial: true });
  const before = functionInPath(exchange);
  if (before.draft === undefined) {
    throw invalidInput("This function has no staged draft to publish.", null);
  }
  if (sent["confirm"] !== true) return preview(exchange, before, before.draft);
  if (before.enabled) refuseToken(exchange, before, sent["confirm_token"]);
  const { draft: _draft, ...read } = readFunction(exchange, stagedBody(before.draft.content), before);
  const row = hogFunctionsOf(world).put(withRevision(exchange, before, read));
  const published = { published: true, draft_updated_at: null, confirm_token: null, changed_fields: null };
  return { status: 200, headers: {}, body: { ...published, function: showFunction(world, row) } };
}

/** The draft in the form of a request's body: it contains no secrets, which stay unchanged. */
export function stagedBody(content: FunctionContent): Readonly<Record<string, unknown>> {
  return { ...content };
}

function preview(exchange: Exchange, row: HogFunctionRow, draft: NonNullable<HogFunctionRow["draft"]>): Answer {
  const live: Record<string, unknown> = contentOf(row);
  const changed = Object.entries(draft.content)
    .filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(live[name]))
    .map(([name]) => name)
    .toSorted();
  const body = {
    published: false,
    draft_updated_at: draft.updated_at,
    confirm_token: signed(valueOf(row), secondsOf(exchange)),
    changed_fields: changed,
    function: null,
  };
  return { status: 200, headers: {}, body };
}

const secondsOf = ({ world }: Exchange): number => Math.floor(world.clock.nowMs() / 1000);

/** Both sides of a publication: a change of either invalidates a token. */
const valueOf = ({ id, draft, updated_at }: HogFunctionRow): string => `${id}:${draft?.updated_at ?? ""}:${updated_at}`;

/** Distinguishes tokens of a preview from others; it isn't a real secret. */
const TOKEN_KEY = "sandbox-publish";

function signed(value: string, seconds: number): string {
  const text = `${value}:${seconds.toString(36)}`;
  return `${text}:${createHmac("sha256", TOKEN_KEY).update(text).digest("base64url")}`;
}

function refuseToken(exchange: Exchange, row: HogFunctionRow, token: unknown): void {
  const refuse = (detail: string): Error => invalidInput(detail, "confirm_token");
  if (typeof token !== "string" || token === "") {
    throw refuse(
      "Required when confirming a publish. Call publish without confirm first to see what would change and get a token.",
    );
  }
  const [value, seconds = ""] = /^(.*):([0-9a-z]+):[^:]+$/.exec(token)?.slice(1) ?? [];
  const madeAt = Number.parseInt(seconds, 36);
  if (value === undefined || signed(value, madeAt) !== token) {
    throw refuse("Invalid. Call publish without confirm first to see what would change and get a token.");
  }
  if (secondsOf(exchange) - madeAt > TOKEN_SECONDS) {
    throw refuse("Expired. Preview the publish again to get a fresh token.");
  }
  if (value !== valueOf(row)) throw staleUpdate();
}

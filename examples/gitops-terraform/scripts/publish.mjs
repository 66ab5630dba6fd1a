/**
 * Publishes a report as the one comment of a pull request or the one issue of a repository. It recognizes that text by
 * the report's first line and by its author.
 *
 * - `node scripts/publish.mjs comment FILE` creates or updates the comment.
 * - `node scripts/publish.mjs issue FILE STATUS`: STATUS is the exit code of `orgform drift` or `orgform check`. 2 opens or
 *   updates the issue, and 0 closes it.
 *
 * GitHub: set GITHUB_TOKEN and PULL_REQUEST (its number). GitLab: set GITLAB_TOKEN. Both also need the usual variables
 * of a job.
 */
import { readFileSync } from "node:fs";

/** Titles of issues by the first line of the report. */
const ISSUE_TITLES = { "<!-- orgform-check -->": "The organization breaks its rules" };
const DRIFT_TITLE = "The organization differs from its code";
const PER_PAGE = 100;

/** Reads a required variable. */
function need(name) {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set.`);
  return value;
}

/** Sends a request to the forge, and returns the parsed response. */
async function call(headers, method, url, body) {
  const answer = await fetch(url, {
    method,
    headers: { ...headers, "content-type": "application/json", "user-agent": "orgform-gitops" },
    signal: AbortSignal.timeout(30_000),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (answer.ok) return JSON.parse(text);
  const remedy = answer.status === 401 || answer.status === 403 ? " Look at the permissions of the token." : "";
  throw new Error(`${method} ${new URL(url).pathname} answered ${answer.status}: ${text.slice(0, 300)}${remedy}`);
}

/** The paths of comments and issues in GitHub, and how to recognize ours. */
function github() {
  const at = `${need("GITHUB_API_URL")}/repos/${need("GITHUB_REPOSITORY")}`;
  return {
    request: call.bind(undefined, { authorization: `Bearer ${need("GITHUB_TOKEN")}` }),
    update: "PATCH",
    // A job's token can't read its own identity, but people can't write as a bot.
    isOwn: ({ user }) => user.type === "Bot",
    comment: () => ({
      list: `${at}/issues/${need("PULL_REQUEST")}/comments`,
      one: ({ id }) => `${at}/issues/comments/${id}`,
      text: "body",
    }),
    issue: () => ({
      list: `${at}/issues`,
      one: ({ number }) => `${at}/issues/${number}`,
      text: "body",
      closed: { state: "closed" },
    }),
  };
}

/** The paths of notes and issues in GitLab, and how to recognize ours. */
async function gitlab() {
  const api = need("CI_API_V4_URL");
  const at = `${api}/projects/${need("CI_PROJECT_ID")}`;
  const request = call.bind(undefined, { "private-token": need("GITLAB_TOKEN") });
  const me = await request("GET", `${api}/user`);
  const notes = () => `${at}/merge_requests/${need("CI_MERGE_REQUEST_IID")}/notes`;
  return {
    request,
    update: "PUT",
    isOwn: ({ author }) => author.id === me.id,
    comment: () => ({ list: notes(), one: ({ id }) => `${notes()}/${id}`, text: "body" }),
    issue: () => ({
      list: `${at}/issues`,
      one: ({ iid }) => `${at}/issues/${iid}`,
      text: "description",
      closed: { state_event: "close" },
    }),
  };
}

/** Our own among all comments or issues: its text starts with the marker, and it isn't closed. */
async function find({ request, isOwn }, { list, text }, marker) {
  for (let page = 1; ; page += 1) {
    const rows = await request("GET", `${list}?per_page=${PER_PAGE}&page=${page}`);
    const found = rows.find((row) => row.closed_at == null && isOwn(row) && row[text]?.startsWith(marker));
    if (found !== undefined || rows.length < PER_PAGE) return found;
  }
}

async function main([what, file, status]) {
  const isUsable = file !== undefined && (what === "comment" || (what === "issue" && /^[02]$/u.test(status)));
  if (!isUsable)
    throw new Error("usage: comment FILE, or issue FILE 0|2. With another exit code, there is no report to publish.");
  const report = readFileSync(file, "utf8");
  const forge = process.env["GITLAB_CI"] ? await gitlab() : github();
  const kind = forge[what]();
  const [marker] = report.split("\n", 1);
  const found = await find(forge, kind, marker);
  const isClean = status === "0";
  const fields = { ...(what === "issue" && { title: ISSUE_TITLES[marker] ?? DRIFT_TITLE }), [kind.text]: report };
  if (found !== undefined)
    await forge.request(forge.update, kind.one(found), { ...fields, ...(isClean && kind.closed) });
  else if (!isClean) await forge.request("POST", kind.list, fields);
}

main(process.argv.slice(2)).catch((error) => {
  console.error(`publish: ${error.message}`);
  process.exitCode = 1;
});

import { createHash } from "node:crypto";
import type { OwnAnswer, OwnRequest } from "../http/own-answer.ts";
import { pathText, queryText } from "../pipeline/request-path.ts";
import { JOBS } from "../routes/all-routes.ts";
import { runDue } from "../scheduler.ts";
import type { World } from "../world.ts";
import { pageContent } from "./content.ts";

const STYLE = `
  :root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
  body { max-width: 72rem; margin: 2rem auto; padding: 0 1rem; }
  h1 { font-size: 1.5rem; margin: 0; }
  h2 { font-size: 1.1rem; margin: 1.75rem 0 .4rem; }
  h2 small { font-weight: normal; opacity: .65; }
  section > div { overflow-x: auto; }
  table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
  th, td { text-align: left; padding: .25rem .9rem .25rem 0; border-bottom: 1px solid #8884; vertical-align: top; }
  th { font-weight: 600; opacity: .75; white-space: nowrap; }
  td { overflow-wrap: break-word; }
  #requests td { font-family: ui-monospace, monospace; font-size: .85rem; }
  #trouble { color: #c33; font-weight: 600; }
`;

/** Fetches the content repeatedly, and replaces only changed parts, so a text selection elsewhere stays. */
const SCRIPT = `
  const main = document.querySelector("main"), trouble = document.getElementById("trouble");
  const ids = (root) => [...root.querySelectorAll("section")].map((each) => each.id).join();
  async function refresh() {
    try {
      const answer = await fetch("/_sandbox/page" + location.search, { cache: "no-store" });
      if (!answer.ok) throw new Error(answer.status);
      const fresh = document.createElement("main");
      fresh.innerHTML = await answer.text();
      if (ids(fresh) !== ids(main)) main.replaceChildren(...fresh.childNodes);
      for (const part of fresh.querySelectorAll("section")) {
        const old = document.getElementById(part.id);
        if (old.dataset.mark !== part.dataset.mark) old.replaceWith(part);
      }
      trouble.textContent = "";
    } catch {
      trouble.textContent = "The sandbox doesn't respond. This page is out of date.";
    }
    setTimeout(refresh, 1000);
  }
  setTimeout(refresh, 1000);
`;

const hashOf = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** Only the page's own style and script can run, whatever the displayed names contain. */
const POLICY = `default-src 'none'; img-src data:; connect-src 'self'; style-src ${hashOf(STYLE)}; script-src ${hashOf(SCRIPT)}`;

const HEADERS = {
  "Content-Type": "text/html; charset=utf-8",
  "Content-Security-Policy": POLICY,
  "Cache-Control": "no-store",
};

/** The page at `/` and its content at `/_sandbox/page`; neither counts as a request to the service. */
export function pageFor(world: World, { method, target }: OwnRequest): OwnAnswer | undefined {
  const path = pathText(target);
  const isPage = path === "/" || path === "/_sandbox/page";
  if (!isPage || (method !== "GET" && method !== "HEAD")) return undefined;
  // Due jobs run first, so the page shows the current state.
  runDue(world, JOBS);
  const content = pageContent(world, new URLSearchParams(queryText(target)).get("organization") ?? undefined);
  return { status: 200, headers: HEADERS, text: path === "/" ? documentAround(content) : content };
}

function documentAround(content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sandbox</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body>
<h1>Sandbox</h1>
<p id="trouble" role="status"></p>
<main>
${content}
</main>
<script>${SCRIPT}</script>
</body>
</html>
`;
}

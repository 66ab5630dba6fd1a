/**
 * A page with the part between `<!-- name: generated -->` and `<!-- name: end -->` replaced; the rest is written by hand.
 * @throws Error if the page has no such part
 */
export function withSection(page: string, name: string, content: string): string {
  const [begin, end] = [`<!-- ${name}: generated -->`, `<!-- ${name}: end -->`];
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from === -1 || to < from) throw new Error(`The page has no part between ${begin} and ${end}.`);
  return `${page.slice(0, from + begin.length)}\n${content}\n${page.slice(to)}`;
}

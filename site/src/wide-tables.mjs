/** Whether anything in an element can be reached by the keyboard. */
function hasLink({ tagName, children = [] }) {
  return tagName === "a" || children.some(hasLink);
}

function wrapped(table) {
  // What scrolls has to be reachable without a mouse; a link within does that already.
  const reached = hasLink(table) ? {} : { tabIndex: 0, role: "group", ariaLabel: "Table" };
  return { type: "element", tagName: "div", properties: { className: ["wide"], ...reached }, children: [table] };
}

/** A plugin that puts each table into an element that scrolls by itself. */
export function wideTables() {
  const inside = (node) => {
    node.children = (node.children ?? []).map((child) => {
      if (child.type === "element" && child.tagName === "table") return wrapped(child);
      inside(child);
      return child;
    });
  };
  return inside;
}

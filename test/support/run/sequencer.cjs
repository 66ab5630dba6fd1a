const { sep } = require("node:path");
const { default: Sequencer } = require("@jest/test-sequencer");

/** Folders of `test/` by the time that one of their files takes, the longest first; other folders come last. */
const LONGEST_FIRST = [
  "languages",
  "package",
  "acceptance",
  "faults",
  "conformance",
  "counts",
  "histories",
  "cli",
  "set-up",
  "boundaries",
  "contract",
  "docs",
];

/**
 * Files of the folders that take longest come first; within a folder, the order is jest's, which knows how long each
 * took here before, or else how large it is. By itself, jest would begin with large files, and end a first run with a
 * table of minutes on one processor while the other is idle.
 */
module.exports = class extends Sequencer {
  sort(tests) {
    return super.sort(tests).toSorted((left, right) => rank(left.path) - rank(right.path));
  }
};

function rank(path) {
  const [, folder = ""] =
    path
      .split(`${sep}test${sep}`)
      .at(-1)
      ?.match(/^([^/\\]+)/u) ?? [];
  const place = LONGEST_FIRST.indexOf(folder);
  return place < 0 ? LONGEST_FIRST.length : place;
}

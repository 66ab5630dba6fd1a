const { sep } = require("node:path");
const { default: Sequencer } = require("@jest/test-sequencer");

/** Folders of `test/` by the time that a file of theirs takes, the longest first; what is not named comes last. */
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
 * Files of the folders that take longest come first; within a folder they stand as jest puts them, which knows how long
 * each took here before, or else how large it is. Jest alone would begin with large files, and end a first run with
 * a table of minutes on one processor while the other has nothing to do.
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

const { createHash } = require("node:crypto");
const { readFileSync } = require("node:fs");

/** What a test file contains, in a few characters: one that differs from what passed runs again. */
exports.digestOfFile = (path) => createHash("sha256").update(readFileSync(path)).digest("hex").slice(0, 16);

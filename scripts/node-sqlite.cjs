// Replaces `libsql` in an executable, which can't contain a native module: the SQLite of the included Node.
"use strict";

const process = require("node:process");

const warn = process.emitWarning;
// Some versions of Node print an experimental warning when they load it, which isn't for users.
process.emitWarning = () => undefined;
const { DatabaseSync } = process.getBuiltinModule("node:sqlite");
process.emitWarning = warn;

module.exports = DatabaseSync;

// Replaces `libsql` in an executable, which can't contain a native module: the SQLite of the included Node.
"use strict";

const process = require("node:process");

const warn = process.emitWarning;
// Some Nodes call it experimental when it is loaded; that is nothing for users.
process.emitWarning = () => undefined;
const { DatabaseSync } = process.getBuiltinModule("node:sqlite");
process.emitWarning = warn;

module.exports = DatabaseSync;

"use strict";
// Public entry `orgform/cdktn` of CommonJS: the constructs of `@orgform/cdktn`, which has to be installed.
const { constructsOf } = require("./constructs-of.cjs");

module.exports = constructsOf("cdktn", () => require("@orgform/cdktn"));

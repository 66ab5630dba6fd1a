"use strict";
// Public entry `orgform/cdktf` of CommonJS: the constructs of `@orgform/cdktf`, which has to be installed.
const { constructsOf } = require("./constructs-of.cjs");

module.exports = constructsOf("cdktf", () => require("@orgform/cdktf"));

// Written by `npm run gen`; the states of users name this file: it never moves.
module.exports = require("./bridge.cjs")("Integration");

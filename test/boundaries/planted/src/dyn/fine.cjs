// Allowed.
exports.handler = () => import("../engines/pulumi/dynamic/index.ts");

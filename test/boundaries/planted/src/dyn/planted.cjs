// Planted: a stored module leads into another layer.
exports.handler = () => import("../resources/index.ts");

// Planted: a stored module leads into another layer.
exports.handler = () => import("../catalog/resources/index.ts");

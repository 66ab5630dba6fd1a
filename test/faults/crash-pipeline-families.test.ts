import { describeCrashes } from "./crash-table.ts";

// The families send the requests of Plugin, whose table is whole, but for the one that makes an item; and a lost create
// is looked for among the items of the family only. Nothing else can go wrong in another way.
describeCrashes("PipelineDestination", ["create"]);
describeCrashes("PipelineFrontendApp", ["create"]);
describeCrashes("PipelineImportApp", ["create"]);
describeCrashes("PipelineTransformation", ["create"]);

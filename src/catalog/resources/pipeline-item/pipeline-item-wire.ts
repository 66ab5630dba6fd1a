import type { PipelineItemCreateBody, PipelineItemWire } from "../../../client/pipeline-items.ts";
import { codecsOf } from "../../../model/wire/codecs.ts";
import type { SourceFiles } from "./pipeline-item-source.ts";

/** An item and its files; without files where they are not read, or not shown. */
export type ItemWire = PipelineItemWire & { readonly files: SourceFiles | undefined };

/** How fields of an item stand on the wire. */
export const { same, custom, shown } = codecsOf<ItemWire, PipelineItemCreateBody>();

import { docsLoader } from "@astrojs/starlight/loaders";
import { docsSchema } from "@astrojs/starlight/schema";
import { z } from "astro/zod";
import { defineCollection } from "astro:content";

/** Pages as `npm run site` assembles them. */
export const collections = {
  docs: defineCollection({
    loader: docsLoader(),
    schema: docsSchema({
      extend: z.object({
        /** Address of the page as Markdown. */
        markdown: z.string().optional(),
        /** Which services the page is about. */
        services: z.array(z.string()).optional(),
      }),
    }),
  }),
};

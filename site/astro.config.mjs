import { readFileSync } from "node:fs";
import starlight from "@astrojs/starlight";
import { defineConfig } from "astro/config";

import { wideTables } from "./src/wide-tables.mjs";

const { site, base, forge, about, parts } = JSON.parse(
  readFileSync(new URL("./src/content/sidebar.json", import.meta.url), "utf8"),
);

export default defineConfig({
  site,
  base,
  outDir: "../dist-site",
  // Two dashes are a flag here, never a dash of print.
  markdown: { smartypants: false, rehypePlugins: [wideTables] },
  // Pictures are served as they are.
  image: { service: { entrypoint: "astro/assets/services/noop" } },
  integrations: [
    starlight({
      title: "Orgform",
      description: about,
      favicon: "/favicon.svg",
      customCss: ["./src/styles/site.css"],
      social: [{ icon: "seti:git", label: "Source", href: forge }],
      components: {
        Head: "./src/components/head.astro",
        PageTitle: "./src/components/page-title.astro",
        EditLink: "./src/components/edit-link.astro",
      },
      sidebar: parts,
      tableOfContents: { minHeadingLevel: 2, maxHeadingLevel: 3 },
      credits: false,
      disable404Route: true,
    }),
  ],
});

// The settings of the site. Nothing on it is asked of another host: search works on an index that is part of it.
import { defineConfig } from "vitepress"
import { searchOptions } from "../search.ts"
import { sidebar } from "../sidebar.ts"

export default defineConfig({
  title: "studio-billing",
  description: "The billing rules of a SaaS as pure modules, and a simulator of the whole API",
  lang: "en",
  srcDir: "pages",
  outDir: "../../dist-docs/site",
  cleanUrls: false,
  // The text of a page is text: what looks like a tag or an expression of Vue in it is none.
  markdown: {
    config: (md) => {
      md.set({ html: false })
      // A drawing is left in its words; the theme draws it.
      const { fence } = md.renderer.rules
      md.renderer.rules.fence = (...args) => {
        const [tokens, index] = args
        const { info = "", content = "" } = tokens[index] ?? {}
        return info === "mermaid"
          ? `<pre class="drawing" v-pre>${md.utils.escapeHtml(content)}</pre>`
          : (fence?.(...args) ?? "")
      }
    },
  },
  themeConfig: {
    search: { provider: "local", options: { miniSearch: { searchOptions } } },
    outline: [2, 3],
    sidebar,
    nav: [
      { text: "Start", link: "/start" },
      { text: "Contract", link: "/reference/contract.html", target: "_self" },
      { text: "Control plane", link: "/reference/control.html", target: "_self" },
      { text: "API", link: "/api/index.html", target: "_self" },
    ],
  },
})

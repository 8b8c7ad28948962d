// The generator's own theme, with drawings in place of their words. What draws is loaded where a page has a drawing.
import { inBrowser, useData, useRoute } from "vitepress"
import DefaultTheme from "vitepress/theme"
import { nextTick, onMounted, watch } from "vue"

/** Draws what is not drawn yet, in the colours of the page. */
const draw = async (isDark: boolean): Promise<void> => {
  const nodes = Array.from(document.querySelectorAll<HTMLElement>("pre.drawing"))
  if (nodes.length === 0) return
  const { default: mermaid } = await import("mermaid")
  mermaid.initialize({ startOnLoad: false, theme: isDark ? "dark" : "neutral" })
  for (const [index, node] of nodes.entries()) {
    node.dataset.words ??= node.textContent ?? ""
    const { svg } = await mermaid.render(`drawing-${index}`, node.dataset.words)
    node.innerHTML = svg
  }
}

export default {
  ...DefaultTheme,
  setup() {
    if (!inBrowser) return
    const { isDark } = useData()
    const route = useRoute()
    const later = () => nextTick(() => draw(isDark.value))
    onMounted(later)
    watch([() => route.path, isDark], later)
  },
}

// `llms.txt`: the pages with a sentence each, for programs that read (https://llmstxt.org).
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { sidebar } from "./sidebar.ts"

/** The first sentence of a page below its title, without its marks. */
export const firstSentence = (text: string): string => {
  const [paragraph = ""] = text
    .replaceAll(/^```[\s\S]*?^```$/gm, "")
    .split(/\n{2,}/)
    .filter((part) => !/^(?:[#|`<>*!-]|\d+\.)/.test(part.trim()) && part.trim() !== "")
  const plain = paragraph
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/[`*]/g, "")
    .replaceAll(/\s+/g, " ")
  return /^.*?[.:](?=\s|$)/.exec(plain)?.[0].replace(/:$/, ".") ?? plain
}

/** The text of `llms.txt` over the pages in a folder. */
export const llmsText = (pages: string): string => {
  const lines = sidebar.flatMap(({ text, items }) => [
    `\n## ${text}\n`,
    ...items.map(({ text, link }) => {
      const page = link === "/" ? "/index" : link
      return `- [${text}](${page}.html): ${firstSentence(readFileSync(join(pages, `${page}.md`), "utf8"))}`
    }),
  ])
  const about =
    "The billing rules of a SaaS as pure TypeScript modules behind ports, and a simulator of the whole API."
  return `# studio-billing\n\n> ${about}\n${lines.join("\n")}\n`
}

// The clipboard, also where a page of another machine without TLS may not use it by the modern way.

/** Puts a text on the clipboard. Rejects where the browser does not let it. */
export const copy = async (text: string): Promise<void> => {
  if (navigator.clipboard !== undefined) return navigator.clipboard.writeText(text)
  const area = document.createElement("textarea")
  area.value = text
  document.body.append(area)
  area.select()
  const done = document.execCommand("copy")
  area.remove()
  if (!done) throw new Error("The browser did not let the page copy")
}

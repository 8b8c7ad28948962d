// Opens a page in the browser of whoever started the command.
import { spawn } from "node:child_process"

/** The program of a platform that opens an address, with its arguments. */
export const browserCommand = (
  platform: NodeJS.Platform,
  url: string,
): readonly [program: string, ...args: ReadonlyArray<string>] => {
  if (platform === "darwin") return ["open", url]
  // `start` is a word of the shell; its first argument in quotes is a title.
  return platform === "win32" ? ["cmd", "/c", "start", "", url] : ["xdg-open", url]
}

/** Opens an address in the browser. Where there is none, nothing happens. */
export const openBrowser = (url: string): void => {
  const [program, ...args] = browserCommand(process.platform, url)
  const browser = spawn(program, args, { detached: true, stdio: "ignore" })
  browser.on("error", () => undefined)
  browser.unref()
}

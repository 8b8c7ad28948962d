// The theme of the page: that of the system, or a chosen one, which this browser remembers.
import { effect, signal } from "@preact/signals"

/** The themes that can be chosen. */
export const themes = ["system", "light", "dark"] as const
export type Theme = (typeof themes)[number]

const KEY = "studio-billing theme"

/** A theme by its name; that of the system for anything else. */
export const themeOf = (name: string | null): Theme => themes.find((theme) => theme === name) ?? "system"

/** A browser may keep no storage for a page; then the choice lasts as long as the page. */
const stored = (): string | null => {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}

const store = (theme: Theme): void => {
  try {
    if (theme === "system") localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, theme)
  } catch {
    // It lasts as long as the page.
  }
}

/** The theme of the page. */
export const theme = signal<Theme>(themeOf(stored()))

/** Shows the page in its theme, and again when another one is chosen. Every colour follows from the scheme. */
export const followTheme = (): void => {
  effect(() => {
    document.documentElement.style.colorScheme = theme.value === "system" ? "" : theme.value
    store(theme.value)
  })
}

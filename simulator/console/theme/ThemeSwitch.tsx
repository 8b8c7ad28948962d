// The choice of a theme.
import { type Theme, theme, themeOf, themes } from "./theme.ts"

const words: { readonly [K in Theme]: string } = { system: "As the system", light: "Light", dark: "Dark" }

/** A field that chooses the theme. */
export const ThemeSwitch = () => (
  <label class="theme">
    Theme
    <select value={theme.value} onChange={(event) => (theme.value = themeOf(event.currentTarget.value))}>
      {themes.map((one) => (
        <option key={one} value={one}>
          {words[one]}
        </option>
      ))}
    </select>
  </label>
)

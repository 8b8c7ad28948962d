// The console of a simulator: one page that shows a world and moves it, by its control plane and its /studio API alone.
import { render } from "preact"
import { App } from "./App.tsx"
import { follow } from "./data/live.ts"
import { followWorld } from "./data/world.ts"
import { followFocus } from "./focus/followFocus.ts"
import { followTheme } from "./theme/theme.ts"

followTheme()
const root = document.getElementById("app")
if (root !== null) {
  root.replaceChildren()
  render(<App />, root)
  followFocus(root)
  followWorld()
  void follow()
}

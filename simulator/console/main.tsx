// The console: one page by which a person sees and drives a world. Its addresses are relative, so that it works under
// the prefix of a world too.
import { render } from "preact"

const Console = () => (
  <main>
    <h1>studio-billing</h1>
  </main>
)

render(<Console />, document.getElementById("app") as HTMLElement)

// The frame of the console: time and audit above, the views beside, and the view that the address names.
import { useEffect, useRef } from "preact/hooks"
import { forgetLast } from "./data/act.ts"
import { tokenWanted, world } from "./data/api.ts"
import { type Connection, connection } from "./data/live.ts"
import { useHeightAs } from "./focus/useHeightAs.ts"
import { AskToken } from "./parts/AskToken.tsx"
import { NoticeBar } from "./parts/NoticeBar.tsx"
import { TimeBar } from "./parts/TimeBar.tsx"
import { Worlds } from "./parts/Worlds.tsx"
import { place, subject } from "./place.ts"
import { hrefOf } from "./route.ts"
import { Search } from "./search/Search.tsx"
import { ThemeSwitch } from "./theme/ThemeSwitch.tsx"
import { viewOf, views } from "./views/views.tsx"

const whyUnheard: { readonly [K in Connection]?: string } = {
  lost: "The simulator does not answer. The page goes on by itself when it is back.",
  crowded: "Too many pages watch this world. This page does not follow changes until another one is closed.",
}

/** The page. */
export const App = () => {
  const { path } = place.value
  const view = viewOf(path)
  const key = path.join("/")
  const isFirst = useRef(true)
  const top = useHeightAs("--top")
  const unheard = whyUnheard[connection.value]
  useEffect(() => {
    if (!isFirst.current) {
      forgetLast()
      // As when a page is loaded: from the top, and the reader of a screen begins there.
      document.getElementById("main")?.focus({ preventScroll: true })
      scrollTo(0, 0)
    }
    isFirst.current = false
  }, [key])
  const title = [subject.value, view.title, world === "default" ? "" : world, "studio-billing"]
  useEffect(() => {
    document.title = title.filter((part) => part !== "").join(", ")
  }, title)
  return (
    <>
      {/* biome-ignore lint/a11y/useValidAnchor: it is one; only the address must stay the view's */}
      <a class="skip" href="#main" onClick={skip}>
        Skip to the content
      </a>
      <header class="top" ref={top}>
        <a class="brand" href={hrefOf([])}>
          studio-billing
        </a>
        <Worlds />
        <TimeBar />
      </header>
      <nav class="views" aria-label="Views">
        <Search />
        {views.map(({ name, title }) => (
          <a
            key={name}
            href={hrefOf(name === "" ? [] : [name])}
            aria-current={view.name === name ? "page" : undefined}
          >
            {title}
          </a>
        ))}
        <ThemeSwitch />
      </nav>
      <main id="main" tabIndex={-1}>
        {unheard !== undefined && (
          <p class="refused" role="alert">
            {unheard}
          </p>
        )}
        {tokenWanted.value === "no" ? <view.View key={key} path={path} /> : <AskToken />}
      </main>
      <NoticeBar />
    </>
  )
}

const skip = (event: Event): void => {
  // The hash of the address is the view, and stays it.
  event.preventDefault()
  document.getElementById("main")?.focus()
}

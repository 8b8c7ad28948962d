// The message of what was done last: it is in sight wherever the page was scrolled, links to what happened, and goes.
import { useEffect } from "preact/hooks"
import { type Notice, notice } from "../data/notice.ts"
import { verdict } from "../data/world.ts"
import { useHeightAs } from "../focus/useHeightAs.ts"
import { hrefOf } from "../route.ts"
import { CopyCurl } from "./CopyCurl.tsx"
import { Failures, Happened } from "./WhatItDid.tsx"

/** How long it stays, in ms, while nobody points at it. */
const STAY_MILLIS = 15_000

/** How many lines of what happened it has. */
const LINES_MAX = 4

/** The place of the message. A screen reader reads it out when it comes. */
export const NoticeBar = () => {
  const known = notice.value
  return (
    <div class="notice" role="status">
      {known !== null && <Message key={known.text} known={known} />}
    </div>
  )
}

const Message = ({ known }: { readonly known: Notice }) => {
  const { text, advanced } = known
  const box = useHeightAs("--bottom")
  const isSound = verdict.value?.ok !== false && advanced?.failures === undefined
  const putAway = (): void => {
    if (notice.value === known) notice.value = null
  }
  useEffect(() => {
    if (!isSound) return undefined
    let timer = setTimeout(putAway, STAY_MILLIS)
    const hold = (): void => clearTimeout(timer)
    const release = (): void => {
      clearTimeout(timer)
      timer = setTimeout(putAway, STAY_MILLIS)
    }
    const element = document.querySelector(".notice")
    const listening = new AbortController()
    const { signal } = listening
    for (const type of ["pointerenter", "focusin"]) element?.addEventListener(type, hold, { signal })
    for (const type of ["pointerleave", "focusout"]) element?.addEventListener(type, release, { signal })
    return () => {
      hold()
      listening.abort()
    }
  }, [known, isSound])
  return (
    <section ref={box} aria-label={advanced === null ? "Done" : "What the clock did"}>
      <p>{text}</p>
      {advanced !== null && (
        <>
          <Happened done={advanced} max={LINES_MAX} />
          <Failures done={advanced} />
          {verdict.value !== null && (
            <p class="muted">
              {verdict.value.ok ? (
                "The audit found nothing."
              ) : (
                <a href={hrefOf(["time"])}>The audit has {verdict.value.findings.length} findings</a>
              )}
            </p>
          )}
        </>
      )}
      <div class="buttons">
        <CopyCurl calls={known.calls} />
        <button type="button" class="small" onClick={putAway}>
          Put away
        </button>
      </div>
    </section>
  )
}

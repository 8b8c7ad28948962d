// The steps of a walk. The first that is not done is open; what came of a step stays in sight when the step is folded.
import type { ComponentChildren } from "preact"
import { useEffect, useRef } from "preact/hooks"
import { Chip } from "../../parts/Chip.tsx"

/** A step of a walk. */
export interface StepOf {
  readonly title: string
  readonly isDone: boolean
  /** What came of it; `false` where nothing did. */
  readonly came: ComponentChildren
  readonly todo: ComponentChildren
}

/** The steps in their order, and what to do when all are done. */
export const Steps = ({
  steps,
  end,
}: {
  readonly steps: ReadonlyArray<StepOf>
  readonly end: ComponentChildren
}) => {
  const list = useRef<HTMLOListElement>(null)
  const shown = useRef<number | null>(null)
  const current = steps.findIndex(({ isDone }) => !isDone)
  useEffect(() => {
    const before = shown.current
    shown.current = current
    const { activeElement } = document
    const isHere =
      list.current !== null &&
      (activeElement?.contains(list.current) === true || list.current.contains(activeElement))
    // The button that was pressed is folded away: whoever uses keys goes on with the next step.
    if (before === null || before === current || !isHere) return
    list.current?.querySelectorAll<HTMLElement>("summary")[current]?.focus()
  }, [current])
  return (
    <>
      <ol class="walk" ref={list}>
        {steps.map(({ title, isDone, came, todo }, index) => (
          <li key={title} class="card">
            <details open={index === current}>
              <summary>
                <h2>{title}</h2> {isDone && <Chip status="done" tone="good" />}
              </summary>
              {todo}
            </details>
            {came !== false && <p class="came">{came}</p>}
          </li>
        ))}
      </ol>
      {current === -1 && end}
    </>
  )
}

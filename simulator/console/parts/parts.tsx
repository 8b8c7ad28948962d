// The small parts that every view is made of.
import { useSignal } from "@preact/signals"
import type { ComponentChildren, RefObject } from "preact"
import { useEffect, useRef } from "preact/hooks"
import type { Act } from "../data/act.ts"
import type { MadeCall, Refusal } from "../data/api.ts"
import { place } from "../place.ts"
import { hrefOfRemedy, remedyOf, wayTo } from "../remedies.ts"
import { CopyCurl } from "./CopyCurl.tsx"

/** A refusal, in place, with what to do next. A screen reader reads it out when it appears. */
export const Refused = (props: {
  readonly refusal: Refusal | null
  /** The calls that were refused. */
  readonly calls?: ReadonlyArray<MadeCall>
  readonly at?: RefObject<HTMLDivElement | null>
}) => {
  const { refusal, calls = [], at = null } = props
  if (refusal === null) return null
  return (
    <div class="refused" role="alert" ref={at}>
      <p>
        {refusal.message} <code>{refusal.code}</code>
      </p>
      {refusal.errors.length > 0 && (
        <ul>
          {refusal.errors.map(({ path, message }) => (
            <li key={`${path} ${message}`}>
              <code>{path}</code> {message}
            </li>
          ))}
        </ul>
      )}
      <WhatNext code={refusal.code} />
      <CopyCurl calls={calls} />
    </div>
  )
}

/** What to do about a refusal, with a way to where it is done. */
const WhatNext = ({ code }: { readonly code: string }) => {
  const remedy = remedyOf(code)
  if (remedy === null) return null
  const href = hrefOfRemedy(remedy, place.value)
  return (
    <p class="remedy">
      {remedy.text} {href !== null && <a href={href}>{wayTo(remedy)}</a>}
    </p>
  )
}

/** The refusal of an act, in place and in sight. */
export const ActRefused = ({ act }: { readonly act: Act }) => {
  const refused = act.refused.value
  const at = useRef<HTMLDivElement>(null)
  useEffect(() => at.current?.scrollIntoView({ block: "nearest" }), [refused])
  return <Refused refusal={refused?.refusal ?? null} calls={refused?.calls ?? []} at={at} />
}

/** A button of an act. It keeps the focus while the act is under way. */
export const Button = (props: {
  readonly act: Act
  readonly work: () => Promise<string>
  readonly children: ComponentChildren
  readonly kind?: "main" | "danger" | "small" | undefined
  readonly label?: string | undefined
  /** More than there is room for. */
  readonly title?: string | undefined
}) => (
  <button
    type="button"
    class={props.kind ?? ""}
    aria-label={props.label}
    title={props.title}
    aria-disabled={props.act.busy.value}
    onClick={() => void props.act.run(props.work)}
  >
    {props.children}
  </button>
)

/** A field with its label. */
export const Field = (props: { readonly label: string; readonly children: ComponentChildren }) => (
  // biome-ignore lint/a11y/noLabelWithoutControl: the control is among the children
  <label class="field">
    <span>{props.label}</span>
    {props.children}
  </label>
)

/** A field for the code of a currency. */
export const CurrencyField = () => (
  <Field label="Currency">
    <input
      name="currency"
      required
      defaultValue="BRL"
      pattern="[A-Za-z]{3}"
      title="Three letters, such as BRL"
      size={5}
    />
  </Field>
)

/** A hint in place of an empty list. */
export const Empty = ({ children }: { readonly children: ComponentChildren }) => (
  <p class="empty">{children}</p>
)

/** A part of a page under a heading. */
export const Section = (props: {
  readonly title: string
  readonly aside?: ComponentChildren
  readonly children: ComponentChildren
}) => (
  <section class="card" aria-label={props.title}>
    <header>
      <h2>{props.title}</h2>
      {props.aside}
    </header>
    {props.children}
  </section>
)

/** A summary that opens as the rest, which is not made before. */
export const Opening = (props: {
  readonly summary: ComponentChildren
  readonly children: () => ComponentChildren
}) => {
  const opened = useSignal(false)
  return (
    <details
      onToggle={(event) => {
        opened.value = event.currentTarget.open
      }}
    >
      <summary>{props.summary}</summary>
      {opened.value && props.children()}
    </details>
  )
}

/** A part that scrolls by itself where it is wider than the window. Keys scroll it too. */
export const Scroll = (props: { readonly label: string; readonly children: ComponentChildren }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys
  // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
  <div class="scroll" role="group" aria-label={props.label} tabIndex={0}>
    {props.children}
  </div>
)

/** A table under its head. */
export const Table = (props: {
  readonly label: string
  readonly head: ReadonlyArray<string>
  /** The columns of numbers, which are aligned to the right. */
  readonly numbers?: ReadonlyArray<number>
  readonly children: ComponentChildren
}) => (
  <Scroll label={props.label}>
    <table>
      <thead>
        <tr>
          {props.head.map((title, column) => (
            <th key={title} scope="col" class={props.numbers?.includes(column) === true ? "number" : ""}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{props.children}</tbody>
    </table>
  </Scroll>
)

/** Names and what they stand for. */
export const Facts = ({ facts }: { readonly facts: ReadonlyArray<readonly [string, ComponentChildren]> }) => (
  <dl class="facts">
    {facts.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)

/** JSON for people. */
export const Json = ({ value, label }: { readonly value: unknown; readonly label: string }) => (
  <Scroll label={label}>
    <pre>{JSON.stringify(value, null, 2)}</pre>
  </Scroll>
)

// The small parts that every view is made of.
import type { ComponentChildren } from "preact"
import type { Act } from "../data/act.ts"
import type { Refusal } from "../data/api.ts"

/** A refusal, in place. A screen reader reads it out when it appears. */
export const Refused = ({ refusal }: { readonly refusal: Refusal | null }) =>
  refusal === null ? null : (
    <div class="refused" role="alert">
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
    </div>
  )

/** The refusal of an act, in place. */
export const ActRefused = ({ act }: { readonly act: Act }) => <Refused refusal={act.refusal.value} />

/** A button of an act. It keeps the focus while the act is under way. */
export const Button = (props: {
  readonly act: Act
  readonly work: () => Promise<string>
  readonly children: ComponentChildren
  readonly kind?: "main" | "danger" | "small"
  readonly label?: string
}) => (
  <button
    type="button"
    class={props.kind ?? ""}
    aria-label={props.label}
    aria-disabled={props.act.busy.value}
    onClick={() => void props.act.run(props.work)}
  >
    {props.children}
  </button>
)

/** A form of an act: `work` takes its fields as text, and it is emptied when the work is done. */
export const Form = (props: {
  readonly act: Act
  readonly label: string
  readonly work: (fields: (name: string) => string) => Promise<string>
  readonly children: ComponentChildren
  readonly submit: string
  readonly keep?: boolean
}) => (
  <form
    aria-label={props.label}
    onSubmit={(event) => {
      event.preventDefault()
      const form = event.currentTarget
      const data = new FormData(form)
      void props.act
        .run(() => props.work((name) => String(data.get(name) ?? "").trim()))
        .then((done) => {
          if (done && props.keep !== true) form.reset()
        })
    }}
  >
    <div class="fields">
      {props.children}
      <button type="submit" class="main" aria-disabled={props.act.busy.value}>
        {props.submit}
      </button>
    </div>
    <ActRefused act={props.act} />
  </form>
)

/** A field with its label. */
export const Field = (props: { readonly label: string; readonly children: ComponentChildren }) => (
  // biome-ignore lint/a11y/noLabelWithoutControl: the control is among the children
  <label class="field">
    <span>{props.label}</span>
    {props.children}
  </label>
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

// The kinds of faults and what each takes, and a fault out of the fields of a form. Pure.

/** A member of a kind of fault, as a field. */
export interface FaultMember {
  readonly name: string
  readonly label: string
  readonly isNumber: boolean
  readonly initial: string
  readonly choices?: ReadonlyArray<string>
}

/** A kind of fault. */
export interface FaultKind {
  readonly kind: string
  readonly does: string
  /** Whether it may name a call: those of webhooks have none. */
  readonly isCall: boolean
  readonly members: ReadonlyArray<FaultMember>
}

const number = (name: string, label: string, initial: string): FaultMember => ({
  name,
  label,
  isNumber: true,
  initial,
})

/** Every kind of fault. */
export const faultKinds: ReadonlyArray<FaultKind> = [
  {
    kind: "respond",
    does: "answer a refusal",
    isCall: true,
    members: [
      number("status", "Status", "503"),
      { name: "code", label: "Code (optional)", isNumber: false, initial: "" },
    ],
  },
  {
    kind: "delay",
    does: "wait, then act",
    isCall: true,
    members: [number("delayMs", "Delay in ms", "2000")],
  },
  { kind: "drop_before", does: "close before acting", isCall: true, members: [] },
  { kind: "drop_after", does: "act, close without an answer", isCall: true, members: [] },
  {
    kind: "gateway",
    does: "decide what becomes of a charge",
    isCall: true,
    members: [
      {
        name: "outcome",
        label: "Outcome",
        isNumber: false,
        initial: "declined",
        choices: ["declined", "unknown_approved", "unknown_declined", "slow"],
      },
    ],
  },
  { kind: "double_charge", does: "charge a paid invoice again", isCall: false, members: [] },
  { kind: "webhook_hold", does: "hold deliveries until it is deleted", isCall: false, members: [] },
  { kind: "webhook_duplicate", does: "send a delivery twice", isCall: false, members: [] },
  { kind: "webhook_reorder", does: "turn the order around", isCall: false, members: [] },
  { kind: "webhook_fail", does: "fail attempts to deliver", isCall: false, members: [] },
]

/** A fault to make. Empty fields are left out; a text in place of a number is sent as it is, to be refused. */
export const faultWish = (kind: string, field: (name: string) => string): Record<string, unknown> => {
  const own = faultKinds.find((one) => one.kind === kind)
  const numbers = [
    "nth",
    "times",
    ...(own?.members ?? []).filter(({ isNumber }) => isNumber).map(({ name }) => name),
  ]
  const names = [
    ...(own?.members ?? []).map(({ name }) => name),
    ...(own?.isCall === true ? ["method", "path"] : []),
    "organizationId",
    "nth",
    "times",
  ]
  const told = names.map((name) => [name, field(name)] as const).filter(([, text]) => text !== "")
  const readAs = (name: string, text: string): unknown =>
    numbers.includes(name) && Number.isFinite(Number(text)) ? Number(text) : text
  return { kind, ...Object.fromEntries(told.map(([name, text]) => [name, readAs(name, text)])) }
}

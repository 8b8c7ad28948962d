// The examples of the OpenAPI document are one story, and a simulator tells it in these words: each operation is called
// as its example says, in an order in which that makes sense, and answers what its example says.
import { expect, it } from "vitest"
import { documented, operationOf } from "../api/documented.ts"
import { inProcess, seeded, signIn } from "../support/simulator.ts"

const control = `/_simulator/organizations/${seeded.organizationId}`
const voucherId = "0190a000-0000-7000-8000-000000000901"

/** Where a text of an example stands for one that nobody can foresee: ids, tokens and the numbers of slips. */
const unforeseen = /^(?:[0-9a-f]{8}-.{27}|eyJ.*|[\w-]+\.[\w-]+\.[\w-]+|\d{44,47})$/

/** The headers that say how an answer is sent, and nothing about the call. */
const framing = new Set(["cache-control", "content-length", "content-type"])

/** What examples say, and what it is in this run. */
const makeNames = () => {
  const actual = new Map<string, string>([["123456", ""]])
  const learn = (example: unknown, answer: unknown): void => {
    if (typeof example === "string" && typeof answer === "string") {
      const isNew = example !== answer && unforeseen.test(example) && unforeseen.test(answer)
      if (isNew && !actual.has(example)) actual.set(example, answer)
    }
    if (typeof example !== "object" || example === null || typeof answer !== "object" || answer === null)
      return
    for (const [name, value] of Object.entries(example)) {
      learn(value, (answer as Record<string, unknown>)[name])
    }
  }
  const here = <A>(example: A): A =>
    JSON.parse(JSON.stringify(example), (_, value) => actual.get(value) ?? value) as A
  return { actual, learn, here }
}

const begin = async () => {
  const now = "2026-03-02T12:00:00.000Z"
  const client = await inProcess({ now, rateLimit: 1000 })
  const names = makeNames()
  const told = new Set<string>()
  let token = ""

  const use = (events: object) => client.call("POST", `${control}/usage`, { body: { events: [events] } })

  /** Tells a case of an operation; `params` are those of the path where the example's are of another case. */
  const tell = async (id: string, name = "example", params: Readonly<Record<string, string>> = {}) => {
    told.add(`${id} ${name}`)
    const { method, path, bodies, query, answers, ...shown } = operationOf(id)
    const search = new URLSearchParams(names.here(query)).toString()
    const at = names.here({ ...shown.params, ...params })
    const url = path.replace(/\{(\w+)\}/g, (_, param: string) => at[param] ?? "")
    const body = bodies.find((one) => one.name === name)?.value
    const answer = await client.call(method, search === "" ? url : `${url}?${search}`, {
      ...(token !== "" && { token }),
      ...(body !== undefined && { body: names.here(body) }),
    })
    const found = Array.from(answers).find(
      ([status, { examples }]) =>
        status < 300 && (examples.length === 0 || examples.some((one) => one.name === name)),
    )
    if (found === undefined) throw new Error(`${id} has no case ${name}`)
    const [status, { examples, headers }] = found
    const value = examples.find((one) => one.name === name)?.value ?? null
    names.learn(value, answer.json)
    expect({ id, status: answer.status, json: answer.json }).toEqual({ id, status, json: names.here(value) })
    const carried = Array.from(answer.headers.keys()).filter((header) => !framing.has(header))
    expect(carried).toContain("x-request-id")
    const documentedHeaders = headers.map((header) => header.toLowerCase())
    expect({ id, undocumented: carried.filter((header) => !documentedHeaders.includes(header)) }).toEqual({
      id,
      undocumented: [],
    })
    return answer.json
  }
  return {
    ...client,
    names,
    told,
    tell,
    use,
    signInBy: (accessToken: string) => {
      token = accessToken
    },
  }
}

it("a simulator tells what the examples of the document tell", async () => {
  const { call, names, signInBy, tell, token, told, use } = await begin()
  const voucher = { voucherId, name: "Goodwill", amount: 2000, currency: "BRL" }
  await call("POST", `${control}/vouchers`, { body: voucher })

  await tell("auth.requestOtp")
  const inbox = await call("GET", "/_simulator/otps?email=owner@example.com")
  names.actual.set("123456", inbox.json.data[0].code)
  await tell("auth.validateOtp")
  signInBy((await tell("auth.signIn")).accessToken)
  await tell("profile.get")
  await tell("plans.list")
  await tell("coupons.checkAvailability", "available")
  await tell("coupons.checkAvailability", "unavailable", { code: "NOSUCH" })

  await tell("paymentMethods.add", "card")
  await tell("paymentMethods.add", "boleto")
  for (const id of ["list", "get", "update"]) await tell(`paymentMethods.${id}`)
  for (const id of ["set", "get"]) await tell(`thresholds.${id}`)

  await tell("subscriptions.create")
  for (const id of ["check", "list", "get", "update"]) await tell(`subscriptions.${id}`)
  await use({ eventId: "first", meter: "messages", quantity: 100 })
  await tell("subscriptions.previewUpcomingInvoice")
  await tell("invoices.pay", "card")
  for (const id of ["get", "list"]) await tell(`invoices.${id}`)
  await use({ eventId: "second", meter: "messages", quantity: 250 })
  const upcoming = await call(
    "GET",
    `/studio/organizations/${seeded.organizationId}/subscriptions/upcoming-invoice`,
    { token: await token() },
  )
  await tell("invoices.pay", "boleto", { invoiceId: upcoming.json.invoiceId })

  await tell("coupons.list")
  for (const id of ["list", "get", "listUsages"]) await tell(`vouchers.${id}`)
  for (const id of ["pause", "resume", "cancel", "undoCancel", "changePlan"])
    await tell(`subscriptions.${id}`)
  const card = { type: "CARD", cardToken: "tok_visa" }
  const base = `/studio/organizations/${seeded.organizationId}`
  const spare = await call("POST", `${base}/payment-methods`, {
    token: await token(),
    body: card,
  })
  // Another subscription, to a plan that is sold by quantity, once it is known that the boleto was paid.
  await call("POST", `/_simulator/invoices/${upcoming.json.invoiceId}/settle`, { body: {} })
  await call("POST", `${base}/subscriptions/cancel`, { token: await token(), body: {} })
  const interval = { interval: "MONTHLY", amount: 1000, currency: "BRL", quantityAllowed: true }
  const plan = { name: "Team", description: "By seat", intervals: [interval], prices: [] }
  const { planId, intervals } = (await call("POST", "/_simulator/plans", { body: plan })).json
  const chosen = { planId, planIntervalId: intervals[0].id, quantity: 3 }
  const { paymentMethodId } = spare.json
  await call("POST", `${base}/subscriptions`, { token: await token(), body: { ...chosen, paymentMethodId } })
  await tell("subscriptions.changeQuantity")
  await call("POST", `${base}/subscriptions/cancel`, { token: await token(), body: {} })
  await tell("paymentMethods.remove", "example", { paymentMethodId: spare.json.paymentMethodId })
  await tell("thresholds.remove")

  signInBy("")
  await tell("auth.refresh")
  await tell("auth.signOut")
  const multi = { email: "multi@example.com", organizationId: seeded.organizationId }
  signInBy((await signIn({ call, token }, multi)).accessToken)
  await tell("profile.switchOrganization")

  const cases = documented.flatMap(({ id, answers }) => {
    const successes = Array.from(answers).filter(([status]) => status < 300)
    return successes.flatMap(([, { hasBody, examples }]) =>
      hasBody ? examples.map(({ name }) => `${id} ${name}`) : [`${id} example`],
    )
  })
  expect([...told].sort()).toEqual(cases.sort())
})

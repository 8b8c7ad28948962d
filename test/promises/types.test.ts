// The Promise form is written by hand, so that it can be read without Effect: here its types are held to the use cases and
// the services. The compiler checks them, also where this file is not run.
import type * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { expectTypeOf, it } from "vitest"
import type {
  BillingStore,
  EventPresenter,
  IdSource,
  OtpSender,
  PaymentGateway,
  Secrets,
  TokenIssuer,
  WebhookSender,
  WebhookStore,
} from "../../src/index.ts"
import type * as promises from "../../src/promises/index.ts"
import type { Operation } from "../../src/promises/operations/operation.ts"
import type { operations } from "../../src/promises/operations/operations.ts"

type Operations = typeof operations
type Billing = promises.Billing
type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false

/** What a use case takes, gives and is refused with. */
type Decided<O> = O extends Operation<infer Request, infer A, infer R, infer _> ? [Request, A, R] : never
/** The same of a call. */
type Said<C> = C extends (...args: infer Args) => promises.BillingAnswer<infer A, infer R>
  ? [Exclude<Args[0], undefined>, A, R]
  : never

/** The calls that do not say what their use case does. */
type Unlike<By extends 1 | 2> = {
  [Group in keyof Operations]: {
    [Name in keyof Operations[Group]]: Name extends keyof Billing[Group]
      ? Equal<Decided<Operations[Group][Name]>[By], Said<Billing[Group][Name]>[By]> extends true
        ? never
        : `${Group}.${Name & string}`
      : `${Group}.${Name & string} is missing`
  }[keyof Operations[Group]]
}[keyof Operations]

/** The calls that refuse a whole command. */
type Refusing = {
  [Group in keyof Operations]: {
    [Name in keyof Operations[Group]]: Name extends keyof Billing[Group]
      ? Decided<Operations[Group][Name]>[0] extends Said<Billing[Group][Name]>[0]
        ? never
        : `${Group}.${Name & string}`
      : never
  }[keyof Operations[Group]]
}[keyof Operations]

it("a call gives what its use case gives", () => expectTypeOf<Unlike<1>>().toBeNever())

it("a call is refused with what its use case is refused with", () => expectTypeOf<Unlike<2>>().toBeNever())

it("a call takes the command of its use case", () => expectTypeOf<Refusing>().toBeNever())

it("a service is a port", () => {
  expectTypeOf<BillingStore["Service"]>().toExtend<promises.BillingStorePort>()
  expectTypeOf<PaymentGateway["Service"]>().toExtend<promises.PaymentGatewayPort>()
  expectTypeOf<IdSource["Service"]>().toExtend<promises.IdSourcePort>()
  expectTypeOf<Secrets["Service"]>().toExtend<promises.SecretsPort>()
  expectTypeOf<TokenIssuer["Service"]>().toExtend<promises.TokenIssuerPort>()
  expectTypeOf<OtpSender["Service"]>().toExtend<promises.OtpSenderPort>()
  expectTypeOf<WebhookStore["Service"]>().toExtend<promises.WebhookStorePort>()
  expectTypeOf<WebhookSender["Service"]>().toExtend<promises.WebhookSenderPort>()
  expectTypeOf<EventPresenter["Service"]>().toExtend<promises.EventPresenterPort>()
})

/** A service that gives Promises in place of Effects. */
type Promised<Service> = {
  readonly [Name in keyof Service]: Service[Name] extends (
    ...args: infer Args
  ) => Effect.Effect<infer A, unknown>
    ? (...args: Args) => Promise<A>
    : Service[Name] extends Effect.Effect<infer A>
      ? () => Promise<A>
      : Service[Name]
}

it("a port has the functions of its service, with Promises", () => {
  expectTypeOf<Promised<Omit<BillingStore["Service"], "commit">>>().toExtend<
    Omit<promises.BillingStorePort, "commit">
  >()
  expectTypeOf<Promised<PaymentGateway["Service"]>>().toExtend<promises.PaymentGatewayPort>()
  expectTypeOf<Promised<IdSource["Service"]>>().toExtend<promises.IdSourcePort>()
  expectTypeOf<Promised<Secrets["Service"]>>().toExtend<promises.SecretsPort>()
  expectTypeOf<Promised<TokenIssuer["Service"]>>().toExtend<promises.TokenIssuerPort>()
  expectTypeOf<Promised<OtpSender["Service"]>>().toExtend<promises.OtpSenderPort>()
  expectTypeOf<Promised<WebhookStore["Service"]>>().toExtend<promises.WebhookStorePort>()
  expectTypeOf<Promised<WebhookSender["Service"]>>().toExtend<promises.WebhookSenderPort>()
})

type Given<Options> = promises.PortsLayer<promises.GivenServices<Options>>
type Least = Pick<promises.BillingOptions, "store" | "gateway">
type WithSignIn = Least & Required<Pick<promises.BillingOptions, "secrets" | "tokens" | "otpSender">>

it("a layer of ports is one of the services that its options surely have", () => {
  type Billing = BillingStore | PaymentGateway | IdSource | EventPresenter
  type Studio = Billing | Secrets | TokenIssuer | OtpSender
  expectTypeOf<Given<Least>>().toExtend<Layer.Layer<Billing>>()
  expectTypeOf<Given<WithSignIn>>().toExtend<Layer.Layer<Studio>>()
  expectTypeOf<Given<Required<promises.BillingOptions>>>().toExtend<
    Layer.Layer<Studio | WebhookStore | WebhookSender>
  >()
  expectTypeOf<Given<Least>>().not.toExtend<Layer.Layer<Studio>>()
  expectTypeOf<Given<promises.BillingOptions>>().not.toExtend<Layer.Layer<Studio>>()
  expectTypeOf<Given<{ gateway: promises.PaymentGatewayPort }>>().not.toExtend<Layer.Layer<Billing>>()
})

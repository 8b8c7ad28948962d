// Any API of `effect/http-api` as functions that return Promises, typed by its schemas. The contract's own client is
// made without it, since the schemas are many times as large as all the rest.
import * as HttpApi from "effect/http-api/HttpApi"
import type * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import type * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import type * as Schema from "effect/Schema"
import type { AnyRequest, Operation } from "./request.ts"

/** `idempotency-key` as it is usually written. */
type HeaderName<Name> = Name extends `${infer First}-${infer Rest}`
  ? `${Capitalize<First>}-${HeaderName<Rest>}`
  : Name extends string
    ? Capitalize<Name>
    : never

type OptionalKeys<A> = {
  [Key in keyof A]-?: Record<never, never> extends Pick<A, Key> ? Key : never
}[keyof A]

/** What has a default need not be said. */
type Sent<Decoded, Encoded> = Omit<Decoded, OptionalKeys<Encoded>> &
  Partial<Pick<Decoded, OptionalKeys<Encoded> & keyof Decoded>>

type Part<Name extends string, A> = [A] extends [never]
  ? unknown
  : Record<never, never> extends A
    ? { readonly [Key in Name]?: A }
    : { readonly [Key in Name]: A }

type Payload<A> = [A] extends [never]
  ? unknown
  : undefined extends A
    ? { readonly payload?: Extract<A, object> }
    : { readonly payload: A }

type Keyed<A> = [A] extends [never]
  ? unknown
  : { readonly headers: { readonly [Key in keyof A as HeaderName<Key>]-?: Exclude<A[Key], undefined> } }

/** A query is made of texts; what it is in the contract says which of its members have a default. */
type Query<A> = [A] extends [never]
  ? unknown
  : A extends Schema.toCodecStringTree<infer Inner extends Schema.Top>
    ? Part<"query", Sent<Inner["Type"], Inner["Encoded"]>>
    : never

/** What a call takes: what its endpoint does, and a signal to abort it with. */
export type StudioRequest<Endpoint extends HttpApiEndpoint.Constraint> = Part<
  "params",
  HttpApiEndpoint.Params<Endpoint>["Type"]
> &
  Query<HttpApiEndpoint.Query<Endpoint>> &
  Payload<HttpApiEndpoint.Payload<Endpoint>["Type"]> &
  Keyed<HttpApiEndpoint.Headers<Endpoint>["Type"]> & { readonly signal?: AbortSignal }

/** Calls an endpoint. */
export type StudioCall<Endpoint extends HttpApiEndpoint.Constraint> = (
  ...request: Record<never, never> extends StudioRequest<Endpoint>
    ? [request?: StudioRequest<Endpoint>]
    : [request: StudioRequest<Endpoint>]
) => Promise<Endpoint["~Success"]["Type"]>

/** The operations of an API as functions, by group and endpoint. */
export type ClientOf<Api extends { readonly groups: Readonly<Record<string, HttpApiGroup.Constraint>> }> = {
  readonly [Group in keyof Api["groups"]]: {
    readonly [Name in keyof Api["groups"][Group]["endpoints"]]: Api["groups"][Group]["endpoints"][Name] extends infer Endpoint extends
      HttpApiEndpoint.Constraint
      ? StudioCall<Endpoint>
      : never
  }
}

/**
 * The operations of an API as functions, by group and endpoint; `send` makes a call of one. What it is to give is what
 * the endpoint declares.
 */
export const callsOf = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>,
  send: (operation: Operation, request: AnyRequest) => Promise<unknown>,
): ClientOf<HttpApi.HttpApi<Id, Groups>> => {
  const client: Record<string, Record<string, unknown>> = {}
  HttpApi.reflect(api, {
    onGroup: () => undefined,
    onEndpoint: ({ group: { identifier }, endpoint }) => {
      const group = client[identifier] ?? {}
      client[identifier] = group
      group[endpoint.identifier] = async (request: AnyRequest = {}) => send(endpoint, request)
    },
  })
  return client as unknown as ClientOf<HttpApi.HttpApi<Id, Groups>>
}

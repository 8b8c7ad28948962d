// src/client/contract says what the contract does, in types that a hover shows and in a table that needs no schemas. With
// UPDATE_DOCS=1 it is written anew.
import { existsSync, writeFileSync } from "node:fs"
import { expect, expectTypeOf, it } from "vitest"
import type { StudioApi } from "../../src/api/index.ts"
import type { ClientOf, StudioClient } from "../../src/client/index.ts"
import { contractFiles, placeOf, standing } from "./contract/write.ts"

it.each(Object.entries(contractFiles))("%s is written from the contract", (name, write) => {
  const text = write()
  if (process.env.UPDATE_DOCS === "1" || !existsSync(placeOf(name))) writeFileSync(placeOf(name), text)
  expect(standing(name) === text).toBe(true)
})

type Derived = ClientOf<typeof StudioApi>

// biome-ignore lint/suspicious/noExplicitAny: any call
type Call = (...request: any) => Promise<unknown>

type Answer<F> = F extends Call ? Awaited<ReturnType<F>> : never
type Taken<F> = F extends Call
  ? Omit<NonNullable<Parameters<F>[0]>, "headers" | "retry" | "timeout" | "signal">
  : never
type IsSame<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false

/** The operations of which a client differs from what the schemas say. */
type Differing<Client> = {
  readonly [Group in keyof Derived]: {
    readonly [Name in keyof Derived[Group]]: Group extends keyof Client
      ? Name extends keyof Client[Group]
        ? [
            IsSame<Answer<Client[Group][Name]>, Answer<Derived[Group][Name]>>,
            IsSame<Taken<Client[Group][Name]>, Taken<Derived[Group][Name]>>,
          ] extends [true, true]
          ? never
          : Name
        : Name
      : Group
  }[keyof Derived[Group]]
}[keyof Derived]

it("the types are those of the contract's schemas", () => {
  expectTypeOf<Differing<StudioClient>>().toEqualTypeOf<never>()
  // A difference is seen.
  expectTypeOf<Differing<Omit<StudioClient, "plans">>>().toEqualTypeOf<"plans">()
  type Other = Omit<StudioClient, "profile"> & { readonly profile: { readonly get: () => Promise<string> } }
  expectTypeOf<Differing<Other>>().toEqualTypeOf<"get" | "switchOrganization">()
})

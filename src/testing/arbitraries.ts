// Random values of the public types, sound and shrinking to the smallest one: what a law or a test of a host is tried
// with. Each is a function, whose options narrow what it gives.
export * from "./arbitraries/catalogue.ts"
export * from "./arbitraries/discounts.ts"
export * from "./arbitraries/histories.ts"
export * from "./arbitraries/invoices.ts"
export * from "./arbitraries/money.ts"
export * from "./arbitraries/subscriptions.ts"
export * from "./arbitraries/time.ts"
export * from "./arbitraries/usage.ts"

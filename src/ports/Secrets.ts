// Secrets: one-time codes and refresh tokens, made from a cryptographic source and stored only as keyed hashes; and the
// secrets that sign webhooks. GAP-12, GAP-16, GAP-103
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"

/** Makes secrets and recognises them. */
export class Secrets extends Context.Service<
  Secrets,
  {
    /** A code of that many decimal digits. */
    readonly otpCode: (digits: number) => Effect.Effect<string>
    /** The keyed hash under which a secret is stored. `subject` ties it to its record. */
    readonly digest: (secret: { readonly subject: string; readonly text: string }) => string
    /**
     * Tells whether a text has that hash, in constant time. The text is always hashed; a `digest` that no text has,
     * such as the empty one, never matches.
     */
    readonly matches: (secret: {
      readonly subject: string
      readonly text: string
      readonly digest: string
    }) => boolean
    /** The first refresh token of a session: opaque, 256 random bits. */
    readonly refreshToken: (sessionId: string) => Effect.Effect<string>
    /** The successor of a token: always the same for the same token. */
    readonly successor: (refreshToken: string) => string
    /** The session of a token that this service made; `null` for any other text. */
    readonly sessionOf: (refreshToken: string) => string | null
    /** The secret that signs the webhooks of one endpoint: `whsec_` and the base64 of 256 random bits. GAP-103 */
    readonly webhookSecret: Effect.Effect<string>
  }
>()("studio-billing/ports/Secrets") {}

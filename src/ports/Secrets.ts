// Secrets: one-time codes and refresh tokens, made from a cryptographic source and known afterwards only by keyed
// hashes; and the secrets that webhooks are signed with. GAP-12, GAP-16, GAP-103
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"

/** Makes secrets and recognises them. */
export class Secrets extends Context.Service<
  Secrets,
  {
    /** A code of so many decimal digits. */
    readonly otpCode: (digits: number) => Effect.Effect<string>
    /** The keyed hash under which a secret is stored. `subject` ties it to its record. */
    readonly digest: (secret: { readonly subject: string; readonly text: string }) => string
    /**
     * Whether a text has that hash, in a time that tells nothing of either. The text is hashed in any case; a
     * `digest` that no text has, such as the empty one, matches none.
     */
    readonly matches: (secret: {
      readonly subject: string
      readonly text: string
      readonly digest: string
    }) => boolean
    /** The first refresh token of a session: opaque, 256 bits of chance. */
    readonly refreshToken: (sessionId: string) => Effect.Effect<string>
    /** The token that succeeds this one: always the same for the same token. */
    readonly successor: (refreshToken: string) => string
    /** The session of a token that this service made; `null` for any other text. */
    readonly sessionOf: (refreshToken: string) => string | null
    /** What webhooks of one endpoint are signed with: `whsec_` and the base64 of 256 bits of chance. GAP-103 */
    readonly webhookSecret: Effect.Effect<string>
  }
>()("studio-billing/ports/Secrets") {}

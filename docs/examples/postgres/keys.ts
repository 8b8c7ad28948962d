// Makes the keys of a service: the private key that signs access tokens, and the secret of codes and refresh tokens. Each
// process reads the same file, which belongs in a vault.
//
//   node keys.ts > keys.json
import { makeSigningKeys } from "studio-billing/http"

const secret = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("base64")
process.stdout.write(JSON.stringify({ signing: [await makeSigningKeys().exportPrivate()], secret }))

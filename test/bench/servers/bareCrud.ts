// The measure of the others: `node:http` and the service by hand, with nothing between.
import { json } from "node:stream/consumers"
import { type Fixture, makeCrud } from "./crud.ts"
import { serve } from "./serve.ts"

serve(makeCrud((await json(process.stdin)) as Fixture))

// What a release does once, before the functions of the new version are called: DATABASE_URL=postgres://… node release.ts
import pg from "pg"
import { fromPg, migrate } from "studio-billing/postgres"
import { toPromise } from "studio-billing/promises"

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 1 })
await toPromise(migrate(fromPg(pool)))
await pool.end()

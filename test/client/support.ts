// What both forms of the client have to have.
import * as HttpApi from "effect/http-api/HttpApi"
import { StudioApi } from "../../src/api/index.ts"

/** The endpoints of the contract, as group and name. */
export const endpointNames: ReadonlyArray<string> = (() => {
  const names: Array<string> = []
  HttpApi.reflect(StudioApi, {
    onGroup: () => undefined,
    onEndpoint: ({ group, endpoint }) => names.push(`${group.identifier}.${endpoint.identifier}`),
  })
  return names
})()

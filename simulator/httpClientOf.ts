// Effect's HTTP client over a simulator.
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Layer from "effect/Layer"
import type { Simulator } from "./createSimulator.ts"

/** A client whose requests all go to one simulator; a URL without an origin is one of its default world. */
export const httpClientOf = ({
  url,
  fetch,
}: Pick<Simulator, "url" | "fetch">): Layer.Layer<HttpClient.HttpClient> =>
  Layer.effect(
    HttpClient.HttpClient,
    Effect.map(HttpClient.HttpClient, (client) =>
      HttpClient.transform(client, (answer, request) =>
        request.url.startsWith("/") ? client.execute(HttpClientRequest.prependUrl(request, url)) : answer,
      ),
    ),
  ).pipe(Layer.provide(FetchHttpClient.layer), Layer.provide(Layer.succeed(FetchHttpClient.Fetch, fetch)))

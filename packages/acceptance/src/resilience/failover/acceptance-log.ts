// Notes when each route accepted submissions.
import type { ChaosClient } from '../chaos/client.ts';
import type { Route } from './topology.ts';

/** Times of acceptances, by the clock of `performance.now()`. */
export interface AcceptanceLog {
  /** The client, whose acceptances are noted. */
  readonly client: ChaosClient;
  /** Times on one route, in ascending order. */
  times(route: Route): readonly number[];
}

/** Notes the acceptances of a client. */
export function createAcceptanceLog(client: ChaosClient, routes: ReadonlyMap<string, Route>): AcceptanceLog {
  const times = new Map<Route, number[]>([...routes.values()].map((route) => [route, []]));
  return {
    client: {
      ...client,
      async submit(api, operation, abortAfterMs) {
        const isAccepted = await client.submit(api, operation, abortAfterMs);
        const route = routes.get(api);
        if (isAccepted && route !== undefined) times.get(route)?.push(performance.now());
        return isAccepted;
      },
    },
    times: (route) => times.get(route) ?? [],
  };
}

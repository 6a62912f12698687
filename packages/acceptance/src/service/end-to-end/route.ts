// The route of requests to the service: direct, or through a proxy that holds every answer against the contract.

import { fileURLToPath } from 'node:url';
import { freePort, startChild } from '@keyframe/test-kit';

export type RouteKind = 'direct' | 'proxy';

/** A route to the service. */
export interface Route extends AsyncDisposable {
  readonly url: string;
  fetch(request: Request): Promise<Response>;
  /** Returns the violations in responses since the last call. */
  takeViolations(): string[];
}

const DOCUMENT = fileURLToPath(import.meta.resolve('@keyframe/contract/openapi.json'));
const PRISM = fileURLToPath(import.meta.resolve('@stoplight/prism-cli'));

/** Opens a route to the service at an address. */
export async function openRoute(kind: RouteKind, upstream: string): Promise<Route> {
  if (kind === 'direct') {
    return {
      url: upstream,
      fetch: (request) => fetch(request),
      takeViolations: () => [],
      [Symbol.asyncDispose]: async () => {},
    };
  }
  await using resources = new AsyncDisposableStack();
  const port = await freePort();
  const prism = resources.use(
    startChild({ args: [PRISM, 'proxy', DOCUMENT, upstream, '--port', String(port)] }),
  );
  await prism.waitForOutput(/Prism is listening/);
  const owned = resources.move();
  let violations: string[] = [];
  return {
    url: `http://127.0.0.1:${port}`,
    async fetch(request) {
      const response = await fetch(request);
      const found = responseViolations(response.headers.get('sl-violations'));
      violations.push(
        ...found.map((violation) => `${request.method} ${request.url} ${response.status}: ${violation}`),
      );
      return response;
    },
    takeViolations() {
      const taken = violations;
      violations = [];
      return taken;
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

interface Violation {
  location: string[];
  message: string;
}

// Many tests send invalid requests on purpose; an invalid response is always a problem.
function responseViolations(header: string | null): string[] {
  if (header === null) return [];
  // Prism cuts a list off that is too long for a header: it is then no JSON, and is shown whole.
  if (header.startsWith('Too many violations!')) return [header];
  const violations: Violation[] = JSON.parse(header);
  return violations
    .filter(({ location }) => location[0] === 'response')
    .map(({ location, message }) => `${location.join('.')} ${message}`);
}

// The harness of an end-to-end suite: the service, the route to it, and a host that it may call.
import { type Client, createClient } from '@keyframe/client';
import { type Receiver, startReceiver } from '../../support/receiver.ts';
import { type Service, startService } from '../../support/service.ts';
import { openRoute, type Route, type RouteKind } from './route.ts';

/** The relevant members of one request. */
export interface Sent {
  method?: string;
  path: string;
  /** Absent: no Authorization. */
  key?: string;
  headers?: Readonly<Record<string, string>>;
  /** Sent as JSON unless it is a string already. */
  body?: unknown;
}

/** An answer, read to its end. */
export interface Answered {
  status: number;
  headers: Headers;
  body: unknown;
}

/** A running harness. */
export interface Harness extends AsyncDisposable {
  readonly service: Service;
  readonly route: Route;
  readonly receiver: Receiver;
  client(apiKey: string): Client;
  send(request: Sent): Promise<Answered>;
  /** Returns the problems since the last call: responses that violate the contract, and errors in the service's log. */
  takeProblems(): string[];
}

/** Opens another route to the service at an address. */
export type RouteOpener = (upstream: string) => Promise<Route>;

/** Starts a harness; `env` is the service's, on top of what makes the receiver reachable. */
export async function startHarness(
  kind: RouteKind | RouteOpener,
  env: Readonly<Record<string, string>> = {},
): Promise<Harness> {
  await using resources = new AsyncDisposableStack();
  const receiver = resources.use(await startReceiver());
  const service = resources.use(await startService({ env: { ...receiver.env, ...env } }));
  const route = resources.use(
    await (typeof kind === 'function' ? kind(service.url) : openRoute(kind, service.url)),
  );
  const owned = resources.move();
  let logRead = 0;
  const takeLogErrors = () => {
    const lines = service.child.stderr.split('\n').slice(0, -1);
    const unread = lines.slice(logRead);
    logRead = lines.length;
    return unread.filter((line) => isError(line));
  };
  return {
    receiver,
    service,
    route,
    takeProblems: () => [...route.takeViolations(), ...takeLogErrors()],
    client: (apiKey) => createClient({ apiKey, baseUrl: route.url, fetch: route.fetch }),
    send: (request) => send(route, request),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

async function send(route: Route, { method = 'GET', path, key, headers, body }: Sent): Promise<Answered> {
  const response = await route.fetch(
    new Request(route.url + path, {
      method,
      headers: {
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    }),
  );
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
}

/** The level of errors in the service's log, which holds a JSON object a line. */
const ERROR_LEVEL = 50;

function isError(line: string): boolean {
  // A line that is no JSON is a warning of Node, or a crash, which no test would survive.
  return line.startsWith('{') && JSON.parse(line).level >= ERROR_LEVEL;
}

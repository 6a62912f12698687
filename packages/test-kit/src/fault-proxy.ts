// A proxy on loopback that does to each request what a pattern says: the network and the gateways of a bad day.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listen } from './listen.ts';

/** Everything that a request can suffer; tests that expect all of it read it from here. */
export const FAULTS = [
  'drop the request',
  'drop the response',
  'break off the body',
  'shorten the body',
  'stall within the body',
  'delay',
  'silence',
  'rate limit',
  'gateway limit',
  'internal error',
  'bad gateway',
] as const;

/** The fault of one request. */
export type Fault = 'pass' | (typeof FAULTS)[number];

/** A running proxy; `await using` stops it with all its connections. */
export interface FaultProxy extends AsyncDisposable {
  url: string;
  /** The faults of the requests, in their order. */
  faults: Fault[];
}

const DELAY_MS = 50;

/** Responses of faults that reach no server. */
const FAULT_RESPONSES: Partial<
  Record<Fault, { status: number; type: string; body: string; retryAfter?: string }>
> = {
  'rate limit': {
    status: 429,
    type: 'application/json',
    body: '{"error":{"code":"rate_limited","message":"Too many requests.","retry_after":1}}',
    retryAfter: '1',
  },
  'gateway limit': { status: 429, type: 'text/html', body: '<html>Slow down</html>' },
  'internal error': {
    status: 500,
    type: 'application/json',
    body: '{"error":{"code":"internal_error","message":"Try again."}}',
  },
  'bad gateway': { status: 502, type: 'text/html', body: '<html>Bad Gateway</html>' },
};

async function forward(target: string, request: IncomingMessage): Promise<ProxiedResponse> {
  const { method = 'GET', url, headers } = request;
  const body = method === 'GET' ? undefined : new Uint8Array(await buffer(request));
  const names = ['authorization', 'content-type', 'idempotency-key'].filter((name) => name in headers);
  const passed = names.map((name): [string, string] => [name, String(headers[name])]);
  const response = await fetch(target + url, { method, headers: passed, ...(body && { body }) });
  return { status: response.status, body: Buffer.from(await response.arrayBuffer()) };
}

interface ProxiedResponse {
  status: number;
  body: Buffer;
}

/** Begins a response whose length is that of the whole body, and leaves it at its half. */
function beginResponse(response: ServerResponse, { status, body }: ProxiedResponse, begun = () => {}): void {
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': body.length });
  response.write(body.subarray(0, body.length / 2), begun);
}

function endResponse(response: ServerResponse, { status, body }: ProxiedResponse): void {
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': body.length });
  response.end(body);
}

/** The faults of responses. */
const MISHAPS: Partial<Record<Fault, (response: ServerResponse, proxied: ProxiedResponse) => void>> = {
  'drop the response': (response) => response.destroy(),
  'break off the body': (response, proxied) => beginResponse(response, proxied, () => response.destroy()),
  'shorten the body': (response, { status, body }) =>
    endResponse(response, { status, body: body.subarray(0, body.length / 2) }),
  'stall within the body': (response, proxied) => beginResponse(response, proxied),
  delay: (response, proxied) => setTimeout(() => endResponse(response, proxied), DELAY_MS),
};

/** Starts a proxy that asks what to do with each request. */
export async function startFaultProxy(target: string, nextFault: () => Fault): Promise<FaultProxy> {
  const faults: Fault[] = [];
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const fault = nextFault();
    faults.push(fault);
    const faultResponse = FAULT_RESPONSES[fault];
    if (faultResponse !== undefined) {
      const { status, type, body, retryAfter } = faultResponse;
      response.writeHead(status, { 'content-type': type, ...(retryAfter && { 'retry-after': retryAfter }) });
      response.end(body);
    } else if (fault === 'drop the request') {
      response.destroy();
    } else if (fault !== 'silence') {
      (MISHAPS[fault] ?? endResponse)(response, await forward(target, request));
    }
  };
  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  const listening = await listen(server);
  return {
    url: listening.url,
    faults,
    [Symbol.asyncDispose]: () => listening[Symbol.asyncDispose](),
  };
}

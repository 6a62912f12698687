import type { LocatedResource } from '../src/reference/fill-parameters.ts';

/** A request as the form composes it: also what the Fetch API refuses, such as cookies. */
export interface PageRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array<ArrayBuffer> | undefined;
}

/** A response as it is shown. */
export interface PageResponse {
  readonly status: number;
  readonly statusText: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: AsyncIterable<Uint8Array>;
}

/** A callback that the mock sent. */
export interface PageCallback {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The newest resource of each kind, by the path of the kind. */
export interface PageResource extends LocatedResource {
  readonly value: unknown;
}

/** The mock that a page sends requests to, in the page itself or the server that the page comes from. */
export interface PageMock {
  send: (request: PageRequest) => Promise<PageResponse>;
  /** Lists the newest resources. */
  listResources: () => Promise<PageResource[]>;
  /** Calls a function with each callback from now on. */
  onCallback: (listener: (callback: PageCallback) => void) => void;
  /** Sets a fault, `POST /things=500`, for requests of everybody; undefined removes all. */
  setFault: (fault: string | undefined) => Promise<void>;
  /** Moves resources with states ahead. */
  advance: () => Promise<void>;
  /** Removes all resources. */
  reset: () => Promise<void>;
}

/** Sends a request to a server. */
export async function sendToServer({ method, url, headers, body }: PageRequest): Promise<PageResponse> {
  const response = await fetch(url, { method, headers, ...(body && { body }), credentials: 'omit' });
  return {
    status: response.status,
    statusText: response.statusText,
    headers: Object.fromEntries(response.headers),
    body: readStream(response.body),
  };
}

async function* readStream(stream: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array> {
  const reader = stream?.getReader();
  if (reader === undefined) return;
  for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
}

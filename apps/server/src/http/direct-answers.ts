/** Reads tokens and writes answers for listeners that answer requests of Node without the app. */
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { Hono } from 'hono';
import { dataHeaders } from './middleware/security-headers.ts';

const SCHEME = 'Bearer ';

/** Reads the bearer token of a request; undefined without one, or if the app has to read it. */
export function readToken({ authorization }: IncomingHttpHeaders): string | undefined {
  return authorization?.startsWith(SCHEME) ? authorization.slice(SCHEME.length) : undefined;
}

export interface DirectAnswer {
  readonly status: number;
  /** Names and values in turn, besides those that every answer has. */
  readonly headers: readonly string[];
  /** JSON text. */
  readonly body: string;
}

export type WriteAnswer = (response: ServerResponse, answer: DirectAnswer) => void;

/** Creates the function that writes an answer with the headers that the app would add. */
export async function createAnswerWriter(): Promise<WriteAnswer> {
  const fixedHeaders = await readFixedHeaders();
  return (response, { status, headers, body }) => {
    const length = String(Buffer.byteLength(body));
    response.writeHead(status, [...fixedHeaders, 'content-length', length, ...headers]);
    response.end(body);
  };
}

/** Reads the headers that every answer of the app has, from the middleware that sets them. */
async function readFixedHeaders(): Promise<string[]> {
  const app = new Hono().use(dataHeaders).get('/', (context) => context.json({}));
  const { headers } = await app.request('/');
  return [...headers].flat();
}

import { type Target, withAttempts } from './attempts.ts';
import { buildRequest, type RequestParts } from './build-request.ts';
import { type Call, callOf } from './call.ts';
import type { CallOptions, Client, ClientSettings } from './create-client.ts';
import type { Deadline } from './deadline.ts';
import type { AnyRequest, OperationDefinition } from './operation-definition.ts';
import type { OperationTypes } from './operation-types.ts';
import { type Answer, apiError, readResponse } from './read-response.ts';
import { authorize } from './security.ts';

/** What a call is made of, beside the operation. */
export interface CallArguments {
  request?: AnyRequest | undefined;
  options?: CallOptions | undefined;
  /** Asks for this URL instead, as a link of the service says it. */
  url?: string | undefined;
}

/**
 * Sends the call of an operation; generated functions call it.
 * @throws the signal's reason when it is aborted, else a `ClientError`, or what `mapError` makes of it
 */
export function send<TOperation extends OperationTypes>(
  { settings }: Client,
  definition: OperationDefinition,
  call: CallArguments,
): Call<TOperation> {
  return callOf<TOperation>(start(settings, definition, call), settings.mapError);
}

async function start(
  settings: ClientSettings,
  definition: OperationDefinition,
  { request = {}, options = {}, url }: CallArguments,
): Promise<Answer> {
  const parts = buildRequest(definition, request, { client: settings.headers, call: options.headers });
  const { server, id: operation, method, idempotencyKey } = definition;
  if (idempotencyKey !== undefined && !parts.headers.has(idempotencyKey)) {
    // Once for all attempts: a request whose response was lost does its work once.
    parts.headers.set(idempotencyKey, randomKey());
  }
  const base = server === undefined || settings.isBaseUrlGiven ? settings.baseUrl : server;
  const address = url ?? base + parts.path;
  const target: Target = { operation, method, url: address.replace(/\?.*/s, '') };
  const { signal, timeout = settings.timeout } = options;
  // A stream can be sent once.
  const retries = parts.body instanceof ReadableStream ? 0 : (options.retries ?? settings.retries);
  const prepared = { definition, parts, target, address };
  return withAttempts({ ...settings, signal, timeout, retries }, prepared, (deadline) =>
    attempt(settings, prepared, deadline),
  );
}

interface Prepared {
  definition: OperationDefinition;
  parts: RequestParts;
  target: Target;
  address: string;
}

async function attempt(settings: ClientSettings, prepared: Prepared, deadline: Deadline): Promise<Answer> {
  const { clock, logger } = settings;
  const { definition, target } = prepared;
  const startedAt = clock.now();
  const response = await fetchAuthorized(settings, prepared, deadline.signal);
  const answer = await readResponse(response, definition.responses, target);
  // Of a stream the caller reads on, and only its signal ends that.
  if (answer.data instanceof ReadableStream) deadline.stopTimer();
  else deadline.end();
  logger?.debug(
    `${target.method} ${target.url}: ${answer.status} in ${Math.round(clock.now() - startedAt)} ms`,
  );
  if (!answer.ok) throw apiError(answer, target);
  return answer;
}

async function fetchAuthorized(
  settings: ClientSettings,
  { definition, parts, address }: Prepared,
  signal: AbortSignal,
): Promise<Response> {
  const { api, auth, fetch, middleware } = settings;
  const { headers, body } = parts;
  const query = [...parts.query];
  const cookies = [...parts.cookies];
  // Asked for before each attempt: a token may have expired meanwhile, and the one of before is replaced.
  await authorize({ headers, query, cookies }, definition.security ?? api.security, { ...api, auth });
  if (cookies.length > 0) headers.set('Cookie', cookies.join('; '));
  const search = query.length > 0 ? `${address.includes('?') ? '&' : '?'}${query.join('&')}` : '';
  const { method } = definition;
  const init = { method, headers, signal, ...(body === undefined ? {} : { body, duplex: 'half' as const }) };
  // `fetch` makes a Request of whatever it gets: one more costs as much as all the rest of a call.
  if (middleware.length === 0) return fetch(address + search, init);
  const fetchThrough = middleware.reduceRight<(request: Request) => Promise<Response>>(
    (next, layer) => async (request) => layer(request, next, definition),
    fetch,
  );
  return fetchThrough(new Request(address + search, init));
}

/** A UUID of version 4; by hand, since pages that are served by http have no `crypto.randomUUID`. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes.set([((bytes[6] ?? 0) & 0x0f) | 0x40], 6);
  bytes.set([((bytes[8] ?? 0) & 0x3f) | 0x80], 8);
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

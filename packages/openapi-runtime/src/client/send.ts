import { withAttempts } from './attempts.ts';
import { type Call, callOf } from './call.ts';
import type { CallArguments, ClientSettings } from './client.ts';
import type { Answer } from './error-factory.ts';
import type { OperationDefinition, RequestParts } from './operation-definition.ts';
import type { OperationTypes } from './operation-types.ts';
import type { Reading, ResponseReader } from './reading.ts';

/**
 * Sends the call of an operation, as its definition says.
 * @throws the signal's reason when it is aborted, else a `ClientError` of the client's factory
 */
export function sendBy<TOperation extends OperationTypes>(
  settings: ClientSettings,
  definition: OperationDefinition,
  call: CallArguments,
): Call<TOperation> {
  return callOf<TOperation>(start(settings, definition, call));
}

function isSafe({ method }: OperationDefinition): boolean {
  return method === 'GET' || method === 'QUERY';
}

function createResend(
  settings: ClientSettings,
  definition: OperationDefinition,
  { request, options = {} }: CallArguments,
): Reading['resend'] {
  const { streams: _, ...raw } = definition;
  const read: ResponseReader = async (response, reading) => {
    const { status, ok } = response;
    // No Content ends the stream for good.
    return status === 204
      ? { ok, status, contentType: undefined, data: null, response }
      : raw.read(response, reading);
  };
  return async (headers, delayMs) => {
    await settings.clock.sleep(delayMs, options.signal);
    const call = { request, options: { ...options, headers: { ...options.headers, ...headers } } };
    const { data } = await start(settings, { ...raw, read }, call);
    return data instanceof ReadableStream ? data : null;
  };
}

async function start(
  settings: ClientSettings,
  definition: OperationDefinition,
  { request = {}, options: given }: CallArguments,
): Promise<Answer> {
  const {
    id: operation,
    name: operationName,
    method,
    retry,
    redirect,
    accept = 'application/json',
  } = definition;
  const { clock, logger, errors, authorize, isDocumentUrl } = settings;
  const options = { ...given };
  const headers: Record<string, string> = { accept, ...settings.headers };
  const parts: RequestParts = { url: settings.baseUrl + definition.path, headers };
  for (const write of definition.write ?? []) {
    write(parts, request, { definition, errors, isDocumentUrl, options });
  }
  for (const [name, value] of Object.entries(options.headers ?? {})) {
    delete headers[name.toLowerCase()];
    if (value !== null) headers[name.toLowerCase()] = value;
  }
  const [url = ''] = parts.url.split('?', 1);
  const target = { operation, ...(operationName && { operationName }), method, url };
  return withAttempts(settings, { target, retry, options }, async (deadline) => {
    const startedAt = clock.now();
    // Asked for before each attempt: a token may have expired meanwhile.
    const { url: requestUrl, ...init } = authorize ? await authorize(parts, definition) : parts;
    const response = await settings.send(
      requestUrl,
      { method, ...(redirect && { redirect }), signal: deadline.signal, ...init },
      definition,
    );
    const resend = definition.streams && (options.retries ?? settings.retries) > 0 && isSafe(definition);
    const answer = await definition.read(response, {
      definition,
      target,
      errors,
      deadline,
      ...(resend && { resend: createResend(settings, definition, { request, options: given }) }),
    });
    logger?.debug(`${method} ${url}: ${answer.status} in ${Math.round(clock.now() - startedAt)} ms`);
    if (answer.ok) return answer;
    throw errors.response({ answer, target, isDocumented: true });
  });
}

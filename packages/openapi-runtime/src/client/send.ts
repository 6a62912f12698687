import { withAttempts } from './attempts.ts';
import { type Call, callOf } from './call.ts';
import type { CallArguments, CallOptions, ClientSettings } from './client.ts';
import type { Answer, Target } from './error-factory.ts';
import { isClientError } from './errors.ts';
import { limitText } from './limit-text.ts';
import type { AnyRequest, OperationDefinition, RequestParts } from './operation-definition.ts';
import type { OperationTypes } from './operation-types.ts';
import type { ResponseReader } from './reading.ts';
import { findUnwritable, sendChecked } from './request-fault.ts';

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

async function start(
  settings: ClientSettings,
  definition: OperationDefinition,
  { request: written, options: given = {} }: CallArguments,
): Promise<Answer> {
  // Writers may replace its parts.
  const request = { ...written };
  const { id: operation, name: operationName, method, retry } = definition;
  const { clock, logger, errors, authorize } = settings;
  const options = { ...given };
  const parts = writeParts(settings, definition, { request, options });
  const [url = ''] = parts.url.split('?', 1);
  const target = { operation, ...(operationName && { operationName }), method, url };
  return withAttempts(settings, { target, retry, options }, async (deadline) => {
    const startedAt = clock.now();
    // Asked for before each attempt: a token may have expired meanwhile.
    const { url: requestUrl, ...authorized } = authorize ? await authorize(parts, definition) : parts;
    const { signal, timeout, retries = settings.retries, headers, ...fetchOptions } = options;
    const { redirect, parse = JSON.parse } = definition;
    const init = {
      ...settings.fetchOptions,
      ...fetchOptions,
      method,
      ...(redirect && { redirect }),
      signal: deadline.signal,
      ...authorized,
    };
    const sentRequest = { operation, errors, url: requestUrl, init, request, headers };
    const received = await sendChecked(sentRequest, (...args) => settings.send(...args, definition));
    const response = limitResponse(received, settings, target);
    const repeat = definition.streams && {
      retries,
      sleep: (ms: number) => clock.sleep(ms, signal),
      send: (more: object, read: ResponseReader) =>
        start(
          settings,
          { ...definition, streams: {}, read },
          { request, options: { ...given, headers: { ...headers, ...more } } },
        ),
    };
    const answer = await definition.read(response, { definition, parse, target, errors, deadline, repeat });
    logger?.debug(`${method} ${url}: ${answer.status} in ${Math.round(clock.now() - startedAt)} ms`);
    if (answer.ok) return answer;
    throw errors.response({ answer, target, isDocumented: true });
  });
}

function limitResponse(
  response: Response,
  { maxResponseBytes = Infinity, errors }: ClientSettings,
  target: Target,
): Response {
  if (maxResponseBytes === Infinity) return response;
  const answer = { ok: false, status: response.status, contentType: undefined, data: undefined, response };
  const issue = { path: [], message: `a body of more than ${maxResponseBytes} bytes (maxResponseBytes)` };
  return limitText(response, maxResponseBytes, () =>
    errors.response({ answer, target, isDocumented: false, issue }),
  );
}

function writeParts(
  settings: ClientSettings,
  definition: OperationDefinition,
  { request, options }: { request: AnyRequest; options: CallOptions },
): RequestParts {
  const { errors, isDocumentUrl } = settings;
  const { id, accept = 'application/json', path, write = [] } = definition;
  const headers: Record<string, string> = { accept, ...settings.headers };
  const parts: RequestParts = { url: settings.baseUrl + path, headers };
  try {
    for (const writer of write) writer(parts, request, { definition, errors, isDocumentUrl, options });
  } catch (cause) {
    if (isClientError(cause)) throw cause;
    const { message } = cause as Error;
    throw errors.configuration(
      `${id}: ${findUnwritable(request, definition)} cannot be written: ${message}.`,
    );
  }
  for (const [name, value] of Object.entries(options.headers ?? {})) {
    delete headers[name.toLowerCase()];
    if (value !== null) headers[name.toLowerCase()] = value;
  }
  return parts;
}

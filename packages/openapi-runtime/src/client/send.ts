import { withAttempts } from './attempts.ts';
import { type Call, callOf } from './call.ts';
import type { CallArguments, ClientSettings } from './client.ts';
import type { Answer } from './error-factory.ts';
import type { OperationDefinition, RequestParts } from './operation-definition.ts';
import type { OperationTypes } from './operation-types.ts';
import type { ResponseReader } from './reading.ts';

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
  { request: written, options: given }: CallArguments,
): Promise<Answer> {
  // Writers may replace its parts.
  const request = { ...written };
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
    const { retries = settings.retries, signal } = options;
    const repeat = definition.streams && {
      retries,
      sleep: (ms: number) => clock.sleep(ms, signal),
      send: (more: object, read: ResponseReader) =>
        start(
          settings,
          { ...definition, streams: {}, read },
          { request, options: { ...given, headers: { ...given?.headers, ...more } } },
        ),
    };
    const answer = await definition.read(response, { definition, target, errors, deadline, repeat });
    logger?.debug(`${method} ${url}: ${answer.status} in ${Math.round(clock.now() - startedAt)} ms`);
    if (answer.ok) return answer;
    throw errors.response({ answer, target, isDocumented: true });
  });
}

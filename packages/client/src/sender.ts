// Sends requests of the generated operations. It replaces the sender of generated clients, which is larger because of
// features that the contract does not use: changing credentials, servers of single operations, other media types.

import type { Client, OperationDefinition } from '@keyframe/openapi-runtime/client';
import {
  type AttemptSettings,
  type CallArguments,
  callOf,
  type RequestParts,
  sendChecked,
  withAttempts,
} from '@keyframe/openapi-runtime/internal';
import { type Answer, withHeaders } from './api-promise.ts';
import { responseError } from './errors/keyframe-errors.ts';

/** Settings shared by all calls of one client. */
export interface SenderSettings extends AttemptSettings {
  /** Base URL without a trailing slash. */
  baseUrl: string;
  /** Headers by their names in lower case. */
  headers: Readonly<Record<string, string>>;
  /** Sends a request through the middleware. */
  send(url: string, init: RequestInit): Promise<Response>;
  /** Sends a request without the middleware. */
  fetch(url: string, init: RequestInit): Promise<Response>;
}

/** The sender of each client, for entry points whose operations the client itself does not contain. */
export const senders: WeakMap<object, Client> = /* @__PURE__ */ new WeakMap();

/** Creates the sender that generated operations take as their client; `note` receives every response that was read. */
export function createSender(settings: SenderSettings, note: (answer: Answer<unknown>) => void): Client {
  const { clock, logger, errors, baseUrl } = settings;
  const start = async (
    definition: OperationDefinition,
    { request = {}, options = {} }: CallArguments,
  ): Promise<Answer<unknown>> => {
    const { id: operation, method, retry, accept, write = [] } = definition;
    const parts: RequestParts = {
      url: baseUrl + definition.path,
      headers: { ...(accept && { accept }), ...settings.headers },
    };
    for (const writer of write) writer(parts, request, { definition, errors, options });
    const { url, headers, body = null } = parts;
    const given = options.headers as Record<string, string> | undefined;
    if (given) for (const [name, value] of Object.entries(given)) headers[name.toLowerCase()] = value;
    const target = { operation, method, url };
    return withAttempts(settings, { target, retry, options }, async (deadline) => {
      const startedAt = clock.now();
      const sent = {
        operation,
        errors,
        url,
        init: { method, headers, body, signal: deadline.signal },
        request,
        headers: given,
      };
      const response = await sendChecked(sent, settings.send);
      const answer = await definition.read(response, {
        definition,
        parse: JSON.parse,
        target,
        errors,
        deadline,
      });
      note(answer);
      logger?.debug(`${method} ${url}: ${answer.status} in ${Math.round(clock.now() - startedAt)} ms`);
      if (answer.ok) return answer;
      throw responseError(answer, target);
    });
  };
  return { settings, send: (definition, call) => callOf(start(definition, call), withHeaders) };
}

import { type CheckedResponse, checkAgainst } from '../http/check-response.ts';
import type { ResponseIssue } from '../http/response-violation-error.ts';
import { buildRequest } from './build-request.ts';
import type { AnyMessage, MessageDefinitions, MessageOf } from './message.ts';
import { readAnswer } from './read-answer.ts';

const MAX_ANSWER_BYTES = 1_048_576;

/** Options of a sender. */
export interface SendOptions {
  /** Sends the request; the global `fetch` by default. Addresses come from others: pass one that guards them. */
  fetch?: (request: Request) => Promise<Response>;
  /** Is handed to the Request: `signal`, `redirect`, more headers. Redirects are not followed unless it says so. */
  init?: RequestInit;
  /** Bytes of the receiver's answer that are read at most; 1 MiB by default. */
  maxAnswerBytes?: number;
}

/** The message that was sent and the outcome at the receiver; without issues, the receiver answered as documented. */
export interface Delivery {
  request: Request;
  answer: CheckedResponse;
  issues: ResponseIssue[];
}

/** Builds the request of a webhook or callback without sending it. */
export type RequestBuilder<TDefinitions> = <TId extends keyof TDefinitions & string>(
  id: TId,
  message: MessageOf<TDefinitions[TId]>,
  init?: RequestInit,
) => Promise<Request>;

/** Sends a webhook or callback and compares the receiver's answer with the documented ones. */
export type Sender<TDefinitions> = <TId extends keyof TDefinitions & string>(
  id: TId,
  message: MessageOf<TDefinitions[TId]>,
  options?: SendOptions,
) => Promise<Delivery>;

/** Makes the function that builds the request of a webhook or callback without sending it. */
export function createRequestBuilder<TDefinitions extends object>(
  definitions: TDefinitions,
): RequestBuilder<TDefinitions> {
  return (id, message, init) =>
    buildRequest({ id, definition: findDefinition(definitions, id) }, message as AnyMessage, init);
}

/** Makes the function that sends a webhook or callback and compares the receiver's answer with the documented ones. */
export function createSender<TDefinitions extends object>(definitions: TDefinitions): Sender<TDefinitions> {
  return async (id, message, options = {}) => {
    const { fetch = globalThis.fetch, init = {}, maxAnswerBytes = MAX_ANSWER_BYTES } = options;
    const definition = findDefinition(definitions, id);
    const request = await buildRequest({ id, definition }, message as AnyMessage, {
      redirect: 'manual',
      ...init,
    });
    const answer = await readAnswer(await fetch(request), { maxBytes: maxAnswerBytes });
    return { request, answer, issues: checkAgainst(definition, answer) };
  };
}

function findDefinition(definitions: object, id: string) {
  const messages: MessageDefinitions = { ...definitions };
  const definition = Object.hasOwn(messages, id) ? messages[id] : undefined;
  if (!definition) throw new TypeError(`Message "${id}" not found in the document.`);
  return definition;
}

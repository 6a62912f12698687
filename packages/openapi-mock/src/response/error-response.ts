// Errors in the form of the document.
import { type Response as Documented, findResponse, type Operation } from '@keyframe/openapi-model';
import { isJson } from '@keyframe/openapi-runtime/wire';
import type { Engine } from '../engine.ts';
import { type HeaderTexts, type MockReply, replyJson } from '../exchange.ts';
import { fillErrorBody } from './error-body.ts';
import { writeResponse } from './write-response.ts';

/** An error to respond with. */
export interface MockProblem {
  /** Statuses that describe it, the best first. */
  statuses: readonly number[];
  message: string;
  member?: string | undefined;
  /** The part of the request that is wrong. */
  part?: string | undefined;
  headers?: HeaderTexts;
}

/** The request that an error answers. */
export interface FailedRequest {
  operation: Operation | undefined;
  method: string;
  accept: string | undefined;
}

// Errors that describe requests in general.
const SIMILAR = [400, 422, 404];

/** Writes errors. */
export class ErrorResponses {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** Writes an error in the documented form of its status, else of another operation, else as problem details. */
  write(request: FailedRequest, problem: MockProblem): MockReply {
    const { operation, method, accept } = request;
    const status = operation ? chooseStatus(operation, problem.statuses) : (problem.statuses[0] ?? 500);
    const source = this.#findSource(operation, status);
    if (!source) return writePlain(method, status, problem);
    const media = findResponse(source.operation, source.status)?.content.find(({ name }) => isJson(name));
    const example = media && this.#engine.bodies.find(media);
    const accepts = media ? this.#engine.bodies.getAcceptor(media) : () => true;
    const { conventions } = this.#engine.schemas;
    const { message, member, part } = problem;
    const details = { message, member, part, status };
    const body =
      example === undefined ? undefined : fillErrorBody(example, details, { accepts, conventions });
    const reply = writeResponse(this.#engine, {
      operation: source.operation,
      method,
      status: source.status,
      accept,
      body,
      headers: problem.headers ?? {},
      variant: 0,
    });
    return { ...reply, status };
  }

  // A path without operation has the form that other operations document for its status, or for another error of requests.
  #findSource(
    operation: Operation | undefined,
    status: number,
  ): { operation: Operation; status: number } | undefined {
    if (operation && findResponse(operation, status)) return { operation, status };
    const hasBody = (documented: Documented | undefined) =>
      documented?.content.some(({ name }) => isJson(name));
    for (const similar of [status, ...(operation ? [] : SIMILAR)]) {
      const match = this.#engine.model.operations.find((candidate) => hasBody(findExact(candidate, similar)));
      if (match) return { operation: match, status: similar };
    }
    return undefined;
  }
}

function findExact({ responses }: Operation, status: number): Documented | undefined {
  return responses.find((response) => response.status === String(status));
}

function chooseStatus(operation: Operation, statuses: readonly number[]): number {
  const exact = statuses.find((status) => findExact(operation, status));
  return exact ?? statuses.find((status) => findResponse(operation, status)) ?? statuses[0] ?? 500;
}

function writePlain(method: string, status: number, { message, member, headers }: MockProblem): MockReply {
  const param = member === undefined ? {} : { param: member };
  const body = { type: 'about:blank', title: message, status, ...param };
  const reply = replyJson(status, body, 'application/problem+json');
  const all = { ...reply.headers, ...headers };
  return { ...reply, headers: all, body: method === 'HEAD' ? undefined : reply.body };
}

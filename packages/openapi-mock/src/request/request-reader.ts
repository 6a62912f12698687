// Reads requests by the document: the operation, and the values of its parameters and its body.
import type { JsonValue, Operation } from '@keyframe/openapi-model';
import { Schemas } from '../document/schemas.ts';
import type { MockRequest } from '../exchange.ts';
import type { RequestProblem } from './problem.ts';
import { readBody } from './read-body.ts';
import { OperationParameters, type ParameterValues } from './read-parameters.ts';
import { type Route, Router, type Routing } from './router.ts';

export { Schemas };

/** The values of a request, and the rules of the document that it violates. */
export interface ReadRequest {
  parameters: ParameterValues;
  body: JsonValue | undefined;
  problems: readonly RequestProblem[];
}

/** Finds the operations of requests, and reads their values. */
export class RequestReader {
  readonly #schemas: Schemas;
  readonly #router: Router;
  readonly #parameters = new Map<Operation, OperationParameters>();

  constructor(schemas: Schemas) {
    this.#schemas = schemas;
    this.#router = new Router(schemas.model);
  }

  /** Finds the operation of a request. */
  find(method: string, url: URL): Routing {
    return this.#router.find(method, url);
  }

  /** Reads and checks the parameters and the body of a request. */
  async read(
    request: MockRequest,
    { operation, path }: Pick<Route, 'operation' | 'path'>,
  ): Promise<ReadRequest> {
    const reader = this.#parameters.get(operation) ?? new OperationParameters(operation, this.#schemas);
    this.#parameters.set(operation, reader);
    const { values, problems } = reader.read({ path, url: request.url, headers: request.headers });
    const { value, problem } = await readBody(request, operation.requestBody, this.#schemas);
    return { parameters: values, body: value, problems: problem ? [...problems, problem] : problems };
  }
}

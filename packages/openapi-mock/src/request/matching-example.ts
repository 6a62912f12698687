// Named examples of a request and of its responses that belong together: they have the same name.
import {
  type JsonValue,
  listExamples,
  type OpenApiModel,
  type Operation,
  type Response,
} from '@keyframe/openapi-model';
import { findSuccess } from '@keyframe/openapi-resources';
import { jsonEqual } from '@keyframe/openapi-schema';
import type { ParameterValues } from './read-parameters.ts';

/** An example of a response. */
export interface ResponseExample {
  name: string;
  status: number;
}

interface ExampleRequest {
  operation: Operation;
  parameters: ParameterValues;
  body: JsonValue | undefined;
}

/** The examples of one operation. */
interface ExamplePlan {
  /** Those of the responses: the success first. */
  responses: readonly ResponseExample[];
  /** Those of parameters, by `location:name`, and of the body. */
  requests: readonly { key: string; name: string; value: JsonValue }[];
}

const BODY_KEY = 'body';

/** Finds the examples of responses that belong to requests. */
export class ExampleMatcher {
  readonly #model: OpenApiModel;
  readonly #plans = new Map<Operation, ExamplePlan>();

  constructor(model: OpenApiModel) {
    this.#model = model;
  }

  /**
   * Finds the response example whose name is that of the request examples that a request has: each parameter and the body
   * that have an example of the name have its value. Another response than the success needs a success with examples.
   */
  find(request: ExampleRequest): ResponseExample | undefined {
    const { responses, requests } = this.#plan(request.operation);
    if (responses.length === 0 || requests.length === 0) return undefined;
    const counts = responses.map(({ name, status }) => {
      const matches = requests.filter(
        (example) => example.name === name && readSent(request, example.key) !== undefined,
      );
      // Each media type of the body may have an example of the name.
      const byKey = [...Map.groupBy(matches, ({ key }) => key)];
      const isMatch = byKey.every(([key, examples]) =>
        examples.some(({ value }) => isEqual(value, readSent(request, key))),
      );
      return { name, status, count: isMatch ? byKey.length : 0 };
    });
    const [best] = counts.toSorted((left, right) => right.count - left.count);
    return best && best.count > 0 ? { name: best.name, status: best.status } : undefined;
  }

  #plan(operation: Operation): ExamplePlan {
    const existing = this.#plans.get(operation);
    if (existing) return existing;
    const success = findSuccess(operation);
    const isSuccess = ({ status }: Response) => status === String(success);
    const own = operation.responses.filter(isSuccess).flatMap((one) => this.#listResponse(one));
    const others = operation.responses.filter((one) => !isSuccess(one) && /^[1-5]\d\d$/.test(one.status));
    const responses = own.length === 0 ? [] : [...own, ...others.flatMap((one) => this.#listResponse(one))];
    const sources = [
      ...operation.parameters.map(({ location, name, pointer }) => ({ key: `${location}:${name}`, pointer })),
      ...(operation.requestBody?.content.map(({ pointer }) => ({ key: BODY_KEY, pointer })) ?? []),
    ];
    const requests = sources.flatMap(({ key, pointer }) =>
      listExamples(this.#model, pointer).map(({ name, value }) => ({ key, name, value })),
    );
    const plan = { responses, requests };
    this.#plans.set(operation, plan);
    return plan;
  }

  #listResponse({ status, content }: Response): ResponseExample[] {
    const examples = content.flatMap(({ pointer }) => listExamples(this.#model, pointer));
    return examples.map(({ name }) => ({ name, status: Number(status) }));
  }
}

function readSent({ parameters, body }: ExampleRequest, key: string): JsonValue | undefined {
  return key === BODY_KEY ? body : parameters.get(key);
}

// A parameter may be a number where its example is a text.
function isEqual(example: JsonValue, actual: JsonValue | undefined): boolean {
  return jsonEqual(example, actual) || (typeof example !== 'object' && String(example) === String(actual));
}

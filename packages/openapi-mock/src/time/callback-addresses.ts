// Addresses of callbacks: runtime expressions over a request and the response to it.
import type { StateCallback } from '@keyframe/openapi-resources';
import {
  type Exchange,
  ExpressionError,
  type ExpressionTemplate,
  evaluateAddress,
  evaluateTemplate,
  parseTemplate,
} from '@keyframe/openapi-runtime/wire';
import type { Call, ResponseFacts } from '../engine.ts';

/** Evaluates the addresses of callbacks. */
export class CallbackAddresses {
  readonly #templates = new Map<string, ExpressionTemplate | undefined>();

  /** Finds the addresses of callbacks; those that the request and its response do not name are missing. */
  find(
    callbacks: readonly StateCallback[],
    call: Call,
    response: ResponseFacts,
  ): ReadonlyMap<StateCallback, string> {
    const addresses = new Map<StateCallback, string>();
    const exchange = describeExchange(call, response);
    for (const callback of callbacks) {
      const template = this.#parse(callback.expression);
      const address = template && evaluate(template, exchange);
      if (address !== undefined) addresses.set(callback, address);
    }
    return addresses;
  }

  #parse(expression: string): ExpressionTemplate | undefined {
    if (!this.#templates.has(expression))
      this.#templates.set(
        expression,
        ignoreExpressionErrors(() => parseTemplate(expression)),
      );
    return this.#templates.get(expression);
  }
}

function describeExchange({ url, operation, headers, parameters, body }: Call, response: ResponseFacts) {
  const path: Record<string, string> = {};
  for (const [key, value] of parameters) if (key.startsWith('path:')) path[key.slice(5)] = String(value);
  const method = operation.method.toUpperCase();
  return { request: { url: url.href, method, headers, path, body }, response };
}

function evaluate(template: ExpressionTemplate, exchange: Exchange): string | undefined {
  return ignoreExpressionErrors(() => {
    // Most requests name no address; an error for each would cost more than everything else.
    const isMissing = template.parts.some(
      (segment) =>
        typeof segment !== 'string' &&
        evaluateTemplate({ text: segment.text, isBare: true, parts: [segment] }, exchange) === undefined,
    );
    return isMissing ? undefined : evaluateAddress(template, exchange);
  });
}

function ignoreExpressionErrors<TResult>(run: () => TResult): TResult | undefined {
  try {
    return run();
  } catch (error) {
    if (error instanceof ExpressionError) return undefined;
    throw error;
  }
}

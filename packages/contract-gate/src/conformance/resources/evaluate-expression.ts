import {
  evaluateTemplate,
  parseLinkValue,
  type Exchange as RuntimeExchange,
} from '@keyframe/openapi-runtime/wire';
import { pathParameters, sentValue } from '../requests/draft.ts';
import type { Exchange } from '../session/session.ts';

/** Evaluates the runtime expression of a link; undefined if it has no value. */
export function evaluateExpression(expression: string, exchange: Exchange): unknown {
  try {
    return evaluateTemplate(parseLinkValue(expression), toRuntimeExchange(exchange));
  } catch {
    return undefined;
  }
}

/** Describes an exchange for runtime expressions. */
export function toRuntimeExchange({ request, response, body, draft }: Exchange): RuntimeExchange {
  const path = pathParameters(draft).map(([key, value]) => [key.slice('path:'.length), String(value)]);
  return {
    request: {
      url: request.target,
      method: request.method,
      headers: Object.fromEntries(request.headers),
      path: Object.fromEntries(path),
      body: sentValue(draft),
    },
    response: {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: body.kind === 'json' ? body.value : undefined,
    },
  };
}

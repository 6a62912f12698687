import { evaluateTemplate, parseLinkValue } from '@keyframe/openapi-runtime/webhooks';
import { pathParameters, sentValue } from '../requests/draft.ts';
import type { Exchange } from '../session/session.ts';

/** Evaluates the runtime expression of a link; undefined if it has no value. */
export function evaluateExpression(
  expression: string,
  { request, response, body, draft }: Exchange,
): unknown {
  const path = pathParameters(draft).map(([key, value]) => [key.slice('path:'.length), String(value)]);
  try {
    return evaluateTemplate(parseLinkValue(expression), {
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
    });
  } catch {
    return undefined;
  }
}

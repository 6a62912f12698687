import { isObject } from '../schema/json-type.ts';
import { ExpressionError } from './expression-error.ts';
import type { ExpressionTemplate, RuntimeExpression } from './runtime-expression.ts';

/** The request, and the response to it, that expressions refer to. */
export interface Exchange {
  request?: {
    /** Absolute, or from the path on; queries are read out of it. */
    url?: string;
    method?: string;
    headers?: Headers | Readonly<Record<string, string>>;
    /** Path parameters by name, decoded. */
    path?: Readonly<Record<string, string>>;
    /** The parsed body. */
    body?: unknown;
  };
  response?: { status?: number; headers?: Headers | Readonly<Record<string, string>>; body?: unknown };
}

/** Evaluates an expression; undefined if the exchange does not contain the value. */
function evaluateExpression(expression: RuntimeExpression, exchange: Exchange): unknown {
  const { request = {}, response = {} } = exchange;
  switch (expression.kind) {
    case 'url':
      return request.url;
    case 'method':
      return request.method;
    case 'statusCode':
      return response.status;
    case 'header':
      return (
        new Headers((expression.message === 'request' ? request : response).headers).get(expression.name) ??
        undefined
      );
    case 'query':
      // A response has neither query nor path, although the grammar allows both.
      return expression.message === 'request' ? getQueryParameter(request.url, expression.name) : undefined;
    case 'path':
      return expression.message === 'request' ? getMember(request.path, expression.name) : undefined;
    default:
      return expression.tokens.reduce(
        getMember,
        (expression.message === 'request' ? request : response).body,
      );
  }
}

/** Evaluates a template: a bare expression keeps the type of its value, any other becomes a text. Throws ExpressionError. */
export function evaluateTemplate(template: ExpressionTemplate, exchange: Exchange): unknown {
  const [first] = template.parts;
  if (template.isBare && typeof first === 'object') return evaluateExpression(first, exchange);
  return template.parts
    .map((part) => (typeof part === 'string' ? part : evaluateText(part, exchange)))
    .join('');
}

// Up to here in an address a value can only be part of scheme and authority.
const IN_AUTHORITY = /^(?:[a-z][a-z\d+.-]*:(?:\/\/[^/?#]*)?)?$/i;

/**
 * Evaluates the address of a callback. A value in the scheme or authority is inserted unchanged; after them it is
 * percent-encoded, so that it cannot add to a path or query. Throws ExpressionError.
 */
export function evaluateAddress(template: ExpressionTemplate, exchange: Exchange): string {
  let address = '';
  for (const part of template.parts) {
    const isLiteral = typeof part === 'string';
    const text = isLiteral ? part : evaluateText(part, exchange);
    address += isLiteral || IN_AUTHORITY.test(address) ? text : encodeURIComponent(text);
  }
  if (!URL.canParse(address)) {
    throw new ExpressionError(template.text, `evaluates to "${address}", which is not an absolute URL.`);
  }
  return address;
}

function evaluateText(expression: RuntimeExpression, exchange: Exchange): string {
  const value = evaluateExpression(expression, exchange);
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return String(value);
  const problem = value === undefined ? 'has no value' : 'is not a string, number or boolean';
  throw new ExpressionError(expression.text, `${problem} in this exchange.`);
}

function getQueryParameter(url: string | undefined, name: string): string | undefined {
  if (url === undefined) return undefined;
  return new URL(url, 'http://localhost').searchParams.get(name) ?? undefined;
}

function getMember(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return /^(?:0|[1-9]\d*)$/.test(name) ? value[Number(name)] : undefined;
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

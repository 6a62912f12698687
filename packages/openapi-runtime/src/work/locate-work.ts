import { matchTemplate, readTemplate } from '../http/path-template.ts';
import { type Exchange, evaluateTemplate } from '../webhooks/evaluate-expression.ts';
import { parseLinkValue } from '../webhooks/runtime-expression.ts';
import type { WorkAddress, WorkArgument } from './work-definition.ts';

const EACH = '/[*]';
// Path, query and body members may share a name.
const createKey = ({ location, name }: WorkArgument) => `${location}.${name}`;

/**
 * Finds the work that a response of its start contains: the arguments of the reader, by location and name
 * (`path.id`), for each piece of work. Empty if the response has none.
 */
export function locateWork(address: WorkAddress, exchange: Exchange): Record<string, string>[] {
  const located = address.arguments.map(
    (argument) => [createKey(argument), list(argument.value, exchange)] as const,
  );
  const fromUrl = address.url === undefined ? undefined : readUrl(address, evaluate(address.url, exchange));
  const several = located.filter((_, index) => address.arguments[index]?.value.includes(EACH));
  const count = several.length === 0 ? 1 : Math.min(...several.map(([, values]) => values.length));
  const pieces = Array.from({ length: count }, (_, index) => {
    const entries = located.map(
      ([key, values]) => [key, values[index] ?? values[0] ?? fromUrl?.get(key)] as const,
    );
    return new Map([...(fromUrl ?? []), ...entries]);
  });
  const isComplete = (piece: ReadonlyMap<string, unknown>) =>
    [...piece.values()].every((value) => value !== undefined);
  const names = Array.from(address.path.matchAll(/\{([^{}]+)\}/g), ([, name]) => `path.${name}`);
  return pieces
    .filter((piece) => isComplete(piece) && names.every((name) => piece.has(name)))
    .map((piece) => Object.fromEntries([...piece].map(([key, value]) => [key, String(value)])));
}

/** Evaluates the arguments of a request about work, by location and name; undefined if one has no value. */
export function evaluateArguments(
  workArguments: readonly WorkArgument[],
  exchange: Exchange,
): Record<string, string> | undefined {
  const values: Record<string, string> = {};
  for (const argument of workArguments) {
    const value = toText(evaluate(argument.value, exchange));
    if (value === undefined) return undefined;
    values[createKey(argument)] = value;
  }
  return values;
}

/** Evaluates an expression, or returns a constant; undefined if the exchange lacks the value. */
export function evaluate(text: string, exchange: Exchange): unknown {
  return evaluateTemplate(parseLinkValue(text), exchange);
}

// Values of an expression: those of all items if its pointer has `[*]`.
function list(text: string, exchange: Exchange): (string | undefined)[] {
  const [before = '', after] = text.split(EACH, 2);
  if (after === undefined) return [toText(evaluate(text, exchange))];
  const items = evaluate(before, exchange);
  return (Array.isArray(items) ? items : []).map((_, index) =>
    toText(evaluate(`${before}/${index}${after}`, exchange)),
  );
}

function readUrl(
  { path, arguments: workArguments }: WorkAddress,
  url: unknown,
): Map<string, string> | undefined {
  if (typeof url !== 'string' || !URL.canParse(url, 'http://host')) return undefined;
  const { pathname, searchParams } = new URL(url, 'http://host');
  const template = readTemplate(path);
  const values = matchTemplate(template, pathname) ?? matchTemplate(template, pathname.replace(/\/$/, ''));
  if (!values) return undefined;
  try {
    const located = new Map([...values].map(([name, value]) => [`path.${name}`, decodeURIComponent(value)]));
    for (const { location, name } of workArguments) {
      const value = searchParams.get(name);
      if (location === 'query' && value !== null) located.set(`query.${name}`, value);
    }
    return located;
  } catch {
    return undefined;
  }
}

function toText(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

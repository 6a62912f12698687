// Opens operations by the security schemes of a document (OpenAPI 3.1, Security Requirement Object).
import type { Context, Env, MiddlewareHandler } from 'hono';
import { getCookie } from 'hono/cookie';
import type { SecurityRequirements } from './operation-definition.ts';
import { noteRefused } from './refused-requests.ts';

/** A security scheme as the document describes it, as far as a server needs it. */
export type SecurityScheme =
  | { type: 'apiKey'; in: 'cookie' | 'header' | 'query'; name: string }
  | { type: 'http'; scheme: string }
  | { type: 'mutualTLS' | 'oauth2' | 'openIdConnect' };

/**
 * Checks a request by one security scheme: true accepts it, false rejects it, and a response rejects it with that
 * response. `scopes` are those that the operation needs. `credential` is the API key, the token, or the text after the
 * name of the scheme in Authorization; undefined if the request has no credential, or for mutual TLS.
 */
export type SecurityHandler<TEnv extends Env = Env> = (
  context: Context<TEnv>,
  scopes: readonly string[],
  credential: string | undefined,
) => boolean | Response | Promise<boolean | Response>;

/** Maps each scheme to its handler. */
export type SecurityHandlers<TScheme extends string, TEnv extends Env = Env> = {
  readonly [TName in TScheme]: SecurityHandler<TEnv>;
};

export interface SecuritySlots<TEnv extends Env> {
  schemes: Readonly<Record<string, SecurityScheme>>;
  handlers: Readonly<Record<string, SecurityHandler<TEnv>>>;
}

/**
 * Lets a request pass that meets one of the alternatives, each of which may need several schemes; an empty one lets
 * everyone pass. Otherwise it answers as the first scheme that refused with a response, or with 401.
 */
export function requireSecurity<TEnv extends Env>(
  requirements: SecurityRequirements,
  { schemes, handlers }: SecuritySlots<TEnv>,
): MiddlewareHandler<TEnv> {
  const groups = requirements.map((requirement) =>
    Object.entries(requirement).map(([name, scopes]) => ({
      scopes,
      scheme: getOwn(schemes, name),
      handler: getOwn(handlers, name),
    })),
  );
  return async (context, next) => {
    let refusal: Response | undefined;
    for (const group of groups) {
      const result = await checkGroup(context, group);
      if (result === true) return next();
      if (result instanceof Response) refusal ??= result;
    }
    noteRefused(context);
    return refusal ?? unauthorized(context, groups.flat());
  };
}

interface Slot<TEnv extends Env> {
  scopes: readonly string[];
  scheme: SecurityScheme;
  handler: SecurityHandler<TEnv>;
}

// A slot that is missing, which only code that was not compiled can bring about, must not open anything.
function getOwn<TValue>(map: Readonly<Record<string, TValue>>, name: string): TValue {
  const value = Object.hasOwn(map, name) ? map[name] : undefined;
  if (value === undefined) throw new TypeError(`No handler for the security scheme "${name}".`);
  return value;
}

async function checkGroup<TEnv extends Env>(
  context: Context<TEnv>,
  group: readonly Slot<TEnv>[],
): Promise<boolean | Response> {
  for (const { scopes, scheme, handler } of group) {
    const result = await handler(context, scopes, readCredential(context, scheme));
    if (result !== true) return result;
  }
  return true;
}

function readCredential(context: Context, scheme: SecurityScheme): string | undefined {
  if (scheme.type === 'mutualTLS') return undefined;
  if (scheme.type !== 'apiKey') return readAuthorization(context, getAuthScheme(scheme));
  if (scheme.in === 'cookie') return getCookie(context, scheme.name);
  return scheme.in === 'query' ? context.req.query(scheme.name) : context.req.header(scheme.name);
}

// RFC 9110, section 11.4: the name of an authentication scheme is case-insensitive.
function readAuthorization(context: Context, authScheme: string): string | undefined {
  const [name, ...rest] = (context.req.header('authorization') ?? '').trim().split(' ');
  const credential = rest.join(' ').trim();
  return name?.toLowerCase() === authScheme.toLowerCase() && credential !== '' ? credential : undefined;
}

function getAuthScheme(scheme: Exclude<SecurityScheme, { type: 'apiKey' }>): string {
  return 'scheme' in scheme ? scheme.scheme : 'Bearer';
}

function unauthorized<TEnv extends Env>(context: Context, slots: readonly Slot<TEnv>[]): Response {
  const challenges = slots.flatMap(({ scheme }) =>
    scheme.type === 'apiKey' || scheme.type === 'mutualTLS' ? [] : [capitalized(getAuthScheme(scheme))],
  );
  if (challenges.length > 0) context.header('WWW-Authenticate', [...new Set(challenges)].join(', '));
  return context.json({ success: false, error: 'unauthorized' }, 401);
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

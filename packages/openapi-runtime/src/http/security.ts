// Opens operations by the security schemes of a document (OpenAPI 3.1, Security Requirement Object).
import type { Context, Env } from 'hono';
import { getCookie } from 'hono/cookie';
import type { SecurityRequirements } from './operation-definition.ts';
import type { OperationRequest } from './operation-request.ts';
import { respondWithProblem } from './problem.ts';
import { isPromise, type MaybePromise, type Stage } from './stage.ts';

/** A security scheme as the document describes it, as far as a server needs it. */
export type SecurityScheme =
  | { type: 'apiKey'; in: 'cookie' | 'header' | 'query'; name: string }
  | { type: 'http'; scheme: string }
  | { type: 'mutualTLS' | 'oauth2' | 'openIdConnect' }
  | UndeclaredScheme;

/** A scheme that operations name and the document does not declare: where its credential is, only its handler knows. */
interface UndeclaredScheme {
  type: 'undeclared';
}

/**
 * Checks a request by one security scheme: true accepts it, false rejects it, and a response rejects it with that
 * response. `scopes` are those that the operation needs. `credential` is the API key, the token, or the text after the
 * name of the scheme in Authorization; undefined if the request has no credential, and for mutual TLS and undeclared schemes.
 */
export type SecurityHandler<TEnv extends Env = Env> = (
  context: Context<TEnv>,
  scopes: readonly string[],
  credential: string | undefined,
) => MaybePromise<boolean | Response>;

/** Maps each scheme to its handler. */
export type SecurityHandlers<TScheme extends string, TEnv extends Env = Env> = {
  readonly [TName in TScheme]: SecurityHandler<TEnv>;
};

export interface SecuritySlots<TEnv extends Env> {
  schemes: Readonly<Record<string, SecurityScheme>>;
  handlers: Readonly<Record<string, SecurityHandler<TEnv>>>;
}

/**
 * Creates the stage that lets a request pass if it meets one of the alternatives, each of which may need several schemes; an
 * empty one lets everyone pass. Otherwise it answers as the first scheme that refused with a response, or with 401.
 */
export function requireSecurity<TEnv extends Env>(
  requirements: SecurityRequirements,
  { schemes, handlers }: SecuritySlots<TEnv>,
): Stage<TEnv> {
  const groups = requirements.map((requirement) =>
    Object.entries(requirement).map(([name, scopes]) => ({
      scopes,
      scheme: getOwn(schemes, name),
      handler: getOwn(handlers, name),
    })),
  );
  return (request) => checkGroups(request, { groups, index: 0, refusal: undefined });
}

interface Progress<TEnv extends Env> {
  groups: readonly (readonly Slot<TEnv>[])[];
  /** Index of the alternative to check. */
  index: number;
  /** The first response of a scheme that refused. */
  refusal: Response | undefined;
}

function checkGroups<TEnv extends Env>(
  request: OperationRequest<TEnv>,
  { groups, index, refusal }: Progress<TEnv>,
): MaybePromise<Response | undefined> {
  const group = groups[index];
  if (group === undefined) {
    request.markRejected();
    return refusal ?? unauthorized(request.context, groups.flat());
  }
  const proceed = (result: boolean | Response) => {
    if (result === true) return undefined;
    const response = result === false ? refusal : (refusal ?? result);
    return checkGroups(request, { groups, index: index + 1, refusal: response });
  };
  const result = checkGroup(request.context, group);
  return isPromise(result) ? result.then(proceed) : proceed(result);
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

function checkGroup<TEnv extends Env>(
  context: Context<TEnv>,
  [slot, ...nextSlots]: readonly Slot<TEnv>[],
): MaybePromise<boolean | Response> {
  if (slot === undefined) return true;
  const { scopes, scheme, handler } = slot;
  const proceed = (result: boolean | Response) => (result === true ? checkGroup(context, nextSlots) : result);
  const result = handler(context, scopes, readCredential(context, scheme));
  return isPromise(result) ? result.then(proceed) : proceed(result);
}

function readCredential(context: Context, scheme: SecurityScheme): string | undefined {
  if (scheme.type === 'mutualTLS' || scheme.type === 'undeclared') return undefined;
  if (scheme.type !== 'apiKey') return readAuthorization(context, getAuthScheme(scheme));
  if (scheme.in === 'cookie') return getCookie(context, scheme.name);
  return scheme.in === 'query' ? context.req.query(scheme.name) : context.req.header(scheme.name);
}

// RFC 9110, section 11.4: the name of an authentication scheme is case-insensitive.
function readAuthorization(context: Context, authScheme: string): string | undefined {
  const [name, ...words] = (context.req.header('authorization') ?? '').trim().split(' ');
  const credential = words.join(' ').trim();
  return name?.toLowerCase() === authScheme.toLowerCase() && credential !== '' ? credential : undefined;
}

function getAuthScheme(scheme: Exclude<SecurityScheme, { type: 'apiKey' }>): string {
  return 'scheme' in scheme ? scheme.scheme : 'Bearer';
}

function unauthorized<TEnv extends Env>(context: Context, slots: readonly Slot<TEnv>[]): Response {
  const challenges = slots.flatMap(({ scheme }) =>
    scheme.type === 'apiKey' || scheme.type === 'mutualTLS' || scheme.type === 'undeclared'
      ? []
      : [capitalized(getAuthScheme(scheme))],
  );
  if (challenges.length > 0) context.header('WWW-Authenticate', [...new Set(challenges)].join(', '));
  return respondWithProblem(context, 401);
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

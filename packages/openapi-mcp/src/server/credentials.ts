import type { OpenApiModel, Operation, SecurityRequirement, SecurityScheme } from '@keyframe/openapi-model';

/** The parts of a document that keys depend on. */
type SecurityModel = Pick<OpenApiModel, 'operations' | 'securitySchemes'>;

/** The keys of a service. */
export interface Credentials {
  /** The key for all schemes that have no key of their own. */
  shared?: string | undefined;
  /** Keys by the names of their schemes. */
  byScheme?: Readonly<Record<string, string>>;
}

/** Returns the credential of a request's `Authorization`, without the name of its scheme. */
export function readAuthorization(headers: Headers | undefined): string | undefined {
  const [, scheme = '', value = ''] = /^(\S+)\s+(.+)$/.exec(headers?.get('authorization') ?? '') ?? [];
  if (value === '') return undefined;
  return /^basic$/i.test(scheme) ? Buffer.from(value, 'base64').toString() : value;
}

/** Names the environment variable with the key of one scheme: `API_KEY_APP` for the scheme `app`. */
export function nameVariable(prefix: string, scheme: string): string {
  const words = scheme.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2').replaceAll(/[^A-Za-z0-9]+/g, '_');
  return `${prefix}_${words}`.toUpperCase();
}

/** Lists the schemes that some operation requires together with others: one key cannot be that of several. */
export function listJointSchemes({ operations, securitySchemes }: SecurityModel): string[] {
  return [...findJoint(operations, (names) => listKeyed(names, securitySchemes))];
}

/**
 * Assigns keys to the security schemes of a document; `user:password` where the scheme is basic. A shared key without a
 * colon is a token if the document accepts tokens as well. It is not used for several schemes of one operation.
 */
export function createAuth(
  model: SecurityModel,
  { shared, byScheme = {} }: Credentials,
): Record<string, unknown> {
  const { securitySchemes } = model;
  const keyless = [...securitySchemes]
    .map(([name, scheme]) => ({ name, scheme, isBasic: isBasic(scheme) }))
    .filter(({ name, scheme: { type } }) => !Object.hasOwn(byScheme, name) && type !== 'mutualTLS');
  const ambiguous = listAmbiguous(model, new Set(keyless.map(({ name }) => name)));
  const isToken = shared?.includes(':') === false && keyless.some((scheme) => !scheme.isBasic);
  const usable = keyless.filter(
    ({ name, ...scheme }) => !ambiguous.has(name) && !(isToken && scheme.isBasic),
  );
  const keys = [
    ...Object.entries(byScheme),
    ...(shared === undefined ? [] : usable.map(({ name }) => [name, shared] as const)),
  ];
  return Object.fromEntries(keys.map(([name, key]) => [name, writeKey(securitySchemes.get(name), key)]));
}

// Schemes that share an operation with another one that has no key of its own.
function listAmbiguous({ operations }: Pick<OpenApiModel, 'operations'>, keyless: ReadonlySet<string>) {
  return findJoint(operations, (names) => Object.keys(names).filter((name) => keyless.has(name)));
}

/** Finds the schemes that an operation requires together with another of those that `select` returns. */
function findJoint(
  operations: readonly Operation[],
  select: (requirement: SecurityRequirement) => string[],
): Set<string> {
  const requirements = operations.flatMap(({ security }) => security.map(select));
  return new Set(requirements.filter(({ length }) => length > 1).flat());
}

/**
 * Lists the schemes whose keys are missing if an operation requires several and only some key is known; none if the
 * request can be sent.
 */
export function listMissingSchemes(
  { security }: Pick<Operation, 'security'>,
  { securitySchemes }: Pick<SecurityModel, 'securitySchemes'>,
  auth: Readonly<Record<string, unknown>>,
): string[] {
  const alternatives = security.map((names) => listKeyed(names, securitySchemes));
  const missing = alternatives.map((names) => names.filter((name) => auth[name] === undefined));
  const canBeSent = missing.some(({ length }) => length === 0);
  return !canBeSent && alternatives.every(({ length }) => length > 1) ? (missing[0] ?? []) : [];
}

// Certificates are no keys.
function listKeyed(names: SecurityRequirement, schemes: SecurityModel['securitySchemes']): string[] {
  return Object.keys(names).filter((name) => (schemes.get(name)?.type ?? 'mutualTLS') !== 'mutualTLS');
}

function writeKey(scheme: SecurityScheme | undefined, key: string): unknown {
  if (scheme === undefined || !isBasic(scheme)) return key;
  const [username = '', ...password] = key.split(':');
  return { username, password: password.join(':') };
}

function isBasic({ type, value }: SecurityScheme): boolean {
  return type === 'http' && /^basic$/i.test(String(value.scheme));
}

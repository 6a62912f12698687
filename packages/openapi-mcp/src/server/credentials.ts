import type { OpenApiModel, SecurityScheme } from '@keyframe/openapi-model';

/** Returns the credential of a request's `Authorization`, without the name of its scheme. */
export function readAuthorization(headers: Headers | undefined): string | undefined {
  const [, scheme = '', value = ''] = /^(\S+)\s+(.+)$/.exec(headers?.get('authorization') ?? '') ?? [];
  if (value === '') return undefined;
  return /^basic$/i.test(scheme) ? Buffer.from(value, 'base64').toString() : value;
}

/**
 * Uses one credential for every security scheme of a document; `user:password` where the scheme is basic. A credential without
 * a colon is a token if the document accepts tokens as well.
 */
export function createAuth(
  { securitySchemes }: OpenApiModel,
  credential: string | undefined,
): Record<string, unknown> {
  if (credential === undefined) return {};
  const schemes = [...securitySchemes].map(([name, scheme]) => ({ name, isBasic: isBasic(scheme) }));
  const isToken = !credential.includes(':') && schemes.some((scheme) => !scheme.isBasic);
  const [username = '', ...password] = credential.split(':');
  const basic = { username, password: password.join(':') };
  return Object.fromEntries(
    schemes
      .filter((scheme) => !(isToken && scheme.isBasic))
      .map((scheme) => [scheme.name, scheme.isBasic ? basic : credential]),
  );
}

function isBasic({ type, value }: SecurityScheme): boolean {
  return type === 'http' && /^basic$/i.test(String(value.scheme));
}

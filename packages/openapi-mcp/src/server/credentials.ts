import { isJsonObject, type OpenApiModel } from '@keyframe/openapi-model';

/** Returns the credential of a request's `Authorization`, without the name of its scheme. */
export function readAuthorization(headers: Headers | undefined): string | undefined {
  const [, scheme = '', value = ''] = /^(\S+)\s+(.+)$/.exec(headers?.get('authorization') ?? '') ?? [];
  if (value === '') return undefined;
  return /^basic$/i.test(scheme) ? Buffer.from(value, 'base64').toString() : value;
}

/** Uses one credential for every security scheme of a document; `user:password` where the scheme is basic. */
export function createAuth(
  { securitySchemes }: OpenApiModel,
  credential: string | undefined,
): Record<string, unknown> {
  if (credential === undefined) return {};
  return Object.fromEntries(
    [...securitySchemes].map(([name, { type, value }]) => {
      const isBasic = type === 'http' && isJsonObject(value) && /^basic$/i.test(String(value.scheme));
      if (!isBasic) return [name, credential];
      const [username = '', ...password] = credential.split(':');
      return [name, { username, password: password.join(':') }];
    }),
  );
}

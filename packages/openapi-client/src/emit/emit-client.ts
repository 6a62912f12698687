// The client of one document: its servers, its security, and the options that these need.
import { memberOf, type SecurityScheme, type Server } from '@keyframe/openapi-model';
import { type Code, docstring, list, object, print, quote } from '@keyframe/openapi-tooling/generator';
import { alternativesCode, securityDefault } from '../describe/security.ts';
import { listAbsoluteServers } from '../describe/servers.ts';
import type { Plan, PlannedOperation } from '../plan.ts';
import { importLine, RUNTIME } from './runtime-names.ts';

/** Writes `createClient`, its options, and the guard of errors. */
export function emitClient({ model, modules }: Plan): string {
  const planned = modules.flatMap(({ operations }) => operations);
  const keys = new Set(planned.map(({ key }) => key));
  const renamed = planned.filter(({ name }) => !keys.has(name));
  const servers = listAbsoluteServers(model);
  const schemes = [...model.securitySchemes].map(([name, scheme]) => ({
    name,
    scheme,
    ...describeScheme(scheme),
  }));
  const isUrlNeeded = servers.length === 0;
  const imports = new Set([
    'type ApiErrorOf',
    'type BaseOptions',
    'type Client',
    'clientErrors',
    'createClient as createRuntimeClient',
    'isApiErrorOf',
    ...(isUrlNeeded ? [] : ['type ServerDefinition', 'serverUrl']),
    ...(schemes.length > 0 ? ['authorizeBy', 'type SecurityDefinition'] : []),
    ...schemes.flatMap(({ code, type }) => [
      code.replace(/\(.*/s, ''),
      ...(type === undefined ? [] : ['type Credential']),
      ...(type === 'BasicCredential' ? ['type BasicCredential'] : []),
    ]),
  ]);
  const security = object([
    ['schemes', object(schemes.map(({ name, code }) => [name, code]))],
    ['security', alternativesCode(securityDefault(model).alternatives)],
  ]);
  return [
    importLine('import', imports, RUNTIME),
    `import type { operations } from './types.ts';\n\n`,
    schemes.length === 0 ? '' : print(['const SECURITY: SecurityDefinition = ', security, ';\n\n']),
    isUrlNeeded
      ? ''
      : print(['const SERVERS: readonly ServerDefinition[] = ', list(servers.map(serverCode)), ';\n\n']),
    credentialsType(schemes),
    serverType(servers),
    optionsType({ isUrlNeeded, hasServers: servers.length > 0 }),
    docstring(
      'Creates a client, which is the first argument of every function; sends nothing yet. Throws ConfigurationError for an invalid URL, timeout or number of retries.',
    ),
    createClientCode({ isUrlNeeded, hasSchemes: schemes.length > 0 }),
    docstring(
      `Reports whether an error is a documented response of the operation with this operationId${renamed.length === 0 ? '' : ' or function'}, and narrows it: \`error.status\` then discriminates \`error.data\`.`,
    ),
    errorGuardCode(renamed),
  ].join('');
}

function errorGuardCode(renamed: readonly PlannedOperation[]): string {
  const head = '  error: unknown,\n  id: TId,\n): error is ApiErrorOf<operations[';
  const end = ']> {\n  return isApiErrorOf(error, id);\n}\n';
  if (renamed.length === 0)
    return `export function isErrorOf<TId extends keyof operations & string>(\n${head}TId${end}`;
  const members = renamed.map(({ name, key }) => `  ${memberName(name)}: ${quote(key)};\n`);
  return [
    `export function isErrorOf<TId extends keyof OperationIds | (keyof operations & string)>(\n${head}`,
    `TId extends keyof OperationIds ? OperationIds[TId] : TId${end}\n`,
    docstring('The operationIds of the functions that have other names.'),
    `interface OperationIds {\n${members.join('')}}\n`,
  ].join('');
}

interface NamedScheme {
  name: string;
  scheme: SecurityScheme;
  code: string;
  /** The type of its credential; undefined if it needs none. */
  type: string | undefined;
}

const KEYS: Readonly<Record<string, string>> = {
  header: 'headerKey',
  query: 'queryKey',
  cookie: 'cookieKey',
};

/** Writes the scheme of the runtime for a security scheme, and the type of its credential. */
export function describeScheme({ type, value }: SecurityScheme): { code: string; type: string | undefined } {
  if (type === 'apiKey') {
    const key = KEYS[String(memberOf(value, 'in'))] ?? 'headerKey';
    return { code: `${key}(${quote(String(memberOf(value, 'name')))})`, type: 'string' };
  }
  if (type === 'mutualTLS') return { code: 'mutualTls', type: undefined };
  const scheme = String(memberOf(value, 'scheme') ?? 'bearer');
  if (type !== 'http' || /^bearer$/i.test(scheme)) return { code: 'bearer', type: 'string' };
  if (/^basic$/i.test(scheme)) return { code: 'basic', type: 'BasicCredential' };
  return { code: `httpScheme(${quote(scheme)})`, type: 'string' };
}

function credentialsType(schemes: readonly NamedScheme[]): string {
  const members = schemes.flatMap(({ name, type, scheme }) => {
    if (type === undefined) return [];
    const value = type === 'string' ? 'Credential' : `Credential<${type}>`;
    const comment = scheme.description === undefined ? '' : docstring(scheme.description, '  ');
    return [`${comment}  ${memberName(name)}?: ${value} | undefined;\n`];
  });
  const head = docstring(
    'Credentials by the names of their security schemes: values, or functions that return them.',
  );
  return members.length === 0
    ? `${head}export type Credentials = Record<never, never>;\n\n`
    : `${head}export interface Credentials {\n${members.join('')}}\n\n`;
}

function memberName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) && name !== '__proto__' ? name : `[${quote(name)}]`;
}

function serverType(servers: readonly Server[]): string {
  if (servers.length === 0) return '';
  const choices = servers.map(({ url, variables }) => {
    const members = variables.map(
      ({ name, values }) =>
        `${memberName(name)}?: ${values ? values.map(quote).join(' | ') : 'string'} | undefined`,
    );
    return `{ url: ${quote(url)}; variables?: ${members.length > 0 ? `{ ${members.join('; ')} }` : 'undefined'} }`;
  });
  const head = docstring('The servers of the document; omitted variables have their defaults.');
  return (
    `${head}export type ServerChoice =\n${choices.map((choice) => `  | ${choice}\n`).join('')}`.trimEnd() +
    ';\n\n'
  );
}

function optionsType({ isUrlNeeded, hasServers }: { isUrlNeeded: boolean; hasServers: boolean }): string {
  const base = isUrlNeeded
    ? `  /** The base URL of the service: the document contains no absolute server URL. */\n  baseUrl: string;\n`
    : '';
  const server = hasServers
    ? `  /** The server to call, the first one by default; \`baseUrl\` takes precedence. */\n  server?: ServerChoice | undefined;\n`
    : '';
  return `/** Options of \`createClient\`. */\nexport interface ClientOptions extends BaseOptions {\n${base}${server}  /** Credentials, sent with the operations that need them. */\n  auth?: Credentials | undefined;\n}\n\n`;
}

interface Needs {
  isUrlNeeded: boolean;
  hasSchemes: boolean;
}

function createClientCode({ isUrlNeeded, hasSchemes }: Needs): string {
  return [
    `export function createClient(options: ClientOptions${isUrlNeeded ? '' : ' = {}'}): Client {\n`,
    '  const errors = { ...clientErrors, ...options.errors };\n',
    '  return createRuntimeClient(errors, {\n    ...options,\n',
    isUrlNeeded
      ? ''
      : [
          '    baseUrl: options.baseUrl ?? serverUrl(errors, SERVERS, options.server),\n',
          '    isDocumentUrl: (options.baseUrl ?? options.server) === undefined,\n',
        ].join(''),
    hasSchemes ? '    authorize: authorizeBy(SECURITY, options.auth),\n' : '',
    '  });\n}\n\n',
  ].join('');
}

function serverCode({ url, variables }: Server): Code {
  const entries = variables.map(({ name, value, values }): [string, Code] => [
    name,
    object([
      ['default', quote(value)],
      ['enum', values && list(values.map(quote))],
    ]),
  ]);
  return object([
    ['url', quote(url)],
    ['variables', entries.length === 0 ? undefined : object(entries)],
  ]);
}

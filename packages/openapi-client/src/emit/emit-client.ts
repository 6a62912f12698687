// The client of one document: its servers, its security, and the options that these need.

import { type Code, declare, docstring, generic, list, object, quote } from '@keyframe/openapi-codegen';
import { memberOf, type SecurityScheme, type Server } from '@keyframe/openapi-model';
import { OPERATIONS, runtime } from '../describe/runtime-names.ts';
import { alternativesCode, securityDefault } from '../describe/security.ts';
import { listAbsoluteServers } from '../describe/servers.ts';
import type { Plan, PlannedOperation } from '../plan.ts';

/** Writes `createClient`, its options, and the guard of errors. */
export function emitClient({ model, modules }: Plan): Code {
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
  const security = object([
    ['schemes', object(schemes.map(({ name, code }) => [name, code]))],
    ['security', alternativesCode(securityDefault(model).alternatives)],
  ]);
  return [
    schemes.length === 0
      ? ''
      : ['const SECURITY: ', runtime('type SecurityDefinition'), ' = ', security, ';\n\n'],
    isUrlNeeded
      ? ''
      : [
          'const SERVERS: readonly ',
          runtime('type ServerDefinition'),
          '[] = ',
          list(servers.map(serverCode)),
          ';\n\n',
        ],
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
  ];
}

const ERROR_GUARD = declare('isErrorOf');

function errorGuardCode(renamed: readonly PlannedOperation[]): Code {
  const head = [
    '  error: unknown,\n  id: TId,\n): error is ',
    runtime('type ApiErrorOf'),
    '<',
    OPERATIONS,
    '[',
  ];
  const end = [']> {\n  return ', runtime('isApiErrorOf'), '(error, id);\n}\n'];
  if (renamed.length === 0) {
    const start = ['export function ', ERROR_GUARD, '<TId extends keyof ', OPERATIONS, ' & string>(\n'];
    return [start, head, 'TId', end];
  }
  const members = renamed.map(({ name, key }) => `  ${memberName(name)}: ${quote(key)};\n`);
  return [
    'export function ',
    ERROR_GUARD,
    '<TId extends keyof OperationIds | (keyof ',
    OPERATIONS,
    ' & string)>(\n',
    head,
    'TId extends keyof OperationIds ? OperationIds[TId] : TId',
    end,
    '\n',
    docstring('The operationIds of the functions that have other names.'),
    `interface OperationIds {\n${members.join('')}}\n`,
  ];
}

interface NamedScheme {
  name: string;
  scheme: SecurityScheme;
  code: Code;
  /** The type of its credential; undefined if it needs none. */
  type: string | undefined;
}

const KEYS: Readonly<Record<string, string>> = {
  header: 'headerKey',
  query: 'queryKey',
  cookie: 'cookieKey',
};

/** Writes the scheme of the runtime for a security scheme, and the type of its credential. */
export function describeScheme({ type, value }: SecurityScheme): { code: Code; type: string | undefined } {
  if (type === 'apiKey') {
    const key = KEYS[String(memberOf(value, 'in'))] ?? 'headerKey';
    return { code: [runtime(key), `(${quote(String(memberOf(value, 'name')))})`], type: 'string' };
  }
  if (type === 'mutualTLS') return { code: runtime('mutualTls'), type: undefined };
  const scheme = String(memberOf(value, 'scheme') ?? 'bearer');
  if (type !== 'http' || /^bearer$/i.test(scheme)) return { code: runtime('bearer'), type: 'string' };
  if (/^basic$/i.test(scheme)) return { code: runtime('basic'), type: 'BasicCredential' };
  return { code: [runtime('httpScheme'), `(${quote(scheme)})`], type: 'string' };
}

const CREDENTIALS = declare('Credentials');

function credentialsType(schemes: readonly NamedScheme[]): Code {
  const needed = schemes.filter(({ type }) => type !== undefined);
  const members = needed.map(({ name, type, scheme }): Code => {
    const value = generic(
      runtime('type Credential'),
      ...(type === 'string' ? [] : [runtime(`type ${type}`)]),
    );
    const comment = scheme.description === undefined ? '' : docstring(scheme.description, '  ');
    return [`${comment}  ${memberName(name)}?: `, value, ' | undefined;\n'];
  });
  const head = docstring(
    'Credentials by the names of their security schemes: values, or functions that return them.',
  );
  return members.length === 0
    ? [head, 'export type ', CREDENTIALS, ' = Record<never, never>;\n\n']
    : [head, 'export interface ', CREDENTIALS, ' {\n', ...members, '}\n\n'];
}

function memberName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) && name !== '__proto__' ? name : `[${quote(name)}]`;
}

function serverType(servers: readonly Server[]): Code {
  if (servers.length === 0) return '';
  const choices = servers.map(({ url, variables }) => {
    const members = variables.map(
      ({ name, values }) =>
        `${memberName(name)}?: ${values ? values.map(quote).join(' | ') : 'string'} | undefined`,
    );
    return `{ url: ${quote(url)}; variables?: ${members.length > 0 ? `{ ${members.join('; ')} }` : 'undefined'} }`;
  });
  const head = docstring('The servers of the document; omitted variables have their defaults.');
  const lines = choices.map((choice) => `\n  | ${choice}`).join('');
  return [head, 'export type ', declare('ServerChoice'), ` =${lines};\n\n`];
}

function optionsType({ isUrlNeeded, hasServers }: { isUrlNeeded: boolean; hasServers: boolean }): Code {
  const base = isUrlNeeded
    ? `  /** The base URL of the service: the document contains no absolute server URL. */\n  baseUrl: string;\n`
    : '';
  const server = hasServers
    ? `  /** The server to call, the first one by default; \`baseUrl\` takes precedence. */\n  server?: ServerChoice | undefined;\n`
    : '';
  return [
    '/** Options of `createClient`. */\nexport interface ',
    declare('ClientOptions'),
    ' extends ',
    runtime('type BaseOptions'),
    ` {\n${base}${server}  /** Credentials, sent with the operations that need them. */\n`,
    '  auth?: Credentials | undefined;\n}\n\n',
  ];
}

interface Needs {
  isUrlNeeded: boolean;
  hasSchemes: boolean;
}

function createClientCode({ isUrlNeeded, hasSchemes }: Needs): Code {
  return [
    'export function ',
    declare('createClient'),
    `(options: ClientOptions${isUrlNeeded ? '' : ' = {}'}): `,
    runtime('type Client'),
    ' {\n  const errors = { ...',
    runtime('clientErrors'),
    ', ...options.errors };\n  return ',
    runtime('createClient as createRuntimeClient'),
    '(errors, {\n    ...options,\n',
    isUrlNeeded
      ? ''
      : [
          '    baseUrl: options.baseUrl ?? ',
          runtime('serverUrl'),
          '(errors, SERVERS, options.server),\n',
          '    isDocumentUrl: (options.baseUrl ?? options.server) === undefined,\n',
        ],
    hasSchemes ? ['    authorize: ', runtime('authorizeBy'), '(SECURITY, options.auth),\n'] : '',
    '  });\n}\n\n',
  ];
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

/** Composes a sample call of an operation from its document: address, headers and body. */
import {
  isJsonObject,
  type JsonValue,
  type MediaType,
  type Operation,
  type Parameter,
  type ParameterLocation,
} from '@keyframe/openapi-model';
import { styled } from '@keyframe/openapi-runtime/client';
import { isForm, isJson, isMultipart } from '@keyframe/openapi-runtime/media-type';
import { isBasic, type KeyLocation, locateKeys } from './credentials.ts';
import { findFiles } from './find-files.ts';
import type { Samples } from './sample-values.ts';

/** A header. The value of an environment variable, if there is one, follows `value`. */
export interface SampleHeader {
  readonly name: string;
  readonly value: string;
  readonly variable: string | undefined;
}

/** A field of a form with files. */
export interface SampleField {
  readonly name: string;
  readonly value: string;
  readonly isFile: boolean;
}

/** The body of a call. */
export interface SampleBody {
  readonly mediaType: string | undefined;
  /** The value that the schema describes. */
  readonly value: JsonValue | undefined;
  /** A body in JSON; undefined without one. */
  readonly json: JsonValue | undefined;
  /** A body that is not JSON, as text. */
  readonly text: string | undefined;
  /** The fields of a form with files, which `text` contains. */
  readonly fields: readonly SampleField[] | undefined;
}

/** A call, without a language. */
export interface SampleCall extends SampleBody {
  readonly operation: Operation;
  readonly method: string;
  readonly url: string;
  /** The environment variable whose value follows the URL. */
  readonly urlVariable: string | undefined;
  /** By the names of the path's expressions. */
  readonly pathValues: Readonly<Record<string, string>>;
  /** The values of the required parameters. */
  readonly values: Readonly<Record<ParameterLocation, Readonly<Record<string, JsonValue>>>>;
  readonly headers: readonly SampleHeader[];
  /** The security schemes that the call uses, by name. */
  readonly schemes: Readonly<Record<string, { readonly isBasic: boolean }>>;
}

export interface SampleOptions {
  /** The address of the service, without a trailing slash. */
  readonly server: string;
  /** The name of the environment variable that holds the key. */
  readonly keyVariable: string;
}

// Their values follow from other parts of a request.
const OWN_HEADERS = new Set(['accept', 'authorization', 'content-type']);

/** Composes a call from the examples of the document, with required parameters only. */
export function sampleCall(samples: Samples, operation: Operation, options: SampleOptions): SampleCall {
  const required = operation.parameters.filter(
    ({ name, location, required }) =>
      required && !(location === 'header' && OWN_HEADERS.has(name.toLowerCase())),
  );
  const chosen = required.map((parameter) => ({ parameter, value: samples.findParameter(parameter) }));
  const inLocation = (location: ParameterLocation) =>
    chosen.filter(({ parameter }) => parameter.location === location);
  const listValues = (location: ParameterLocation) =>
    Object.fromEntries(inLocation(location).map(({ parameter, value }) => [parameter.name, value]));
  const write = (location: ParameterLocation) =>
    inLocation(location).map(({ parameter, value }) => writeParameter(parameter, value));
  const paths = Object.fromEntries(
    inLocation('path').map(({ parameter, value }) => [parameter.name, writeParameter(parameter, value)]),
  );
  const path = operation.path.replaceAll(/\{([^{}]+)\}/g, (_, name: string) => paths[name] ?? name);
  const { headers, query, cookies, schemes } = findCredentials(samples, operation, options.keyVariable);
  const pairs = [...write('query').filter((text) => text !== ''), ...query.map(({ text }) => text)];
  const cookie = [...write('cookie'), ...cookies.map(({ text }) => text)].join('; ');
  const body = createSampleBody(samples, operation);
  return {
    operation,
    method: operation.method.toUpperCase(),
    url: `${options.server}${path}${pairs.length === 0 ? '' : `?${pairs.join('&')}`}`,
    urlVariable: query.at(-1)?.variable,
    pathValues: Object.fromEntries(
      inLocation('path').map(({ parameter, value }) => [parameter.name, formatValue(value)]),
    ),
    values: {
      path: listValues('path'),
      query: listValues('query'),
      header: listValues('header'),
      cookie: listValues('cookie'),
    },
    headers: [
      ...headers,
      ...inLocation('header').map(({ parameter, value }) => ({
        name: parameter.name,
        value: writeParameter(parameter, value),
        variable: undefined,
      })),
      ...(cookie === '' ? [] : [{ name: 'Cookie', value: cookie, variable: cookies.at(-1)?.variable }]),
      ...(body.mediaType === undefined
        ? []
        : [{ name: 'Content-Type', value: body.mediaType, variable: undefined }]),
    ],
    schemes,
    ...body,
  };
}

function writeParameter(parameter: Parameter, value: JsonValue): string {
  return writeValue(parameter, value, readNotation(parameter));
}

/** Writes a value as a person types it: texts as they are. */
export function formatValue(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The notation of a parameter. */
export interface Notation extends Pick<Parameter, 'allowReserved' | 'explode' | 'style'> {
  readonly json: boolean;
}

/** Reads the notation of a parameter. */
export function readNotation({ style, explode, allowReserved, content }: Parameter): Notation {
  return { style, explode, allowReserved, json: content.length > 0 };
}

/** Writes a value as it is in the address or in a header. */
export function writeValue(
  { location, name }: Pick<Parameter, 'location' | 'name'>,
  value: JsonValue,
  notation: Notation,
): string {
  try {
    return String(styled(location, name, { ...notation, ambiguous: true }).write(value));
  } catch {
    // Some documents have examples that their style cannot write.
    return encodeURIComponent(formatValue(value));
  }
}

const NO_BODY: SampleBody = {
  mediaType: undefined,
  value: undefined,
  json: undefined,
  text: undefined,
  fields: undefined,
};
const BOUNDARY = 'sample';
const FILE_TEXT = 'content of the file';

/** Chooses the media type of samples: JSON, else a form, else the first. */
export function chooseMediaType({ requestBody }: Operation): MediaType | undefined {
  const content = requestBody?.content ?? [];
  return content.find(({ name }) => isJson(name)) ?? content.find(({ name }) => isForm(name)) ?? content[0];
}

function createSampleBody(samples: Samples, operation: Operation): SampleBody {
  const mediaType = chooseMediaType(operation);
  if (mediaType === undefined) return NO_BODY;
  const value = samples.findBody(mediaType);
  if (value === undefined && !operation.requestBody?.required) return NO_BODY;
  const name = mediaType.name.includes('*') ? 'application/octet-stream' : mediaType.name;
  const body = { ...NO_BODY, mediaType: name, value };
  if (isJson(name)) return { ...body, json: value ?? {} };
  const members = Object.entries(isJsonObject(value) ? value : {});
  if (isMultipart(name)) {
    const fields = listFields(members, findFiles(samples.model, mediaType));
    return { ...body, mediaType: `${name}; boundary=${BOUNDARY}`, text: writeMultipart(fields), fields };
  }
  if (isForm(name)) {
    const pairs = members.map(([field, member = '']) =>
      styled('query', field, { explode: true }).write(member),
    );
    return { ...body, text: pairs.join('&') };
  }
  return { ...body, text: typeof value === 'string' ? value : JSON.stringify(value ?? FILE_TEXT) };
}

function listFields(
  members: readonly (readonly [name: string, value: JsonValue | undefined])[],
  files: ReadonlySet<string>,
): SampleField[] {
  const fields: SampleField[] = [];
  for (const [name, member = ''] of members) {
    const isFile = files.has(name);
    // A form cannot have an empty list of files.
    const items = isFile && Array.isArray(member) && member.length === 0 ? [''] : [member].flat();
    for (const item of items) fields.push({ name, value: isFile ? FILE_TEXT : formatValue(item), isFile });
  }
  return fields;
}

function writeMultipart(fields: readonly SampleField[]): string {
  const parts = fields.map(({ name, value, isFile }) => {
    const file = isFile ? '; filename="file"\r\nContent-Type: application/octet-stream' : '';
    return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${value}\r\n`;
  });
  return `${parts.join('')}--${BOUNDARY}--\r\n`;
}

interface Credential {
  readonly text: string;
  readonly variable: string;
}

interface Credentials {
  readonly headers: readonly SampleHeader[];
  readonly query: readonly Credential[];
  readonly cookies: readonly Credential[];
  readonly schemes: SampleCall['schemes'];
}

/** Finds what the first alternative of an operation's security requires; another alternative may need nothing. */
function findCredentials({ model }: Samples, { security }: Operation, variable: string): Credentials {
  const keys = locateKeys(model, security[0]);
  const isAuthorization = ({ prefix }: KeyLocation) => prefix !== '';
  const writeKeys = (location: KeyLocation['in'], encode: (name: string) => string) =>
    keys
      .filter((key) => key.in === location)
      .map(({ name }) => ({ text: `${encode(name)}=`, variable }))
      .slice(0, 1);
  const inHeader = keys.filter((key) => key.in === 'header');
  const headers = [
    ...inHeader.filter((key) => !isAuthorization(key)),
    ...inHeader.filter(isAuthorization).slice(0, 1),
  ];
  return {
    headers: headers.map(({ name, prefix }) => ({ name, value: prefix, variable })),
    query: writeKeys('query', encodeURIComponent),
    cookies: writeKeys('cookie', (name) => name),
    schemes: Object.fromEntries(keys.map((key) => [key.scheme, { isBasic: isBasic(key) }])),
  };
}

// Requests about the work of a document, sent to its mock.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type JsonValue, type LocatedSchema, loadDocument, type Operation } from '@keyframe/openapi-model';
import {
  createReader,
  type DocumentReader,
  deriveWork,
  findRequestSchema,
  listStarted,
  readWork,
  resolveCall,
  type StartedWork,
  type Work,
  type WorkCall,
  type WorkState,
} from '@keyframe/openapi-resources';
import { Schemas } from '../src/document/schemas.ts';
import { createMock, type Mock, type MockOptions } from '../src/index.ts';
import { ValueSource } from '../src/values/value-source.ts';

const FOLDER = join(import.meta.dirname, '../../openapi-resources');

/** A response, and the request that it answers. */
export interface Exchange {
  request: Pick<Draft, 'body' | 'headers' | 'path' | 'url'>;
  response: { status: number; headers: Record<string, string>; body: JsonValue | undefined };
}

/** Values by location and name: `path.id`. */
type Values = Readonly<Record<string, string>>;

/** The mock of an asynchronous document, and the requests that follow its work. */
export interface WorkDriver {
  mock: Mock;
  works: readonly Work[];
  start: (work: Work, prefer?: string) => Promise<Exchange>;
  list: (work: Work, started: Exchange) => StartedWork[];
  read: (started: StartedWork) => Promise<WorkState>;
  call: (call: WorkCall, started: StartedWork) => Promise<Exchange>;
}

/** Creates a mock of one of the documents of openapi-resources, with its overlay if it has one. */
export async function createDriver(name: string, options: MockOptions = {}): Promise<WorkDriver> {
  const overlay = join(FOLDER, 'overlays', `${name}.yaml`);
  const model = await loadDocument(join(FOLDER, 'tests/async-documents', `${name}.yaml`), {
    overlays: existsSync(overlay) ? [overlay] : [],
  });
  const reader = createReader(model);
  const { works } = deriveWork(reader);
  const mock = createMock(model, { pace: 'manual', ...options });
  const values = new ValueSource(new Schemas(model), 1);
  const send = async (operation: Operation, parameters: Values, prefer?: string): Promise<Exchange> => {
    const known = { ...findParents(operation, mock), ...parameters };
    const draft = writeDraft(operation, known, { values, reader });
    const { url, headers, payload } = draft;
    const request = new Request(url, {
      method: operation.method.toUpperCase(),
      headers: { ...headers, ...(prefer && { prefer }) },
      ...(payload && { body: payload }),
    });
    const response = await mock.fetch(request);
    const text = await response.text();
    return {
      request: draft,
      response: {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        body: /^[[{"]/.test(text) ? JSON.parse(text) : undefined,
      },
    };
  };
  return {
    mock,
    works,
    start: async (work, prefer) => {
      // Some starts act on a resource that another one creates.
      const creation = works.find(({ start }) => work.start.path.startsWith(`${start.path}/{`));
      if (creation) await send(creation.start, {});
      return send(work.start, {}, prefer);
    },
    list: listStarted,
    read: async ({ work, parameters }) =>
      readWork(work, await send(work.reader, parameters), reader.conventions),
    call: (call, started) => send(call.operation, resolveCall(call, started) ?? {}),
  };
}

// The ids of resources that exist, for the paths below them.
function findParents({ path }: Operation, mock: Mock): Values {
  const found: Record<string, string> = {};
  for (const [itemPath, [resource]] of Object.entries(mock.export().resources)) {
    const [, parameter = ''] = /\{([^{}]+)\}$/.exec(itemPath) ?? [];
    if (resource && path.startsWith(itemPath)) Object.assign(found, { [`path.${parameter}`]: resource.id });
  }
  return found;
}

interface Draft {
  path: Record<string, string>;
  url: string;
  headers: Record<string, string>;
  body: JsonValue | undefined;
  payload: FormData | string | undefined;
}

function writeDraft(
  operation: Operation,
  known: Values,
  { values, reader }: { values: ValueSource; reader: DocumentReader },
): Draft {
  const select = createSelector(operation, known, values);
  const path = select('path');
  const query = new URLSearchParams(select('query'));
  const written = operation.path.replaceAll(/\{([^{}]+)\}/g, (_, name: string) =>
    encodeURIComponent(path[name] ?? 'none'),
  );
  const [media] = operation.requestBody?.content ?? [];
  const body = drawBody(
    findRequestSchema(operation, reader)?.origin ?? media?.schema,
    select('body'),
    values,
  );
  // A form has members; some documents describe one as a list.
  const isOmitted = !media || (!operation.requestBody?.required && Array.isArray(body));
  const payload = isOmitted ? undefined : writeBody(media.name, body);
  const hasType = typeof payload === 'string' && media !== undefined;
  return {
    path,
    url: `http://mock.example${written}${query.size > 0 ? `?${query}` : ''}`,
    headers: {
      authorization: 'Bearer any',
      ...select('header'),
      ...(hasType && { 'content-type': media.name }),
    },
    body,
    payload,
  };
}

// Values for the parameters of one location: the known ones, and drawn ones where they are required.
function createSelector({ parameters }: Operation, known: Values, values: ValueSource) {
  const required = parameters.filter((parameter) => parameter.required);
  const drawn = required.map(({ location, name, schema }) => [
    `${location}.${name}`,
    String(schema ? values.find({ schema, direction: 'request' }) : 'text'),
  ]);
  const all = { ...Object.fromEntries(drawn), ...known };
  return (location: string): Record<string, string> =>
    Object.fromEntries(
      Object.entries(all)
        .filter(([key]) => key.startsWith(`${location}.`))
        .map(([key, value]) => [key.slice(location.length + 1), String(value)]),
    );
}

function drawBody(schema: LocatedSchema | undefined, known: Record<string, string>, values: ValueSource) {
  const drawn = schema && values.find({ schema, direction: 'request' });
  const members = Object.entries(known).map(([name, value]) => [name, readScalar(value)]);
  return members.length > 0 ? { ...Object(drawn), ...Object.fromEntries(members) } : drawn;
}

function readScalar(text: string): JsonValue {
  return /^-?\d{1,15}$/.test(text) ? Number(text) : text;
}

function writeBody(type: string, body: JsonValue | undefined): FormData | string {
  if (!type.startsWith('multipart/') && !type.includes('urlencoded')) return JSON.stringify(body ?? {});
  const entries = Object.entries(Object(body)).map(([key, value]) => [key, String(value)]);
  if (!type.startsWith('multipart/')) return new URLSearchParams(entries).toString();
  const form = new FormData();
  for (const [key = '', value = ''] of entries) form.set(key, value);
  return form;
}

// Operations that accept work and finish it later: 202 with a link, `Location` or a callback, and an operation that reads it.
import {
  type Response as DocumentedResponse,
  isLinkTarget,
  type Link,
  type OpenApiModel,
  type Operation,
} from '@keyframe/openapi-model';
import {
  evaluateTemplate,
  matchTemplate,
  parseLinkValue,
  readTemplate,
} from '@keyframe/openapi-runtime/wire';
import { collectMembers } from '../schema/collect-members.ts';

/** The operation that reads accepted work, and the values of its parameters. */
export interface JobReading {
  reader: Operation;
  parameters: Readonly<Record<string, string>>;
}

/** An operation that reads accepted work, and the names of the parameters by which it does. */
export interface JobReader {
  reader: Operation;
  names: readonly string[];
}

/** How accepted work is followed. */
export interface JobPlan {
  /** The operations that read it; `find` returns no others. */
  readers: readonly JobReader[];
  /** Finds how the accepted work is read; undefined if the response does not contain it. */
  find(answer: { body: unknown; headers: Headers }): JobReading | undefined;
}

/** Derives how the work of an operation is followed; undefined if the operation does not accept work. */
export function planJob(model: OpenApiModel, operation: Operation): JobPlan | undefined {
  const { path, responses } = operation;
  const accepted = responses.find(({ status }) => status === '202');
  if (accepted === undefined) return undefined;
  for (const link of accepted.links) {
    const reader = model.operations.find((one) => one.method === 'get' && isLinkTarget(link, one));
    if (reader === undefined) continue;
    const find: JobPlan['find'] = (answer) => {
      const parameters = evaluateLink(link, answer);
      return parameters && { reader, parameters };
    };
    return { readers: [{ reader, names: Object.keys(link.parameters).map(cleanName) }], find };
  }
  if (!accepted.headers.some(({ name }) => name.toLowerCase() === 'location')) {
    return operation.callbacks.length > 0 ? planBySharedId(model, path, accepted) : undefined;
  }
  const readers = model.operations.filter((one) => isLocationReader(model, one, path));
  if (readers.length === 0) return undefined;
  return {
    readers: readers.map((reader) => ({ reader, names: listPathNames(reader) })),
    find({ headers }) {
      const location = headers.get('location');
      const found = readers.map((reader) => ({ reader, parameters: matchLocation(reader, location) }));
      // The most literal path wins.
      const [best] = found
        .filter((one): one is JobReading => one.parameters !== undefined)
        .sort((left, right) => countParameters(left) - countParameters(right));
      return best;
    },
  };
}

/** Plans by an id that the accepted response shares with the items below its path, such as those of `/jobs/{id}`. */
function planBySharedId(
  model: OpenApiModel,
  path: string,
  accepted: DocumentedResponse,
): JobPlan | undefined {
  if (path.includes('{')) return undefined;
  const own = listMembers(model, accepted);
  for (const reader of model.operations.filter((one) => isLocationReader(model, one, path))) {
    const [name, ...others] = listPathNames(reader);
    const read = reader.responses.filter(({ status }) => status.startsWith('2'));
    const shared = read.flatMap((response) => listMembers(model, response));
    const member = [name, 'id'].find((one) => one && own.includes(one) && shared.includes(one));
    if (!reader.path.startsWith(`${path}/`) || name === undefined || others.length > 0 || !member) continue;
    const find: JobPlan['find'] = ({ body }) => {
      const id: unknown = Object(body)[member];
      return typeof id === 'string' || typeof id === 'number'
        ? { reader, parameters: { [name]: String(id) } }
        : undefined;
    };
    return { readers: [{ reader, names: [name] }], find };
  }
  return undefined;
}

function listMembers(model: OpenApiModel, { content }: DocumentedResponse): string[] {
  return content.flatMap(({ schema }) => (schema ? [...collectMembers(model, schema).keys()] : []));
}

/** Reports whether `Location` may lead to an operation: it reads an item below the path, or anything that has a state. */
function isLocationReader(model: OpenApiModel, reader: Operation, path: string): boolean {
  const { method, path: own, parameters } = reader;
  if (method !== 'get' || !own.includes('{')) return false;
  // A URL has no other parameters.
  if (parameters.some(({ location, required }) => location !== 'path' && required)) return false;
  return (own.startsWith(`${path}/{`) && own.endsWith('}')) || hasState(model, reader);
}

function hasState(model: OpenApiModel, { responses }: Operation): boolean {
  const contents = responses.filter(({ status }) => status.startsWith('2')).flatMap(({ content }) => content);
  return contents.some(({ schema }) => {
    const members = schema && collectMembers(model, schema);
    return members?.has('status') || members?.has('state');
  });
}

function listPathNames({ path }: Operation): string[] {
  return Array.from(path.matchAll(/\{([^}]+)\}/g), ([, name = '']) => name);
}

function cleanName(name: string): string {
  return name.replace(/^(?:path|query|header)\./, '');
}

function countParameters({ parameters }: JobReading): number {
  return Object.keys(parameters).length;
}

function evaluateLink(
  { parameters }: Link,
  { body, headers }: { body: unknown; headers: Headers },
): Record<string, string> | undefined {
  const values = Object.entries(parameters).map(([name, written]) => {
    const value =
      typeof written === 'string'
        ? evaluateTemplate(parseLinkValue(written), { response: { body, headers } })
        : written;
    return [cleanName(name), value] as const;
  });
  if (values.length === 0 || values.some(([, value]) => value === undefined || value === null))
    return undefined;
  return Object.fromEntries(values.map(([name, value]) => [name, String(value)]));
}

function matchLocation(reader: Operation, location: string | null): Record<string, string> | undefined {
  if (location === null || !URL.canParse(location, 'http://host')) return undefined;
  const { pathname } = new URL(location, 'http://host');
  const template = readTemplate(reader.path);
  const values = matchTemplate(template, pathname) ?? matchTemplate(template, pathname.replace(/\/$/, ''));
  const decoded = [...(values ?? [])].map(([name, value]) => [name, decodeSegment(value)] as const);
  if (!values || decoded.some(([, value]) => value === undefined)) return undefined;
  return Object.fromEntries(decoded.map(([name, value]) => [name, value ?? '']));
}

function decodeSegment(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

const PENDING =
  /^(?:accepted|active|cancell?ing|created|enqueued|generating|in[_ -]?progress|new|pending|preparing|processing|queued|rendering|running|scheduled|started|starting|submitted|uploading|validating|waiting|working)$/i;

/** Returns the state of a resource, by its member `status` or `state`. */
export function findState(body: unknown): string | undefined {
  const { status, state }: { status?: unknown; state?: unknown } = Object(body);
  return [status, state].find((value) => typeof value === 'string');
}

/** Reports whether a resource is in a state that other states follow. */
export function isPending(body: unknown): boolean {
  return PENDING.test(findState(body) ?? '');
}

const FAILED =
  /^(?:aborted|declined|denied|error(?:ed)?|expired|fail(?:ed|ure)?|rejected|timed[_ -]?out|timeout|unsuccessful)$/i;

/** Reports whether a resource is in a state in which its work has failed. */
export function hasFailed(body: unknown): boolean {
  return FAILED.test(findState(body) ?? '');
}

/** Reports whether a resource is in a state in which its work was cancelled. */
export function isCancelled(body: unknown): boolean {
  return /^cancell?ed$/i.test(findState(body) ?? '');
}

// Operations that accept work and finish it later: 202 with a link, `Location` or a callback, and an operation that reads it.
import {
  type Response as DocumentedResponse,
  isLinkTarget,
  type Link,
  type Operation,
} from '@keyframe/openapi-model';
import {
  evaluateTemplate,
  matchTemplate,
  parseLinkValue,
  readTemplate,
} from '@keyframe/openapi-runtime/wire';
import { collectProperties } from '@keyframe/openapi-schema/facts';
import type { DocumentReader } from '../document/document-reader.ts';

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
export function planJob(reader: DocumentReader, operation: Operation): JobPlan | undefined {
  const { model } = reader;
  const { path, responses } = operation;
  const accepted = responses.find(({ status }) => status === '202');
  if (accepted === undefined) return undefined;
  for (const link of accepted.links) {
    const read = model.operations.find((one) => one.method === 'get' && isLinkTarget(link, one));
    if (read === undefined) continue;
    const find: JobPlan['find'] = (response) => {
      const parameters = evaluateLink(link, response);
      return parameters && { reader: read, parameters };
    };
    return { readers: [{ reader: read, names: Object.keys(link.parameters).map(cleanName) }], find };
  }
  if (!accepted.headers.some(({ name }) => name.toLowerCase() === 'location')) {
    return operation.callbacks.length > 0 ? planBySharedId(reader, path, accepted) : undefined;
  }
  const readers = model.operations.filter((one) => isLocationReader(reader, one, path));
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
  reader: DocumentReader,
  path: string,
  accepted: DocumentedResponse,
): JobPlan | undefined {
  if (path.includes('{')) return undefined;
  const accepts = listMembers(reader, accepted);
  for (const read of reader.model.operations.filter((one) => isLocationReader(reader, one, path))) {
    const [name, ...others] = listPathNames(read);
    const returned = listSuccessMembers(reader, read);
    const member = [name, 'id'].find((one) => one && accepts.includes(one) && returned.includes(one));
    if (!read.path.startsWith(`${path}/`) || name === undefined || others.length > 0 || !member) continue;
    const find: JobPlan['find'] = ({ body }) => {
      const id: unknown = Object(body)[member];
      return typeof id === 'string' || typeof id === 'number'
        ? { reader: read, parameters: { [name]: String(id) } }
        : undefined;
    };
    return { readers: [{ reader: read, names: [name] }], find };
  }
  return undefined;
}

function listMembers(reader: DocumentReader, { content }: DocumentedResponse): string[] {
  const schemas = content.map(({ schema }) => schema).filter((schema) => schema !== undefined);
  return schemas.flatMap((schema) => [
    ...collectProperties(reader.node({ schema, direction: 'response' })).keys(),
  ]);
}

function listSuccessMembers(reader: DocumentReader, { responses }: Operation): string[] {
  const successes = responses.filter(({ status }) => status.startsWith('2'));
  return successes.flatMap((response) => listMembers(reader, response));
}

/** Reports whether `Location` may lead to an operation: it reads an item below the path, or anything that has a state. */
function isLocationReader(reader: DocumentReader, target: Operation, path: string): boolean {
  const { method, path: template, parameters } = target;
  if (method !== 'get' || !template.includes('{')) return false;
  // A URL has no other parameters.
  if (parameters.some(({ location, required }) => location !== 'path' && required)) return false;
  const isBelow = template.startsWith(`${path}/{`) && template.endsWith('}');
  return (
    isBelow || listSuccessMembers(reader, target).some((name) => reader.conventions.matches('state', name))
  );
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

// Checks from outside whether a mock remembers: what was created is read, and what was deleted is not.
import { isJsonObject, type JsonObject, type JsonValue } from '@keyframe/openapi-model';
import type { Triple, Upsert } from './find-triples.ts';
import type { RequestWriter } from './request-writer.ts';

/** Sends a request to a mock. */
export type Send = (request: Request) => Promise<Response>;

/** The parts of a probe. */
export interface ProbeParts {
  /** All triples of the document, for the resources around one. */
  triples: readonly Triple[];
  /** The paths around a resource that only PUT can create. */
  upserts: readonly Upsert[];
  writer: RequestWriter;
  send: Send;
}

class NotRemembered extends Error {}

/** Creates two resources, reads both, and deletes one; returns why the mock does not remember, undefined if it does. */
export async function probeTriple(triple: Triple, parts: ProbeParts): Promise<string | undefined> {
  try {
    const outer = await createOuter(triple, parts);
    const first = await create(triple, outer, parts);
    const second = await create(triple, outer, parts);
    if (first === second) throw new NotRemembered('create: the same id twice');
    await read(triple, { ...outer, [getParameter(triple)]: first }, parts);
    await read(triple, { ...outer, [getParameter(triple)]: second }, parts);
    if (triple.remove) await remove(triple, { outer, first, second }, parts);
    return undefined;
  } catch (error) {
    if (error instanceof NotRemembered) return error.message;
    throw error;
  }
}

type Path = Readonly<Record<string, string>>;

// The resources around a resource must exist.
async function createOuter({ itemPath }: Triple, parts: ProbeParts): Promise<Path> {
  const around = [...parts.triples, ...parts.upserts]
    .filter((one) => itemPath.startsWith(`${one.itemPath}/`))
    .toSorted((left, right) => left.itemPath.length - right.itemPath.length);
  let path: Path = {};
  for (const one of around) {
    const id = 'create' in one ? await create(one, path, parts) : await upsert(one, path, parts);
    path = { ...path, [getParameter(one)]: id };
  }
  return path;
}

async function upsert({ itemPath, put }: Upsert, path: Path, { writer, send }: ProbeParts): Promise<string> {
  const id = 'text';
  const known = { ...path, [getParameter({ itemPath })]: id };
  await send(writer.write(put, { path: known, body: writer.generateBody(put) }));
  return id;
}

async function create(triple: Triple, path: Path, { writer, send }: ProbeParts): Promise<string> {
  const body = writer.generateBody(triple.create);
  const response = await send(writer.write(triple.create, { path, body }));
  const text = await response.text();
  if (!response.ok) throw new NotRemembered(`create: ${response.status} ${text.slice(0, 100)}`);
  const parameter = getParameter(triple);
  const location = response.headers.get('location')?.split('?')[0]?.split('/').at(-1);
  const id = location ?? findId(parseJson(text), parameter) ?? findId(body, parameter);
  if (id === undefined) throw new NotRemembered('create: no id in the response');
  return decodeURIComponent(id);
}

async function read(triple: Triple, path: Path, { writer, send }: ProbeParts): Promise<void> {
  const response = await send(writer.write(triple.read, { path }));
  const text = await response.text();
  if (!response.ok) throw new NotRemembered(`read: ${response.status} ${text.slice(0, 100)}`);
  const isJson = /json/.test(response.headers.get('content-type') ?? 'json');
  if (isJson && !text.includes(path[getParameter(triple)] ?? ''))
    throw new NotRemembered('read: another resource');
}

async function remove(
  triple: Triple,
  { outer, first, second }: { outer: Path; first: string; second: string },
  { writer, send }: ProbeParts,
): Promise<void> {
  const describe = (id: string) => ({ path: { ...outer, [getParameter(triple)]: id } });
  if (!triple.remove) return;
  const body = writer.generateBody(triple.remove);
  const removed = await send(writer.write(triple.remove, { ...describe(first), body }));
  if (!removed.ok) throw new NotRemembered(`delete: ${removed.status}`);
  const after = await send(writer.write(triple.read, describe(first)));
  if (after.ok) throw new NotRemembered('read after delete: found');
  const other = await send(writer.write(triple.read, describe(second)));
  if (!other.ok) throw new NotRemembered('read after delete: the other one is gone, too');
}

function getParameter({ itemPath }: Pick<Triple, 'itemPath'>): string {
  return itemPath.slice(itemPath.lastIndexOf('{') + 1, -1);
}

const ID_NAMES = ['id', 'uuid', 'uid', 'key', 'name', 'slug', 'number'];

function findId(body: JsonValue | undefined, parameter: string): string | undefined {
  const objects = [body, ...Object.values(isJsonObject(body) ? body : {})].filter(isJsonObject);
  const last =
    parameter
      .split(/[_-]|(?=[A-Z])/)
      .at(-1)
      ?.toLowerCase() ?? '';
  const found = [parameter, last, ...ID_NAMES].flatMap((name) =>
    objects.map((object) => readScalar(object, name)),
  );
  return found.find((id) => id !== undefined);
}

function readScalar(object: JsonObject, name: string): string | undefined {
  const value = Object.hasOwn(object, name) ? object[name] : undefined;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

function parseJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

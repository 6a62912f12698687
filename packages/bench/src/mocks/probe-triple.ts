// Checks from outside whether a mock remembers: what was created is read, and what was deleted is not.
import { isJsonObject, type JsonObject, type JsonValue } from '@keyframe/openapi-model';
import type { Triple, Upsert } from './find-triples.ts';
import type { RequestWriter } from './request-writer.ts';

/** Sends a request to a mock. */
export type Send = (request: Request) => Promise<Response>;

/** The parts of a probe. */
export interface Probe {
  /** All triples of the document, for the resources around one. */
  triples: readonly Triple[];
  /** The paths around a resource that only PUT can create. */
  upserts: readonly Upsert[];
  writer: RequestWriter;
  send: Send;
}

class NotRemembered extends Error {}

/** Creates two resources, reads both, and deletes one; returns why the mock does not remember, undefined if it does. */
export async function probeTriple(triple: Triple, probe: Probe): Promise<string | undefined> {
  try {
    const parents = await createParents(triple, probe);
    const first = await create(triple, parents, probe);
    const second = await create(triple, parents, probe);
    if (first === second) throw new NotRemembered('create: the same id twice');
    await read(triple, { ...parents, [getParameter(triple)]: first }, probe);
    await read(triple, { ...parents, [getParameter(triple)]: second }, probe);
    if (triple.remove) await remove(triple, { parents, first, second }, probe);
    return undefined;
  } catch (error) {
    if (error instanceof NotRemembered) return error.message;
    throw error;
  }
}

type Path = Readonly<Record<string, string>>;

// The resources around a resource must exist.
async function createParents({ itemPath }: Triple, probe: Probe): Promise<Path> {
  const parents = [...probe.triples, ...probe.upserts]
    .filter((parent) => itemPath.startsWith(`${parent.itemPath}/`))
    .toSorted((left, right) => left.itemPath.length - right.itemPath.length);
  let path: Path = {};
  for (const parent of parents) {
    const id = 'create' in parent ? await create(parent, path, probe) : await upsert(parent, path, probe);
    path = { ...path, [getParameter(parent)]: id };
  }
  return path;
}

async function upsert({ itemPath, put }: Upsert, path: Path, { writer, send }: Probe): Promise<string> {
  const id = 'text';
  const itemParameters = { ...path, [getParameter({ itemPath })]: id };
  await send(writer.write(put, { path: itemParameters, body: writer.generateBody(put) }));
  return id;
}

async function create(triple: Triple, path: Path, { writer, send }: Probe): Promise<string> {
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

async function read(triple: Triple, path: Path, { writer, send }: Probe): Promise<void> {
  const response = await send(writer.write(triple.read, { path }));
  const text = await response.text();
  if (!response.ok) throw new NotRemembered(`read: ${response.status} ${text.slice(0, 100)}`);
  const isJson = /json/.test(response.headers.get('content-type') ?? 'json');
  if (isJson && !text.includes(path[getParameter(triple)] ?? ''))
    throw new NotRemembered('read: another resource');
}

async function remove(
  triple: Triple,
  { parents, first, second }: { parents: Path; first: string; second: string },
  { writer, send }: Probe,
): Promise<void> {
  const describe = (id: string) => ({ path: { ...parents, [getParameter(triple)]: id } });
  if (!triple.remove) return;
  const body = writer.generateBody(triple.remove);
  const removed = await send(writer.write(triple.remove, { ...describe(first), body }));
  if (!removed.ok) throw new NotRemembered(`delete: ${removed.status}`);
  const after = await send(writer.write(triple.read, describe(first)));
  if (after.ok) throw new NotRemembered('read after delete: found');
  const remaining = await send(writer.write(triple.read, describe(second)));
  if (!remaining.ok) throw new NotRemembered('read after delete: the other one is gone, too');
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
  for (const name of [parameter, last, ...ID_NAMES]) {
    const id = objects.map((object) => readScalar(object, name)).find((value) => value !== undefined);
    if (id !== undefined) return id;
  }
  return undefined;
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

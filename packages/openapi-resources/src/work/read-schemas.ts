// Schemas that operations read, and the collections of these operations.
import type { SchemaNode } from '@keyframe/openapi-schema';
import { listPossible } from '@keyframe/openapi-schema/facts';
import type { DocumentReader } from '../document/document-reader.ts';
import { findSuccessSchema } from '../document/operation-schemas.ts';
import { toSingular } from '../names/words.ts';
import { listObjects } from './work-arguments.ts';
import { findCollectionName, type StateReader } from './work-readers.ts';

/** Returns the names of the collections of which GET returns the schema of an object. */
export type ListReaders = (nodes: readonly SchemaNode[]) => ReadonlySet<string>;

/** Schemas of objects by the operations that read them. */
export interface ReadSchemas {
  /** Schemas of whole bodies. */
  bodies: ListReaders;
  /** Schemas of resources: bodies, what an envelope has, and the items of lists. */
  resources: ListReaders;
}

/** Collects the schemas that the GET operations of a document return. */
export function collectReadSchemas(reader: DocumentReader): ReadSchemas {
  const bodies = new Map<string, Set<string>>();
  const resources = new Map<string, Set<string>>();
  for (const operation of reader.model.operations) {
    if (operation.method !== 'get') continue;
    const name = findName(operation.resourcePath);
    for (const { path, nodes } of listObjects(findSuccessSchema(operation, reader))) {
      const depth = path.filter((member) => member !== '[*]').length;
      if (depth < 2) addName(resources, nodes, name);
      if (path.length === 0) addName(bodies, nodes, name);
    }
  }
  return { bodies: createLookup(bodies), resources: createLookup(resources) };
}

// `/jobs/{id}/wait` reads a job, and `/owners/{id}/deliveries` lists deliveries.
function findName(path: string): string {
  const last = path.slice(path.lastIndexOf('/') + 1);
  const isView = path.includes('}') && !last.includes('{') && toSingular(last) === last;
  return findCollectionName(isView ? path.slice(0, path.lastIndexOf('}') + 1) : path);
}

function addName(names: Map<string, Set<string>>, nodes: readonly SchemaNode[], name: string): void {
  for (const pointer of listShared(nodes)) names.set(pointer, (names.get(pointer) ?? new Set()).add(name));
}

function createLookup(names: ReadonlyMap<string, ReadonlySet<string>>): ListReaders {
  return (nodes) => new Set(listShared(nodes).flatMap((pointer) => [...(names.get(pointer) ?? [])]));
}

/** Reports whether an object is no resource of another collection, in which an id is a reference. */
export function isReceipt(
  nodes: readonly SchemaNode[],
  { collection }: Pick<StateReader, 'collection'>,
  { resources }: ReadSchemas,
): boolean {
  return [...resources(nodes)].every((name) => name === collection);
}

const SHARED = new WeakMap<readonly SchemaNode[], readonly string[]>();

/** Lists the pointers of the shared schemas that describe an object. */
export function listShared(nodes: readonly SchemaNode[]): readonly string[] {
  const existing = SHARED.get(nodes);
  if (existing) return existing;
  const described = nodes.flatMap(listPossible).filter(({ keywords }) => keywords.properties.size > 0);
  const pointers = described.map(({ origin }) => origin.pointer);
  const shared = pointers.filter((pointer) => !pointer.startsWith('#/paths/'));
  SHARED.set(nodes, shared);
  return shared;
}

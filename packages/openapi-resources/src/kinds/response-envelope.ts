// Finds resources in the bodies of responses and callbacks.
import type { JsonObject, JsonValue, MediaType, Operation } from '@keyframe/openapi-model';
import type { SchemaNode } from '@keyframe/openapi-schema';
import { collectProperties, findNodes } from '@keyframe/openapi-schema/facts';
import type { DocumentReader } from '../document/document-reader.ts';
import { readBody } from '../document/operation-schemas.ts';
import { findJsonMedia } from '../document/responses.ts';
import { listWrappers } from '../names/wrappers.ts';
import type { Resources } from '../resources.ts';
import type { DerivedKind } from './derive-kinds.ts';
import { findEnvelope, unwrap } from './envelope.ts';
import { listSettable } from './read-only-members.ts';
import { type Envelope, listOwnOperations } from './resource-kind.ts';

const LARGEST_ENVELOPE = 3;

/** Finds the representation of a resource in a response, which may wrap it otherwise than the read. */
export function findResponseEnvelope(
  kind: DerivedKind,
  media: MediaType | undefined,
  reader: DocumentReader,
): Envelope {
  const { creation, replace, merge, idNames, itemPath, source } = kind;
  if (!media?.schema || (source && media === findJsonMedia(source))) return kind.envelope;
  const body = readBody(reader, media);
  const settable = listSettable([creation?.operation, replace, merge], reader);
  const { path } = kind.envelope;
  const isWrapped = body && findNodes([body], path).length > 0;
  return (
    findEnvelope(body, { idNames, reader, itemPath, settable }) ?? {
      path: isWrapped ? path : [],
      idProperty: undefined,
    }
  );
}

/** Finds the resources in the bodies of operations. */
export class BodyResources {
  readonly #resources: Pick<Resources, 'kinds' | 'reader'>;
  readonly #paths = new Map<MediaType | Operation, readonly string[]>();

  constructor(resources: Pick<Resources, 'kinds' | 'reader'>) {
    this.#resources = resources;
  }

  /** Finds the resource in a response or a callback of an operation: an object in the body, or the body itself. */
  read(
    operation: Operation,
    body: JsonValue | undefined,
    media: MediaType | undefined = findJsonMedia(operation),
  ): JsonObject | undefined {
    return unwrap(body, this.findPath(operation, media)) ?? unwrap(body, []);
  }

  /** Finds the names that lead to the resource; none if the body is the resource. */
  findPath(operation: Operation, media: MediaType | undefined = findJsonMedia(operation)): readonly string[] {
    const key = media ?? operation;
    const path = this.#paths.get(key) ?? this.#derivePath(operation, media);
    this.#paths.set(key, path);
    return path;
  }

  #derivePath(operation: Operation, media: MediaType | undefined): readonly string[] {
    const { kinds, reader } = this.#resources;
    const kind = kinds.find((candidate) =>
      [...listOwnOperations(candidate), ...candidate.actions].includes(operation),
    );
    const { path, idProperty } = kind ? findResponseEnvelope(kind, media, reader) : { path: [] };
    if (path.length > 0 || idProperty !== undefined) return path;
    const wrapper = findWrapper(readBody(reader, media), operation, reader);
    return wrapper === undefined ? [] : [wrapper];
  }
}

// Without an id, one of a few members that has a usual name or that of the resource, which may contain another one that its path names.
function findWrapper(
  body: SchemaNode | undefined,
  { path }: Operation,
  { conventions }: DocumentReader,
): string | undefined {
  const properties = body ? collectProperties(body) : new Map<string, SchemaNode[]>();
  if (properties.size > LARGEST_ENVELOPE) return undefined;
  const hasId = [...properties.keys()].some((name) => conventions.matches('id', name));
  const objects = [...properties].filter(([, nodes]) =>
    nodes.some(({ kind, types }) => kind !== 'never' && (!types || types.has('object'))),
  );
  const names = objects.map(([name]) => name);
  return listWrappers({ names, path, conventions }).find(
    (name) => !hasId || conventions.matches('envelope', name),
  );
}

// Finds the representation of a resource inside a body.
import { isJsonObject, type JsonObject, type JsonValue } from '@keyframe/openapi-model';
import type { SchemaNode } from '@keyframe/openapi-schema';
import { collectProperties, listConstants } from '@keyframe/openapi-schema/facts';
import type { DocumentReader } from '../document/document-reader.ts';
import { isNamedAfter } from '../lists/find-list-path.ts';
import { simplifyName } from '../names/words.ts';
import type { Envelope } from './resource-kind.ts';

/** The names of an id, the most specific first, and the meaning of others. */
export interface IdSearch {
  idNames: readonly string[];
  reader: Pick<DocumentReader, 'conventions'>;
  /** The path of the resource, after which a member may be named. */
  itemPath?: string;
  /** The members that requests set: a body that has one is no envelope of its only object. */
  settable?: Pick<ReadonlySet<string>, 'has'>;
}

/** Finds the representation that a schema describes: the value itself, or a member with one of the id's names. */
export function findEnvelope(
  schema: SchemaNode | undefined,
  { idNames, itemPath = '', settable, reader: { conventions } }: IdSearch,
): Envelope | undefined {
  if (!schema) return undefined;
  const envelopes = conventions.list('envelope').map(simplifyName);
  const rank = (name: string) => envelopes.indexOf(simplifyName(name)) + 1 || envelopes.length + 1;
  const properties = collectProperties(schema);
  const ownIndex = idNames.findIndex((name) => isScalar(properties.get(name)));
  const objects = [...properties].filter(
    ([name, nodes]) =>
      !conventions.matches('error', name) && nodes.some((node) => collectProperties(node).size > 0),
  );
  const candidates = objects.toSorted(([left], [right]) => rank(left) - rank(right));
  for (const [name, nodes] of candidates) {
    const isNamed = conventions.matches('envelope', name) || isNamedAfter(itemPath, name);
    const isResource = [...properties.keys()].some((own) => own !== name && settable?.has(own));
    const isLikely = isNamed || (objects.length === 1 && !isResource);
    const members = new Map(nodes.flatMap((node) => [...collectProperties(node)]));
    const index = idNames.findIndex((candidate) => isScalar(members.get(candidate)));
    const idProperty = idNames[index];
    if (idProperty === undefined) continue;
    // `{ "code": 2000, "result": { "id": … } }`: the more specific name wins.
    if (ownIndex < 0 ? isLikely : isNamed && index < ownIndex) return { path: [name], idProperty };
  }
  const idProperty = idNames[ownIndex];
  return idProperty === undefined ? undefined : { path: [], idProperty };
}

/** Reports whether a property can be an id; one with constants, such as a section of a book, identifies nothing. */
export function isScalar(nodes: readonly SchemaNode[] | undefined): boolean {
  return nodes?.some((node) => isScalarType(node.types) && !nodes.some((one) => listConstants(one))) ?? false;
}

function isScalarType(types: ReadonlySet<string> | undefined): boolean {
  return !types || ['string', 'integer', 'number'].some((type) => types.has(type));
}

/** Reads the member at a path; undefined if it does not exist. */
export function getMember(value: JsonValue | undefined, path: readonly string[]): JsonValue | undefined {
  let member = value;
  for (const token of path) {
    if (Array.isArray(member)) member = member[Number(token)];
    else member = isJsonObject(member) && Object.hasOwn(member, token) ? member[token] : undefined;
  }
  return member;
}

/** Reads the representation in a body. */
export function unwrap(body: JsonValue | undefined, path: readonly string[]): JsonObject | undefined {
  const value = getMember(body, path);
  return isJsonObject(value) ? value : undefined;
}

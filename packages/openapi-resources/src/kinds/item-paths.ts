// The paths of resources in a document: those of operations on one resource, and those that only operations below them name.
import type { Operation } from '@keyframe/openapi-model';
import type { DocumentReader } from '../document/document-reader.ts';
import { findSuccessSchema } from '../document/operation-schemas.ts';
import { listIdNames } from '../names/id-names.ts';
import { isItemPath, listOuterPaths, writeTemplate } from '../paths/path-templates.ts';
import { hasVerbs } from '../paths/verbs.ts';
import { findEnvelope } from './envelope.ts';

/** The path of the resources of a kind, and the operations at it. */
export interface ItemPath {
  itemPath: string;
  targets: readonly Operation[];
  /** Whether the resources have another path, with another one of their members: `/users/{name}` and `/users/{id}`. */
  isOtherKey: boolean;
}

/** Lists the paths of resources in the order of the document; those that only paths below them name come last. */
export function listItemPaths(reader: DocumentReader): ItemPath[] {
  const { operations } = reader.model;
  const targets = operations.filter(({ resourcePath }) => isItemPath(resourcePath));
  const plain = targets.filter((operation) => !hasVerbs(operation));
  const byTemplate = Map.groupBy([...plain, ...targets.filter(hasVerbs)], ({ resourcePath }) =>
    writeTemplate(resourcePath),
  );
  const outerPaths = operations.flatMap(({ resourcePath }) => listOuterPaths(resourcePath));
  const distinct = new Map(outerPaths.toReversed().map((path) => [writeTemplate(path), path]));
  const unread = [...distinct].filter(([template]) => !byTemplate.has(template)).map(([, path]) => path);
  return [
    ...[...byTemplate.values()].flatMap((operationsAtPath) => splitByKey(reader, operationsAtPath)),
    ...unread.map((itemPath) => ({ itemPath, targets: [], isOtherKey: false })),
  ];
}

// If paths differ only in the names of parameters, the first one names the kind, unless the representation has a member for each.
function splitByKey(reader: DocumentReader, targets: readonly Operation[]): ItemPath[] {
  const bodies = targets.map((operation) => findSuccessSchema(operation, reader));
  const body = bodies.find((schema) => schema !== undefined);
  const findMember = ({ resourcePath }: Operation) =>
    findEnvelope(body, { idNames: listIdNames(resourcePath, reader.conventions), reader })?.idProperty;
  const [first] = targets;
  const firstMember = first && findMember(first);
  const byMember = Map.groupBy(targets, (operation) => findMember(operation) ?? firstMember);
  return [...byMember.values()].map((operationsOfKey, index) => ({
    itemPath: operationsOfKey[0]?.resourcePath ?? '',
    targets: operationsOfKey,
    isOtherKey: index > 0,
  }));
}

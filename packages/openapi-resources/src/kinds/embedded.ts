// Lists of resources inside of the one that they were created below: `GET /orders/{id}` shows `items` of `/orders/{id}/items`.
import { findNodes, isList, mergeProperties } from '@keyframe/openapi-schema/facts';
import type { DocumentReader } from '../document/document-reader.ts';
import { findSuccessSchema } from '../document/operation-schemas.ts';
import { simplifyName } from '../names/words.ts';
import { writeTemplate } from '../paths/path-templates.ts';
import type { Embedded, ResourceKind } from './resource-kind.ts';

type EmbeddingKind = Pick<ResourceKind, 'creation' | 'envelope' | 'itemPath' | 'source'>;

/** Finds the members of a kind that list what is created below its resources. */
export function findEmbedded(
  { itemPath, source, envelope }: EmbeddingKind,
  kinds: readonly EmbeddingKind[],
  reader: DocumentReader,
): Embedded[] {
  const body = findSuccessSchema(source, reader);
  const members = body ? [...mergeProperties(findNodes([body], envelope.path))] : [];
  const lists = members.filter(([, nodes]) => nodes.some(isList)).map(([name]) => name);
  const embedded: Embedded[] = [];
  for (const kind of kinds) {
    const {
      outer = '',
      parameter = '',
      name = '',
    } = /^(?<outer>.*\{(?<parameter>[^{}]*)\})\/(?<name>[^/{}]+)$/.exec(
      kind.creation?.operation.resourcePath ?? '',
    )?.groups ?? {};
    const member = lists.find((candidate) => simplifyName(candidate) === simplifyName(name));
    const isBelow = writeTemplate(outer) === writeTemplate(itemPath);
    if (member === undefined || !isBelow) continue;
    embedded.push({ member, itemPath: kind.itemPath, idProperty: kind.envelope.idProperty, parameter });
  }
  return embedded;
}

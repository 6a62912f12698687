// Resources that no operation creates: those that a list or an example of the document shows exist.
import { listExamples, type Operation, type Parameter } from '@keyframe/openapi-model';
import { listConstants, listSchemaExamples } from '@keyframe/openapi-schema/facts';
import { documentsMissing, findJsonMedia } from '../document/responses.ts';
import { listItemMembers, planList } from '../lists/list-plan.ts';
import { getIdParameter } from '../paths/path-templates.ts';
import type { CreationSearch } from './creation-search.ts';
import { findOnCollection } from './on-collection.ts';

/**
 * Reports whether the resources of a path are those that the document shows: one may not be found, nothing can create
 * one, and there is a list, which or an example shows some. Without a list, each documented read has its response.
 */
export function areShown({ reader, operations, itemPath, targets, read, idNames }: CreationSearch): boolean {
  const target = read ?? targets.find(documentsMissing);
  const parameter = target && findIdParameter(target, itemPath);
  if (!target || !parameter?.schema || !canBeMissing(target)) return false;
  const schema = reader.node({ schema: parameter.schema, direction: 'request' });
  // Each of several constants exists.
  if (listConstants(schema) || findOnCollection(operations, 'post', itemPath)) return false;
  const list = findOnCollection(operations, 'get', itemPath);
  if (!list) return false;
  const plan = planList(reader, list);
  const members = plan ? listItemMembers(reader, list, plan) : new Set();
  const hasExample = [parameter, read && findJsonMedia(read)].some(
    (source) => source && listExamples(reader.model, source.pointer).length > 0,
  );
  return hasExample || listSchemaExamples(schema).length > 0 || idNames.some((name) => members.has(name));
}

function canBeMissing(operation: Operation): boolean {
  return (
    documentsMissing(operation) || operation.responses.some(({ status }) => /^(?:4xx|default)$/i.test(status))
  );
}

/** Finds the parameter with the id in an operation on one resource. */
export function findIdParameter({ parameters }: Operation, itemPath: string): Parameter | undefined {
  const name = getIdParameter(itemPath);
  return parameters.find((parameter) => parameter.location === 'path' && parameter.name === name);
}

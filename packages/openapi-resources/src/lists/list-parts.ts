// The parts of a list with their evidence, for people.
import type { Operation } from '@keyframe/openapi-model';
import { collectProperties, isList } from '@keyframe/openapi-schema/facts';
import type { ConventionName } from '../conventions/conventions.ts';
import type { DocumentReader } from '../document/document-reader.ts';
import { readBody } from '../document/operation-schemas.ts';
import { findJsonMedia } from '../document/responses.ts';
import type { Evidence } from '../evidence.ts';
import { isNamedAfter } from './find-list-path.ts';
import { type ListPlan, listItemMembers, listPagingNames, planList } from './list-plan.ts';
import { findFilterMember } from './order-terms.ts';
import { planPagination } from './pagination.ts';
import { findRangeMember, readBound } from './range-bounds.ts';

/** A part of a list: its items, a parameter, or a member of its pages. */
export interface ListPart {
  /** The part in words: `limit "per_page"`. */
  text: string;
  evidence: Evidence;
}

/** Lists the parts of a list that were derived; none if the response has no list. */
export function listParts(reader: DocumentReader, operation: Operation): ListPart[] {
  const plan = planList(reader, operation);
  if (!plan) return [];
  return [
    describeItems(reader, operation, plan),
    ...describePages(reader, operation, plan),
    ...describeQuery(reader, operation, plan),
  ];
}

function describeItems(reader: DocumentReader, operation: Operation, { items, isMap }: ListPlan): ListPart {
  const text = items.length === 0 ? 'items are the body' : `items at "${items.join('.')}"`;
  const name = items.at(-1) ?? '';
  const body = readBody(reader, findJsonMedia(operation));
  const properties = body ? [...collectProperties(body).values()] : [];
  const lists = properties.filter((nodes) => nodes.some(isList)).length;
  if (isMap) return { text, evidence: { kind: 'schema', text: 'an object whose members are objects' } };
  if (items.length === 0 || lists < 2)
    return { text, evidence: { kind: 'schema', text: 'the only list of the response' } };
  if (isNamedAfter(operation.path, name))
    return { text, evidence: { kind: 'path', text: `the path ends with "${name}"` } };
  const isUsual = reader.conventions.matches('items', name);
  const rule = isUsual ? 'one of several lists has the name of items' : 'the first of several lists';
  return { text, evidence: { kind: isUsual ? 'name' : 'schema', text: rule } };
}

function describePages(reader: DocumentReader, operation: Operation, plan: ListPlan): ListPart[] {
  const parts: ListPart[] = [];
  for (const entry of ['limit', 'page', 'offset', 'cursor'] as const) {
    const parameter = plan[entry];
    if (parameter) parts.push(describeNamed(entry, parameter.name));
  }
  const next = describeNext(plan);
  const evidence = planPagination(reader, operation)?.evidence;
  const byMember: Evidence = { kind: 'name', text: 'a member has the name of a next cursor' };
  const total = findTotal(reader, operation);
  if (next !== undefined) parts.push({ text: next, evidence: evidence ?? byMember });
  if (total !== undefined) parts.push(describeNamed('total', total));
  return parts;
}

function describeNamed(entry: ConventionName, name: string): ListPart {
  return { text: `${entry} "${name}"`, evidence: { kind: 'name', text: `one of the names of ${entry}` } };
}

function describeNext({ next }: ListPlan): string | undefined {
  if (next === undefined) return undefined;
  if (next.kind === 'header') return 'next page by the header Link';
  if (next.kind === 'url') return `next page at the URL in "${next.path.join('.')}"`;
  const source = next.path ? `"${next.path.join('.')}"` : 'the id of the last item';
  return `next page by "${next.name}" with ${source}`;
}

function findTotal(reader: DocumentReader, operation: Operation): string | undefined {
  const body = readBody(reader, findJsonMedia(operation));
  const names = body ? [...collectProperties(body).keys()] : [];
  return names.find((name) => reader.conventions.matches('total', name));
}

// Parameters that select items or order them.
function describeQuery(reader: DocumentReader, operation: Operation, plan: ListPlan): ListPart[] {
  const members = listItemMembers(reader, operation, plan);
  const paging = listPagingNames(plan);
  return operation.parameters
    .filter(({ location, name }) => location === 'query' && !paging.has(name))
    .map(({ name }) => describeParameter(name, members, reader))
    .filter((part) => part !== undefined);
}

function describeParameter(
  name: string,
  members: ReturnType<typeof listItemMembers>,
  { conventions }: DocumentReader,
): ListPart | undefined {
  if (members.has(name))
    return { text: `filter "${name}"`, evidence: { kind: 'schema', text: 'a member of the items' } };
  const similar = findFilterMember(name, members);
  if (similar !== undefined)
    return {
      text: `filter "${name}" of "${similar}"`,
      evidence: { kind: 'name', text: 'the name of a member, written differently' },
    };
  const entries = ['sort', 'direction', 'search'] as const;
  const entry = entries.find((role) => conventions.matches(role, name));
  if (entry) return describeNamed(entry, name);
  const bound = readBound(name, conventions);
  const member = bound && findRangeMember(bound.stem, members, conventions);
  if (!bound || member === undefined) return undefined;
  const text = `${bound.isLower ? 'lower' : 'upper'} bound "${name}" of "${member}"`;
  return { text, evidence: { kind: 'name', text: 'a word of a bound beside the name of a member' } };
}

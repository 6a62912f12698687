// Finds the operation that creates the resources of a kind.
import { isLinkTarget, type Link, listPathParameters, type Operation } from '@keyframe/openapi-model';
import { splitPointer } from '@keyframe/openapi-runtime/wire';
import type { SchemaNode } from '@keyframe/openapi-schema';
import { collectProperties } from '@keyframe/openapi-schema/facts';
import { findReference, findRequestSchema, findSuccessSchema } from '../document/operation-schemas.ts';
import { documentsMissing } from '../document/responses.ts';
import { listCompoundNames } from '../names/id-names.ts';
import { splitWords } from '../names/words.ts';
import { getCollection, getIdParameter, isItemPath } from '../paths/path-templates.ts';
import { returnsBareId } from './bare-id.ts';
import type { CreationSearch } from './creation-search.ts';
import { findEnvelope, type IdSearch, isScalar } from './envelope.ts';
import { findOnCollection } from './on-collection.ts';
import type { Creation } from './resource-kind.ts';
import { collectSent, findSentList, listsCreated, listsSent } from './sent-lists.ts';

/** Finds the creation of a kind: by a link, beside the path of the resource, below another one, by its response or its name. */
export function findCreation(search: CreationSearch, named: readonly Creation[]): Creation | undefined {
  // A resource that only the paths below it name is created on its collection, or not at all.
  if (search.targets.length === 0) return findBeside(search);
  return (
    findByLink(search) ??
    findBeside(search) ??
    findUndeclared(search) ??
    findUpsert(search) ??
    findInner(search) ??
    findElsewhere(search) ??
    named.find(
      ({ operation, idPath, answersList }) => (idPath || answersList) && !isOnCollection(operation, search),
    ) ??
    findMembership(search)
  );
}

// A POST on the collection that creates anything was found before.
function isOnCollection({ resourcePath }: Operation, { itemPath }: CreationSearch): boolean {
  return resourcePath === getCollection(itemPath);
}

function findByLink(search: CreationSearch): Creation | undefined {
  const { operations, itemPath, targets, reader } = search;
  const parameter = getIdParameter(itemPath);
  for (const operation of operations) {
    if (operation.resourceMethod !== 'post' || operation.resourcePath.startsWith(itemPath)) continue;
    const successes = operation.responses.filter(({ status }) => status.startsWith('2'));
    for (const link of successes.flatMap(({ links }) => links)) {
      const isLinked = targets.some((target) => isLinkTarget(link, target));
      if (!isLinked) continue;
      const source = readLinkSource(link, parameter);
      if (source)
        return { operation, idPath: source.idPath, link, rule: `link "${link.name}": ${source.text}` };
      // A link without the id still shows what the operation creates.
      const idPath = findIdPath(findSuccessSchema(operation, reader), search);
      if (Object.keys(link.parameters).length === 0)
        return { operation, idPath, link, rule: `link "${link.name}"` };
    }
  }
  return undefined;
}

function readLinkSource({ parameters }: Link, parameter: string) {
  const text = parameters[parameter] ?? parameters[`path.${parameter}`];
  if (typeof text !== 'string') return undefined;
  const expression = text.replace(/^\{(.*)\}$/, '$1');
  if (/^\$response\.header\.location$/i.test(expression)) return { idPath: undefined, text: expression };
  const [, pointer] = /^\$response\.body#(\/.+)$/.exec(expression) ?? [];
  return pointer === undefined ? undefined : { idPath: splitPointer(pointer), text: expression };
}

function findBeside(search: CreationSearch): Creation | undefined {
  const { operations, reader, itemPath, idNames } = search;
  const operation = findOnCollection(operations, 'post', itemPath);
  if (!operation) return undefined;
  const rule = `POST ${operation.path} beside ${itemPath}`;
  const requested = findRequestSchema(operation, reader);
  const sentList = findSentList(requested);
  const returned = findSuccessSchema(operation, reader);
  const idPath = findIdPath(returned, search);
  // A member with a list is one of a new resource if the response has the id of that.
  const ownList = sentList?.length === 0 ? sentList : undefined;
  const members = collectSent(requested, ownList);
  const sent = collectSent(requested, sentList);
  const answersList = listsCreated(operation, { reader, idNames, sent: sentList && sent });
  const common = { operation, sentList: ownList, answersList };
  if (idPath && isReadByName(search, idPath, members))
    return { ...common, idPath, rule: `${rule}, id in "${idPath.join('.')}"` };
  if (answersList && isReadById(search, sent))
    return { ...common, idPath: undefined, sentList, rule: `${rule}, ids in the list of the response` };
  // A name that requests set is not the id if the resource shows another one.
  const readIdName = findEnvelope(findSuccessSchema(search.read, reader), search)?.idProperty;
  const chosenId = (readIdName === undefined ? idNames : [readIdName]).find((name) =>
    isScalar(members.get(name)),
  );
  if (returnsLocation(operation))
    return { ...common, idPath: undefined, rule: `${rule}, id in the header Location` };
  if (chosenId !== undefined)
    return { ...common, idPath: undefined, chosenId, rule: `${rule}, id in the request` };
  if (returnsBareId(returned, search)) return { ...common, idPath: [], rule: `${rule}, id in the response` };
  if (!isListed(operation, search, members)) return undefined;
  const source = idPath ? `"${idPath.join('.')}", as in the list` : 'the list';
  return { ...common, idPath, rule: `${rule}, id in ${source}` };
}

function returnsLocation({ responses }: Operation): boolean {
  const success = responses.find(({ status }) => status.startsWith('2'));
  return success?.headers.some(({ name }) => name.toLowerCase() === 'location') ?? false;
}

// The list shows the members that the request sets, and the request is no search for them.
function isListed(
  operation: Operation,
  { operations, reader, itemPath, idNames }: CreationSearch,
  sent: ReadonlyMap<string, SchemaNode[]>,
): boolean {
  const list = findOnCollection(operations, 'get', itemPath);
  const isSearch = listsSent(operation, { reader, idNames, sent: undefined });
  return list !== undefined && !isSearch && listsSent(list, { reader, idNames, sent });
}

// `export_id` in the response of `POST /exports` identifies `/exports/{export_id}`, even if GET shows other members.
function isReadByName(
  search: CreationSearch,
  idPath: readonly string[],
  requested: Pick<ReadonlyMap<string, unknown>, 'has'>,
): boolean {
  const name = idPath.at(-1) ?? '';
  const isNamed = search.itemPath.endsWith(`/{${name}}`) && splitWords(name).length > 1;
  return isNamed || isReadById(search, requested);
}

// 201 names the new resource by `Location` (RFC 9110), documented or not; a resource of the same schema is read beside it.
function findUndeclared(search: CreationSearch): Creation | undefined {
  const { operations, reader, itemPath, read } = search;
  const operation = findOnCollection(operations, 'post', itemPath);
  const reference = findReference(read, ['200']);
  const isSame = reference !== undefined && findReference(operation, ['201']) === reference;
  if (!operation || !isSame || findEnvelope(findSuccessSchema(read, reader), search)) return undefined;
  const rule = `POST ${operation.path} beside ${itemPath}, id in the header Location`;
  return { operation, idPath: undefined, isIdUndeclared: true, rule };
}

// Without another creation, PUT creates at an id that the client chooses: what a list shows or GET may not find must be
// created, unless PUT, too, may not find it.
function findUpsert({ operations, reader, targets, read, itemPath }: CreationSearch): Creation | undefined {
  const put = targets.find(({ resourceMethod }) => resourceMethod === 'put');
  if (!put || !(read ?? findOnCollection(operations, 'get', itemPath))) return undefined;
  const isRemoved = targets.some(({ resourceMethod }) => resourceMethod === 'delete');
  const isNeeded = !documentsMissing(put) && (!read || documentsMissing(read));
  const creates =
    put.responses.some(({ status }) => status === '201') ||
    (isRemoved && reader.conventions.matches('upsert', `${put.id} ${put.summary ?? ''}`)) ||
    isNeeded;
  const rule = `PUT ${itemPath} with an id that the client chooses`;
  return creates ? { operation: put, idPath: undefined, rule } : undefined;
}

// A membership has no representation: it exists or not, and no other operation can create what DELETE removes.
function findMembership({ operations, targets, itemPath }: CreationSearch): Creation | undefined {
  const find = (method: string) => targets.find((target) => target.resourceMethod === method);
  const put = find('put');
  const isMembership = [put, find('get'), find('delete')].every((one) => !one || isEmptySuccess(one));
  const hasPost = findOnCollection(operations, 'post', itemPath) !== undefined;
  if (!put || !find('delete') || !isMembership || hasPost) return undefined;
  return { operation: put, idPath: undefined, rule: `PUT ${itemPath} beside DELETE` };
}

function isEmptySuccess({ responses }: Operation): boolean {
  const successes = responses.filter(({ status }) => /^(?:2|default)/i.test(status));
  return successes.length > 0 && successes.every(({ content }) => content.length === 0);
}

// `POST /apps/{app}/files` creates what is read at `/files/{file}`.
function findInner(search: CreationSearch): Creation | undefined {
  const { operations, reader, itemPath, read } = search;
  const { base, collection } =
    /^(?<base>.*)\/(?<collection>[^/{}]+)$/.exec(getCollection(itemPath))?.groups ?? {};
  if (base === undefined || !findEnvelope(findSuccessSchema(read, reader), search)) return undefined;
  for (const operation of operations) {
    const path = operation.resourcePath;
    const isInner = path.startsWith(`${base}/`) && path.endsWith(`}/${collection}`);
    if (operation.resourceMethod !== 'post' || !isInner) continue;
    const idPath = findIdPath(findSuccessSchema(operation, reader), search);
    if (!idPath || operations.some((candidate) => isReadBeside(candidate, path))) continue;
    return { operation, idPath, rule: `POST ${operation.path} for ${itemPath}, id in "${idPath.join('.')}"` };
  }
  return undefined;
}

const CREATED = ['201', '202'];

// `POST /exports` creates what is read at `/jobs/{id}` if it returns a `jobId`, or the schema of the job. A login that
// returns a `userId` creates no user of a list.
function findElsewhere(search: CreationSearch): Creation | undefined {
  const { operations, itemPath } = search;
  const parentNames = listPathParameters(itemPath).slice(0, -1);
  const candidates = operations.filter(
    ({ resourceMethod, resourcePath }) =>
      resourceMethod === 'post' &&
      !resourcePath.startsWith(itemPath) &&
      parentNames.every((name) => resourcePath.includes(`{${name}}`)),
  );
  for (const operation of candidates) {
    const path = operation.resourcePath;
    const idPath = findReturnedId(search, operation);
    const isIdUndeclared = !idPath && returnsUndeclared(search, operation);
    if (!(idPath || isIdUndeclared) || operations.some((candidate) => isBeside(candidate, path))) continue;
    const source = idPath ? `"${idPath.join('.')}"` : 'the header Location';
    return {
      operation,
      idPath,
      isIdUndeclared,
      rule: `POST ${operation.path} for ${itemPath}, id in ${source}`,
    };
  }
  return undefined;
}

// A shared schema shows that both are of one kind, whether it declares an id or not.
function returnsUndeclared(search: CreationSearch, operation: Operation): boolean {
  const { read, reader } = search;
  const reference = findReference(read, ['200']);
  const success = findSuccessSchema(operation, reader);
  const isSame = reference !== undefined && findReference(operation, CREATED) === reference;
  return isSame && success !== undefined && !findEnvelope(success, search);
}

function findReturnedId(search: CreationSearch, operation: Operation): string[] | undefined {
  const { operations, reader, itemPath, read } = search;
  const readReference = findReference(read, ['200']);
  const success = findSuccessSchema(operation, reader);
  if (readReference !== undefined && findReference(operation, CREATED) === readReference)
    return findIdPath(success, search);
  const isNew = operation.responses.some(({ status }) => CREATED.includes(status));
  const isNamed = isNew || !findOnCollection(operations, 'get', itemPath);
  return isNamed && !isReference(search) ? findNamedId(success, itemPath) : undefined;
}

// `/keys/{userId}` beside `/plans/{userId}`: both refer to a user, which neither of them is.
function isReference({ operations, itemPath }: CreationSearch): boolean {
  const [collection = '', parameter = ''] = itemPath.split('/').slice(-2);
  const isOwn = listCompoundNames(`/${collection}/{id}`).some((name) =>
    listCompoundNames(itemPath).includes(name),
  );
  return (
    !isOwn &&
    operations.some(({ resourcePath }) => resourcePath.endsWith(`/${parameter}`) && resourcePath !== itemPath)
  );
}

/** Finds the path to the id in a body. */
export function findIdPath(schema: SchemaNode | undefined, search: IdSearch): string[] | undefined {
  const envelope = findEnvelope(schema, search);
  return envelope?.idProperty === undefined ? undefined : [...envelope.path, envelope.idProperty];
}

/** Finds a name such as `taskId` in a body without an id of its own. */
export function findNamedId(schema: SchemaNode | undefined, itemPath: string): string[] | undefined {
  const members = schema ? collectProperties(schema) : new Map<string, SchemaNode[]>();
  // Beside an id of its own, the name refers to another resource.
  if (isScalar(members.get('id'))) return undefined;
  const name = listCompoundNames(itemPath).find((candidate) => isScalar(members.get(candidate)));
  return name === undefined ? undefined : [name];
}

function isReadBeside(operation: Operation, base: string): boolean {
  return operation.resourceMethod === 'get' && isBeside(operation, base);
}

function isBeside({ resourcePath }: Operation, base: string): boolean {
  return isItemPath(resourcePath) && getCollection(resourcePath) === base;
}

// A file has no id of its own. Another representation without one has members of the request that created it.
function isReadById(search: CreationSearch, requested: Pick<ReadonlyMap<string, unknown>, 'has'>): boolean {
  const { read, reader } = search;
  const representation = findSuccessSchema(read, reader);
  if (!representation)
    return (
      !read || read.responses.some(({ status, content }) => status.startsWith('2') && content.length > 0)
    );
  const showsRequest = () =>
    [...collectProperties(representation).keys()].some((name) => requested.has(name));
  return findEnvelope(representation, search) !== undefined || showsRequest();
}

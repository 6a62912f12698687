// The places where a document describes the members that generated types declare.
import {
  appendPointer,
  isJsonObject,
  METHODS,
  memberOf,
  type OpenApiModel,
  type Operation,
  valueAt,
} from '@keyframe/openapi-model';
import { SchemaGraph, type SchemaNode } from '@keyframe/openapi-schema';
import {
  collectProperties,
  findItems,
  findValues,
  listConstants,
  listPossible,
} from '@keyframe/openapi-schema/facts';
import { ITEMS, VALUES } from './declared-names.ts';

/** Finds the parts of a document by the names of openapi-typescript's types, and by those of hey-api's. */
export class DocumentPlaces {
  readonly #model: OpenApiModel;
  readonly #graph: SchemaGraph;
  readonly #known = new Map<string, readonly string[]>();
  readonly #operations = new Map<string, Operation>();
  readonly #schemaNames: ReadonlyMap<string, string>;

  constructor(model: OpenApiModel) {
    this.#model = model;
    this.#graph = new SchemaGraph(model);
    this.#schemaNames = new Map([...model.schemas.keys()].map((name) => [writeTypeName(name), name]));
  }

  /** Lists the pointers of what some names declare; empty if the document does not describe it. */
  find(names: readonly string[]): readonly string[] {
    const key = JSON.stringify(names);
    const existing = this.#known.get(key);
    if (existing) return existing;
    const pointers = this.#search(names);
    this.#known.set(key, pointers);
    return pointers;
  }

  /** Selects the constants that the document lists for a place; undefined if it lists none, as others may be secret. */
  selectConstants(pointer: string, constants: readonly string[] | undefined): readonly string[] | undefined {
    if (constants === undefined) return undefined;
    const listed = new Set<unknown>();
    for (const node of this.#listValues(pointer))
      for (const constant of listConstants(node) ?? []) listed.add(constant);
    return listed.size === 0 ? undefined : constants.filter((constant) => listed.has(constant));
  }

  // The schemas of a member or of a parameter.
  #listValues(pointer: string): readonly SchemaNode[] {
    const value = valueAt(this.#model.document, pointer);
    const parameter = isJsonObject(value) && memberOf(value, 'in') !== undefined ? value : undefined;
    const schema = parameter ? memberOf(parameter, 'schema') : value;
    if (!isJsonObject(schema)) return [];
    const located = { schema, pointer: parameter ? appendPointer(pointer, 'schema') : pointer };
    return listPossible(this.#graph.node(located));
  }

  /** Lists the pointers of what an operation takes and returns: parameters, and the schemas of bodies. */
  listMessages({ parameters, requestBody, responses }: Operation): readonly string[] {
    const contents = [requestBody, ...responses].flatMap((message) => message?.content ?? []);
    const schemas = contents.map(({ schema }) => schema).filter((schema) => schema !== undefined);
    return [...parameters, ...schemas.map((schema) => this.#graph.node(schema))].map(
      ({ pointer }) => pointer,
    );
  }

  /** Finds an operation by its method and path. */
  findOperation(method: string, path: string): Operation | undefined {
    return this.#model.operations.find(
      (operation) => operation.method === method.toLowerCase() && operation.path === path,
    );
  }

  /** Finds the operation of a type that is named after its operationId, such as `GetOrderData` or `operations['getOrder']`. */
  findNamed(name: string): Operation | undefined {
    const operation = this.#operations.get(name);
    if (operation) return operation;
    return this.#model.operations.find(
      ({ id, operationId }) =>
        operationId === name || id === name || writeTypeName(id) === writeTypeName(name),
    );
  }

  /** Notes that a type belongs to an operation, although it has another name. */
  nameOperation(name: string, operation: Operation): void {
    if (!this.#operations.has(name)) this.#operations.set(name, operation);
  }

  #search([root = '', ...names]: readonly string[]): readonly string[] {
    if (root === 'components') return this.#inValue('#/components', names);
    if (root === 'operations') return this.#inOperation(this.findNamed(names[0] ?? ''), names.slice(1));
    if (root === 'paths') return this.#inPath(names);
    const schema = this.#schemaNames.get(root);
    if (schema !== undefined) return this.#inValue('#/components/schemas', [schema, ...names]);
    return this.#inPart(root, names);
  }

  // The types of hey-api that belong to one operation.
  #inPart(root: string, names: readonly string[]): readonly string[] {
    const [, id, part] = /^(.+?)(Data|Responses?|Errors?)$/.exec(root) ?? [];
    const operation = id === undefined ? undefined : this.findNamed(id);
    if (!operation) return [];
    if (part !== 'Data') {
      const [status = '', ...members] = names;
      return this.#inContents(findContents(operation, status), members);
    }
    const [location = '', ...members] = names;
    if (location === 'body' || location === 'requestBody')
      return this.#inContents(operation.requestBody?.content ?? [], members);
    if (!/^(headers|path|query)$/.test(location)) return listByTypeName(operation, location);
    return this.#inParameters(operation, location === 'headers' ? 'header' : location, members);
  }

  #inPath([path = '', method = '', ...names]: readonly string[]): readonly string[] {
    if (!METHODS.some((each) => each === method)) return [];
    return this.#inOperation(this.findOperation(method, path), names);
  }

  #inOperation(operation: Operation | undefined, [part, ...names]: readonly string[]): readonly string[] {
    if (!operation) return [];
    if (part === 'parameters') return this.#inParameters(operation, names[0] ?? '', names.slice(1));
    if (part === 'requestBody' && names[0] === 'content')
      return this.#inContents(operation.requestBody?.content ?? [], names.slice(2));
    if (part !== 'responses') return [];
    const [status = '', kind, , ...members] = names;
    return kind === 'content' ? this.#inContents(findContents(operation, status), members) : [];
  }

  #inParameters(operation: Operation, location: string, [name, ...members]: readonly string[]) {
    const parameter = operation.parameters.find((each) => each.location === location && each.name === name);
    if (!parameter) return [];
    if (members.length === 0) return [parameter.pointer];
    return this.#inContents([parameter, ...parameter.content], members);
  }

  #inContents(
    contents: readonly { schema: Parameters<SchemaGraph['node']>[0] | undefined }[],
    members: readonly string[],
  ): readonly string[] {
    const schemas = contents.map(({ schema }) => schema).filter((schema) => schema !== undefined);
    return this.#inSchemas(
      schemas.map((schema) => this.#graph.node(schema)),
      members,
    );
  }

  #inSchemas(roots: readonly SchemaNode[], members: readonly string[]): readonly string[] {
    const last = members.at(-1);
    let nodes = roots;
    for (const name of members.slice(0, -1)) nodes = findAllMembers(nodes, name);
    const pointers = last === undefined ? [] : this.#listProperties(nodes, last);
    if (pointers.length > 0) return pointers;
    if (last !== undefined) nodes = findAllMembers(nodes, last);
    return [...new Set(nodes.map(({ pointer }) => pointer))];
  }

  // The places of a property, even if they refer to a component.
  #listProperties(nodes: readonly SchemaNode[], name: string): readonly string[] {
    const pointers = new Set<string>();
    for (const node of nodes) {
      for (const owner of listPossible(node)) {
        const pointer = appendPointer(owner.pointer, 'properties', name);
        if (valueAt(this.#model.document, pointer) !== undefined) pointers.add(pointer);
      }
    }
    return [...pointers];
  }

  // In a value of the document that is no operation: `components`, and what is below.
  #inValue(pointer: string, [name, ...names]: readonly string[]): readonly string[] {
    if (pointer === '#/components/schemas' && name !== undefined) {
      const schema = this.#model.schemas.get(name);
      return schema ? this.#inSchemas([this.#graph.node(schema)], names) : [];
    }
    if (name === undefined) return [pointer];
    const value = valueAt(this.#model.document, pointer);
    const child = isJsonObject(value) ? memberOf(value, name) : undefined;
    const next = appendPointer(pointer, name);
    if (/\/content\/[^/]+$/.test(next) && isJsonObject(child)) {
      const schema = memberOf(child, 'schema');
      return isJsonObject(schema)
        ? this.#inSchemas([this.#graph.node({ schema, pointer: `${next}/schema` })], names)
        : [];
    }
    return child === undefined ? [] : this.#inValue(next, names);
  }
}

// Older versions of hey-api put all parameters into one object.
function listByTypeName({ parameters }: Operation, name: string): readonly string[] {
  const typeName = writeTypeName(name);
  return parameters.filter((each) => writeTypeName(each.name) === typeName).map(({ pointer }) => pointer);
}

function findContents({ responses }: Operation, status: string) {
  return responses.find((response) => response.status === status)?.content ?? [];
}

function findAllMembers(nodes: readonly SchemaNode[], name: string): readonly SchemaNode[] {
  return nodes.flatMap((node) => findMembers(node, name));
}

function findMembers(node: SchemaNode, name: string): readonly SchemaNode[] {
  if (name === ITEMS) return [findItems(node)].filter((items) => items !== undefined);
  const values = [findValues(node)].filter((value) => value !== undefined);
  return name === VALUES ? values : (collectProperties(node).get(name) ?? values);
}

/** Writes a name as generators write types: letters and digits, each word with a capital. */
function writeTypeName(name: string): string {
  return name.replaceAll(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9]?)/g, (_, letter: string) => letter.toUpperCase());
}

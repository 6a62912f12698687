// Types of operations: their parameters, bodies and responses.

import { quote } from '@keyframe/openapi-codegen';
import {
  appendPointer,
  classifyStream,
  IMPLIED_ITEMS,
  type JsonObject,
  METHODS,
} from '@keyframe/openapi-model/document';
import type { ClientOperations } from '../types/client-operations.ts';
import { docComment } from './doc-comment.ts';
import { getMember, listObjects, listParameters } from './entries.ts';
import { memberKey } from './member-key.ts';
import type { Folder, Located, References } from './references.ts';
import { isRequestName } from './request-names.ts';
import type { MessagePosition, MessageSchema, SchemaPrinter } from './schema-printer.ts';
import type { PrintOptions } from './types-options.ts';

const LOCATIONS = ['query', 'header', 'path', 'cookie'] as const;

/** A member of an object type. */
interface Member {
  name: string;
  type: string;
  isOptional?: boolean;
  /** The object that its comment describes. */
  described?: JsonObject;
}

interface OperationOptions extends Pick<PrintOptions, 'onDefect'> {
  /** The client that calls them: it reads events, and sends parameters of any media type. */
  client?: ClientOperations;
}

/** Prints operations. */
export class OperationTypes {
  /** The members of `operations`, in the order in which they were printed. */
  readonly declarations: string[] = [];
  readonly #schemas: SchemaPrinter;
  readonly #references: References;
  readonly #options: OperationOptions;
  readonly #printed = new Map<string, JsonObject>();

  constructor(schemas: SchemaPrinter, references: References, options: OperationOptions) {
    this.#schemas = schemas;
    this.#references = references;
    this.#options = options;
  }

  /** Prints a path item; its operations with an operationId become members of `operations`. */
  pathItem(item: Located, at: MessagePosition & { path?: string }): string {
    const inside = this.#within(at);
    const pathItems = this.#references.listPathItems(item);
    const find = (name: string) =>
      pathItems.map((pathItem) => getMember(pathItem, name)).find((member) => member !== undefined);
    const shared = pathItems.map(listParameters).find(({ length }) => length > 0) ?? [];
    const print = (method: string, located: Located, position: MessagePosition): Member => {
      const operation = this.#represent(located, position);
      const type = this.#operation(operation, { shared, method, path: at.path ?? '' }, position);
      return { name: method, type, described: operation.value };
    };
    const members = METHODS.map((method): Member => {
      const operation = find(method);
      return operation ? print(method, operation, inside) : { name: method, type: 'never', isOptional: true };
    });
    // OpenAPI 3.2, Path Item Object.
    const deeper = this.#within(inside);
    const additional = listObjects(find('additionalOperations'), this.#schemas.options).map(
      ({ name, ...operation }) => print(name, operation, deeper),
    );
    const query = find('query');
    if (query) members.push(print('query', query, inside));
    if (additional.length > 0)
      members.push({ name: 'additionalOperations', type: this.#object(additional, inside) });
    return this.#object([{ name: 'parameters', type: this.#parameters(shared, inside) }, ...members], at);
  }

  /** Prints a parameter. */
  parameter(located: Located, at: MessagePosition): string {
    const path = this.#findPath(located, at, 'parameters');
    if (path !== undefined) return path;
    const parameter = this.#references.follow(located);
    const schema = this.#findSchema(parameter);
    if (schema) return this.#schemas.printSchema(schema, { ...at, isRequest: true }).text;
    if (parameter.value.content === undefined) this.#options.onDefect?.(String(located.value.name));
    return 'string';
  }

  /** Prints a header. */
  header(located: Located, at: MessagePosition): string {
    const path = this.#findPath(located, at, 'headers');
    if (path !== undefined) return path;
    const header = this.#references.follow(located);
    const schema = this.#findSchema(header);
    if (schema) return this.#schemas.printSchema(schema, at).text;
    if (header.value.content === undefined) return 'unknown';
    return this.#object(this.#content(header, this.#within(at)), at);
  }

  /** Prints a request body. */
  requestBody(located: Located, at: MessagePosition): string {
    const path = this.#findPath(located, at, 'requestBodies');
    if (path !== undefined) return path;
    const inside = { ...this.#within(at), isRequest: true };
    const members = this.#content(this.#references.follow(located), this.#within(inside));
    const content = members.length > 0 ? members : [{ name: '*/*', type: 'never', isOptional: true }];
    return this.#object([{ name: 'content', type: this.#object(content, inside) }], at);
  }

  /** Prints a response. */
  response(located: Located, at: MessagePosition): string {
    const path = this.#findPath(located, at, 'responses');
    if (path !== undefined) return path;
    const response = this.#references.follow(located);
    const inside = this.#within(at);
    const deeper = this.#within(inside);
    const headers = listObjects(getMember(response, 'headers'), this.#schemas.options).map(
      ({ name, ...entry }): Member => {
        const header = this.#represent(entry, deeper, 'headers');
        const isOptional = typeof header.value.$ref !== 'string' && header.value.required !== true;
        return { name, type: this.header(header, deeper), isOptional, described: header.value };
      },
    );
    const open = `${deeper.indent}${this.#modifier}[name: string]: unknown;\n`;
    const content = this.#content(response, deeper);
    const all =
      content.length > 0 ? { type: this.#object(content, inside) } : { type: 'never', isOptional: true };
    const members = [{ name: 'headers', type: this.#object(headers, inside, open) }];
    return this.#object([...members, { name: 'content', ...all }], at);
  }

  // A client has the target of a reference in its place if the types have no member for it.
  #represent(located: Located, at: MessagePosition, folder?: Folder): Located {
    const { $ref, description } = located.value;
    const isKept = !this.#options.client || this.#findPath(located, at, folder) !== undefined;
    if (typeof $ref !== 'string' || isKept) return located;
    const { value, pointer } = this.#references.follow(located);
    return { value: description === undefined ? value : { ...value, description }, pointer };
  }

  #findPath({ value: { $ref } }: Located, at: MessagePosition, folder?: Folder): string | undefined {
    if (typeof $ref !== 'string' || folder === undefined) return undefined;
    const isNamed = this.#options.client?.isNamed($ref, folder, at.direction) ?? true;
    return isNamed ? this.#references.findPath($ref) : undefined;
  }

  #findSchema(described: Located): MessageSchema | undefined {
    const { schema, in: location } = described.value;
    if (schema !== undefined) return { value: schema, pointer: appendPointer(described.pointer, 'schema') };
    if (location !== 'querystring' && !this.#options.client) return undefined;
    const [media] = listObjects(getMember(described, 'content'), {});
    return media && this.#getSchema(this.#references.follow(media), media.name, 'schema');
  }

  #getSchema({ value, pointer }: Located, mediaType: string, member: string): MessageSchema | undefined {
    const schema = value[member];
    return schema === undefined
      ? undefined
      : { value: schema, pointer: appendPointer(pointer, member), mediaType };
  }

  get #modifier(): string {
    return this.#schemas.options.immutable ? 'readonly ' : '';
  }

  #operation(located: Located, { shared, method, path }: PathMember, at: MessagePosition): string {
    if (typeof located.value.$ref === 'string') this.#options.onDefect?.(located.value.$ref);
    const operation = this.#references.follow(located);
    const parameters = [...shared, ...listParameters(operation)];
    const { client } = this.#options;
    const id = client ? client.findName({ method, path }) : operation.value.operationId;
    if (typeof id !== 'string') return this.#operationType(operation, parameters, at);
    // An operation that several paths share is printed once.
    const name = id.replaceAll('#', '/');
    const printed = this.#printed.get(name);
    if (printed !== undefined && printed !== operation.value) this.#options.onDefect?.(name);
    if (printed === undefined) {
      this.#printed.set(name, operation.value);
      const type = this.#operationType(operation, parameters, { ...at, indent: '  ' });
      // The name of a member that is a number is no string to `keyof`.
      const key = /^\d/.test(name) ? quote(name) : memberKey(name);
      this.declarations.push(`  ${this.#modifier}${key}: ${type};\n`);
    }
    return `operations[${quote(name)}]`;
  }

  #operationType(operation: Located, parameters: readonly Located[], at: MessagePosition): string {
    const inside = this.#within(at);
    const located = getMember(operation, 'requestBody');
    const requestBody = located && this.#represent(located, inside, 'requestBodies');
    const body = requestBody
      ? {
          type: this.requestBody(requestBody, inside),
          isOptional: this.#references.follow(requestBody).value.required !== true,
          described: requestBody.value,
        }
      : { type: 'never', isOptional: true };
    return this.#object(
      [
        { name: 'parameters', type: this.#parameters(parameters, inside) },
        { name: 'requestBody', ...body },
        { name: 'responses', type: this.#responses(operation, inside) },
      ],
      at,
    );
  }

  #responses(operation: Located, at: MessagePosition): string {
    const inside = { ...this.#within(at), direction: opposite(at.direction) };
    const members = listObjects(getMember(operation, 'responses'), this.#schemas.options)
      .filter(({ name }) => !name.startsWith('x-'))
      .map(({ name, ...located }): Member => {
        const response = this.#represent(located, inside, 'responses');
        return { name, type: this.response(response, inside), described: response.value };
      });
    return members.length === 0 ? 'never' : this.#object(members, at);
  }

  // A parameter of the operation takes precedence over that of its path item.
  #parameters(list: readonly Located[], at: MessagePosition): string {
    const byName = new Map<string, { located: Located; parameter: JsonObject }>();
    for (const located of list) {
      const { value: parameter } = this.#references.follow(located);
      if (this.#options.client?.isIgnored(parameter)) continue;
      byName.set(`${String(parameter.in)} ${String(parameter.name)}`, { located, parameter });
    }
    const inside = this.#within(at);
    const members = LOCATIONS.map((location): Member => {
      const fields = [...byName.values()]
        .filter(({ parameter }) => getLocation(parameter) === location)
        .map(({ located, parameter }): Member => {
          const isOptional = location !== 'path' && parameter.required !== true;
          const type = this.parameter(located, this.#within(inside));
          return { name: String(parameter.name), type, isOptional, described: parameter };
        });
      if (fields.length === 0) return { name: location, type: 'never', isOptional: true };
      if (this.#schemas.options.alphabetize)
        fields.sort((left, right) => left.name.localeCompare(right.name));
      const isOptional = fields.every((member) => member.isOptional);
      return { name: location, type: this.#object(fields, inside), isOptional };
    });
    return this.#object(members, at);
  }

  #content(parent: Located, at: MessagePosition): Member[] {
    return listObjects(getMember(parent, 'content'), this.#schemas.options).map(
      ({ name, ...located }): Member => {
        const media = this.#represent(located, at);
        const target = this.#references.follow(media);
        const described = media.value;
        const item = at.isRequest ? undefined : this.#findItem(name, target);
        if (item) {
          const { text } = this.#schemas.printSchema(item, at);
          return { name, type: `AsyncIterable<${text}>`, described };
        }
        const schema = this.#getSchema(target, name, 'schema');
        if (schema === undefined) return { name, type: 'unknown', described };
        const isRequest = at.isRequest || isRequestName(name);
        return { name, type: this.#schemas.printSchema(schema, { ...at, isRequest }).text, described };
      },
    );
  }

  #findItem(name: string, media: Located): MessageSchema | undefined {
    // Clients that use the types of a document alone read no events.
    const isImplied = media.value[IMPLIED_ITEMS] && !this.#options.client;
    if (classifyStream(name) === undefined || isImplied) return undefined;
    return this.#getSchema(media, name, this.#references.is32 ? 'itemSchema' : 'x-item-schema');
  }

  #object(members: readonly Member[], { indent }: MessagePosition, more = ''): string {
    const memberIndent = `${indent}  `;
    const lines = members.map(({ name, type, isOptional, described }) => {
      const key = `${this.#modifier}${memberKey(name)}${isOptional ? '?' : ''}`;
      return `${docComment(described, memberIndent)}${memberIndent}${key}: ${type};\n`;
    });
    return `{\n${lines.join('')}${more}${indent}}`;
  }

  #within({ indent, isRequest, direction }: MessagePosition): MessagePosition {
    return { indent: `${indent}  `, isRequest, direction };
  }
}

interface PathMember {
  /** The parameters of all operations of the path. */
  shared: readonly Located[];
  method: string;
  path: string;
}

function opposite(direction: MessagePosition['direction']): MessagePosition['direction'] {
  return direction === 'request' ? 'response' : 'request';
}

// OpenAPI 3.2: a parameter that is the whole query.
function getLocation({ in: location }: JsonObject): JsonObject[string] {
  return location === 'querystring' ? 'query' : location;
}

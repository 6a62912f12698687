// Types of operations: their parameters, bodies and responses.
import {
  appendPointer,
  classifyStream,
  IMPLIED_ITEMS,
  type JsonObject,
  METHODS,
} from '@keyframe/openapi-model/document';
import { quote } from '@keyframe/openapi-tooling/generator';
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
  readonly named: string[] = [];
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
    const inner = this.#within(at);
    const parts = this.#references.listPathItems(item);
    const find = (name: string) =>
      parts.map((part) => getMember(part, name)).find((member) => member !== undefined);
    const shared = parts.map(listParameters).find(({ length }) => length > 0) ?? [];
    const print = (method: string, written: Located, position: MessagePosition): Member => {
      const operation = this.#represent(written, position);
      const type = this.#operation(operation, { shared, method, path: at.path ?? '' }, position);
      return { name: method, type, described: operation.value };
    };
    const members = METHODS.map((method): Member => {
      const operation = find(method);
      return operation ? print(method, operation, inner) : { name: method, type: 'never', isOptional: true };
    });
    // OpenAPI 3.2, Path Item Object.
    const deeper = this.#within(inner);
    const additional = listObjects(find('additionalOperations'), this.#schemas.options).map(
      ({ name, ...operation }) => print(name, operation, deeper),
    );
    const query = find('query');
    if (query) members.push(print('query', query, inner));
    if (additional.length > 0)
      members.push({ name: 'additionalOperations', type: this.#object(additional, inner) });
    return this.#object([{ name: 'parameters', type: this.#parameters(shared, inner) }, ...members], at);
  }

  /** Prints a parameter. */
  parameter(written: Located, at: MessagePosition): string {
    const path = this.#findPath(written, at, 'parameters');
    if (path !== undefined) return path;
    const parameter = this.#references.follow(written);
    const schema = this.#findSchema(parameter);
    if (schema) return this.#schemas.printSchema(schema, { ...at, isRequest: true }).text;
    if (parameter.value.content === undefined) this.#options.onDefect?.(String(written.value.name));
    return 'string';
  }

  /** Prints a header. */
  header(written: Located, at: MessagePosition): string {
    const path = this.#findPath(written, at, 'headers');
    if (path !== undefined) return path;
    const header = this.#references.follow(written);
    const schema = this.#findSchema(header);
    if (schema) return this.#schemas.printSchema(schema, at).text;
    if (header.value.content === undefined) return 'unknown';
    return this.#object(this.#content(header, this.#within(at)), at);
  }

  /** Prints a request body. */
  requestBody(written: Located, at: MessagePosition): string {
    const path = this.#findPath(written, at, 'requestBodies');
    if (path !== undefined) return path;
    const inner = { ...this.#within(at), isRequest: true };
    const members = this.#content(this.#references.follow(written), this.#within(inner));
    const content = members.length > 0 ? members : [{ name: '*/*', type: 'never', isOptional: true }];
    return this.#object([{ name: 'content', type: this.#object(content, inner) }], at);
  }

  /** Prints a response. */
  response(written: Located, at: MessagePosition): string {
    const path = this.#findPath(written, at, 'responses');
    if (path !== undefined) return path;
    const response = this.#references.follow(written);
    const inner = this.#within(at);
    const deeper = this.#within(inner);
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
      content.length > 0 ? { type: this.#object(content, inner) } : { type: 'never', isOptional: true };
    const members = [{ name: 'headers', type: this.#object(headers, inner, open) }];
    return this.#object([...members, { name: 'content', ...all }], at);
  }

  // A client has the target of a reference in its place if the types have no member for it.
  #represent(written: Located, at: MessagePosition, folder?: Folder): Located {
    const { $ref, description } = written.value;
    const isKept = !this.#options.client || this.#findPath(written, at, folder) !== undefined;
    if (typeof $ref !== 'string' || isKept) return written;
    const { value, pointer } = this.#references.follow(written);
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

  #operation(written: Located, { shared, method, path }: PathMember, at: MessagePosition): string {
    if (typeof written.value.$ref === 'string') this.#options.onDefect?.(written.value.$ref);
    const operation = this.#references.follow(written);
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
      this.named.push(`  ${this.#modifier}${key}: ${type};\n`);
    }
    return `operations[${quote(name)}]`;
  }

  #operationType(operation: Located, parameters: readonly Located[], at: MessagePosition): string {
    const inner = this.#within(at);
    const written = getMember(operation, 'requestBody');
    const requestBody = written && this.#represent(written, inner, 'requestBodies');
    const body = requestBody
      ? {
          type: this.requestBody(requestBody, inner),
          isOptional: this.#references.follow(requestBody).value.required !== true,
          described: requestBody.value,
        }
      : { type: 'never', isOptional: true };
    return this.#object(
      [
        { name: 'parameters', type: this.#parameters(parameters, inner) },
        { name: 'requestBody', ...body },
        { name: 'responses', type: this.#responses(operation, inner) },
      ],
      at,
    );
  }

  #responses(operation: Located, at: MessagePosition): string {
    const inner = { ...this.#within(at), direction: opposite(at.direction) };
    const members = listObjects(getMember(operation, 'responses'), this.#schemas.options)
      .filter(({ name }) => !name.startsWith('x-'))
      .map(({ name, ...written }): Member => {
        const response = this.#represent(written, inner, 'responses');
        return { name, type: this.response(response, inner), described: response.value };
      });
    return members.length === 0 ? 'never' : this.#object(members, at);
  }

  // A parameter of the operation takes precedence over that of its path item.
  #parameters(list: readonly Located[], at: MessagePosition): string {
    const byName = new Map<string, { written: Located; parameter: JsonObject }>();
    for (const written of list) {
      const { value: parameter } = this.#references.follow(written);
      if (this.#options.client?.isIgnored(parameter)) continue;
      byName.set(`${String(parameter.in)} ${String(parameter.name)}`, { written, parameter });
    }
    const inner = this.#within(at);
    const members = LOCATIONS.map((location): Member => {
      const own = [...byName.values()]
        .filter(({ parameter }) => getLocation(parameter) === location)
        .map(({ written, parameter }): Member => {
          const isOptional = location !== 'path' && parameter.required !== true;
          const type = this.parameter(written, this.#within(inner));
          return { name: String(parameter.name), type, isOptional, described: parameter };
        });
      if (own.length === 0) return { name: location, type: 'never', isOptional: true };
      if (this.#schemas.options.alphabetize) own.sort((left, right) => left.name.localeCompare(right.name));
      const isOptional = own.every((member) => member.isOptional);
      return { name: location, type: this.#object(own, inner), isOptional };
    });
    return this.#object(members, at);
  }

  #content(parent: Located, at: MessagePosition): Member[] {
    return listObjects(getMember(parent, 'content'), this.#schemas.options).map(
      ({ name, ...written }): Member => {
        const media = this.#represent(written, at);
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
    const inner = `${indent}  `;
    const lines = members.map(({ name, type, isOptional, described }) => {
      const key = `${this.#modifier}${memberKey(name)}${isOptional ? '?' : ''}`;
      return `${docComment(described, inner)}${inner}${key}: ${type};\n`;
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

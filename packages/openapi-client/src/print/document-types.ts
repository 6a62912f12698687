// Types of a whole document: `paths`, `webhooks`, `components` and `operations`.
import {
  appendPointer,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '@keyframe/openapi-model/document';
import { Discriminators } from './discriminators.ts';
import { docComment, schemaComment } from './doc-comment.ts';
import { listEntries } from './entries.ts';
import { memberKey } from './member-key.ts';
import { OperationTypes } from './operation-types.ts';
import { pathTemplate } from './path-template.ts';
import { References } from './references.ts';
import { createRootTypes } from './root-types.ts';
import type { Position } from './schema-printer.ts';
import { isRequestName, SchemaTypes } from './schema-types.ts';
import { type TypeNode, TypeNodes } from './type-node.ts';
import type { PrintOptions } from './types-options.ts';

const KINDS = ['schemas', 'responses', 'parameters', 'requestBodies', 'headers', 'pathItems'] as const;

const WITH_REQUIRED = 'type WithRequired<T, K extends keyof T> = T & { [P in K]-?: T[P] };\n';

// The base of an interface is read when it is needed, so that the items may hold the list.
function recursiveListType({ immutable = false }: PrintOptions): string {
  const base = immutable ? 'ReadonlyArray' : 'Array';
  return `/** A list of items that hold such lists themselves. */
export interface RecursiveList<TName extends keyof components['schemas']> extends ${base}<components['schemas'][TName]> {}
`;
}

/** Prints the types of a document of OpenAPI 3.1. */
export function printTypes(document: JsonObject, options: PrintOptions = {}): string {
  return new DocumentTypes(document, options).print();
}

class DocumentTypes {
  readonly #document: JsonObject;
  readonly #options: PrintOptions;
  readonly #schemas: SchemaTypes;
  readonly #operations: OperationTypes;
  readonly #references: References;

  constructor(document: JsonObject, options: PrintOptions) {
    this.#document = document;
    this.#options = options;
    const references = new References(document, options);
    const nodes = new TypeNodes(references, options.onDefect);
    const discriminators = new Discriminators(document, nodes, options);
    this.#references = references;
    this.#schemas = new SchemaTypes(nodes, { references, discriminators }, options);
    this.#operations = new OperationTypes(this.#schemas, this.#references);
  }

  print(): string {
    const { components, paths, webhooks } = this.#document;
    const texts = [
      this.#declare('paths', this.#pathItems(paths, { isExtensible: true })),
      this.#declare('webhooks', this.#pathItems(webhooks, { isExtensible: false })),
      this.#declare('components', isJsonObject(components) ? this.#components(components) : []),
      ...(this.#options.rootTypes ? createRootTypes(this.#document) : []),
      this.#declare('operations', this.#operations.named),
    ];
    if (this.#schemas.needsRequired) texts.push(WITH_REQUIRED);
    if (this.#schemas.needsRecursiveList) texts.push(recursiveListType(this.#options));
    return texts.join('\n');
  }

  #declare(name: string, members: readonly string[]): string {
    if (members.length === 0) return `export type ${name} = Record<string, never>;\n`;
    const body = `{\n${members.join('')}}`;
    return this.#options.exportType
      ? `export type ${name} = ${body};\n`
      : `export interface ${name} ${body}\n`;
  }

  #pathItems(items: JsonValue | undefined, { isExtensible }: { isExtensible: boolean }): string[] {
    const modifier = this.#options.immutable ? 'readonly ' : '';
    return listEntries(items, this.#options).flatMap(([path, item]) => {
      if (!isJsonObject(item) || (isExtensible && path.startsWith('x-'))) return [];
      const at = { indent: '  ', isRequest: isRequestName(path) };
      const type = this.#operations.pathItem(item, at);
      const key =
        this.#options.pathParamsAsTypes && isExtensible && path.includes('{')
          ? `[path: ${pathTemplate(path, item, this.#references)}]`
          : memberKey(path);
      return [`  ${modifier}${key}: ${type};\n`];
    });
  }

  #components(components: JsonObject): string[] {
    return KINDS.map((kind) => {
      const members = listEntries(components[kind], this.#options).map(([name, item]) =>
        this.#component(kind, name, item),
      );
      return members.length === 0 ? `  ${kind}: never;\n` : `  ${kind}: {\n${members.join('')}  };\n`;
    });
  }

  #component(kind: (typeof KINDS)[number], name: string, item: JsonValue): string {
    const modifier = this.#options.immutable ? 'readonly ' : '';
    const at = { indent: '    ', isRequest: isRequestName(`${kind} ${name}`) };
    const pointer = appendPointer('#', 'components', kind, name);
    const schema = kind === 'schemas' ? this.#schemas.read(item, pointer) : undefined;
    const comment = schema ? schemaComment(schema, at.indent) : docComment(item, at.indent);
    const type = schema
      ? this.#schema(schema, { ...at, pointer, root: schema })
      : this.#componentType(kind, item, at);
    return `${comment}    ${modifier}${memberKey(name)}: ${type};\n`;
  }

  #schema(node: TypeNode, at: Position): string {
    return (this.#options.chooseType?.(node) ?? this.#schemas.print(node, at)).text;
  }

  #componentType(kind: (typeof KINDS)[number], item: JsonValue, at: Position): string {
    if (kind === 'schemas') return 'never';
    if (!isJsonObject(item)) return 'unknown';
    if (kind === 'pathItems') return this.#operations.pathItem(item, at);
    if (kind === 'parameters') return this.#operations.parameter(item, at);
    if (kind === 'requestBodies') return this.#operations.requestBody(item, at);
    if (kind === 'headers') return this.#operations.header(item, at);
    return this.#operations.response(item, at);
  }
}

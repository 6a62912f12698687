// Types of the schemas of a client, printed from nodes in the direction of their message.

import { type Code, print, quote } from '@keyframe/openapi-codegen';
import { isSchema } from '@keyframe/openapi-model';
import { type Direction, followAliases, SchemaGraph, type SchemaNode } from '@keyframe/openapi-schema';
import { type Step, TypeCompiler, type TypeContext } from '@keyframe/openapi-schema/types';
import { type Conversions, findDateType } from '../describe/date-formats.ts';
import type { Plan } from '../plan.ts';
import { describeSchema, schemaComment } from '../print/doc-comment.ts';
import { sortEntries } from '../print/entries.ts';
import type {
  MessagePosition,
  MessageSchema,
  Position,
  PrintedComponent,
  SchemaPrinter,
} from '../print/schema-printer.ts';
import { atom, type TypeText } from '../print/type-text.ts';
import type { TypesOptions } from '../print/types-options.ts';
import {
  describesBytes,
  type FilePosition,
  FilePositions,
  findBodyPosition,
  findInnerPosition,
  isFilePosition,
} from './file-positions.ts';
import { type Nesting, Recursion } from './recursion.ts';
import { TypeNames } from './type-names.ts';

/** A schema with a type of its own. */
interface Root {
  schema: SchemaNode;
  position: FilePosition;
}

/** Prints the types of the schemas of a client. */
export class NodeTypes implements SchemaPrinter {
  needsRecursiveList = false;
  readonly needsRequired = false;
  readonly options: TypesOptions;
  readonly #conversions: Conversions;
  readonly #directed: Readonly<Record<Direction, SchemaGraph>>;
  readonly #names: TypeNames;
  readonly #files: FilePositions;
  readonly #recursion = new Recursion<SchemaNode>();

  constructor(
    { model, graph: written }: Plan,
    { conversions, ...options }: TypesOptions & { conversions: Conversions },
  ) {
    this.options = options;
    this.#conversions = conversions;
    this.#directed = {
      request: new SchemaGraph(model, { direction: 'request', written }),
      response: new SchemaGraph(model, { direction: 'response', written }),
    };
    this.#names = new TypeNames(model, written);
    this.#files = new FilePositions(model, written);
  }

  /** Whether types of requests differ from those of responses. */
  get areDirected(): boolean {
    const graphs = Object.values(this.#directed);
    return this.#files.roots.some((root) => graphs.some((graph) => graph.node(root).direction));
  }

  /** Lists the variants of components that were printed for requests or responses. */
  get variants(): string[] {
    return this.#names.variants;
  }

  printSchema(schema: MessageSchema, { indent, direction }: MessagePosition): TypeText {
    const node = this.#read(schema, direction);
    const position = schema.mediaType === undefined ? 'text' : findBodyPosition(schema.mediaType);
    return atom(node ? this.#print({ schema: node, position }, indent) : 'unknown');
  }

  listTypes(schema: MessageSchema): readonly string[] {
    return [...(this.#read(schema, 'request')?.types ?? [])];
  }

  #read({ value: schema, pointer }: MessageSchema, direction: Direction): SchemaNode | undefined {
    return isSchema(schema) ? this.#directed[direction].node({ schema, pointer }) : undefined;
  }

  printComponents({ indent }: Position): PrintedComponent[] {
    const printed: PrintedComponent[] = [];
    // Printing a component may name others.
    for (let index = 0; index < this.#names.all.length; index += 1) {
      const { name, schema } = this.#names.all[index] ?? {};
      if (name === undefined || schema === undefined) continue;
      const type = this.#print({ schema, position: this.#files.findPosition(schema) }, indent);
      printed.push({ name, comment: schemaComment(schema, indent), type });
    }
    return printed;
  }

  #print(root: Root, indent: string): string {
    return print(new TypeCompiler(this.#createContext(root)).compileType(root.schema), indent);
  }

  #createContext(root: Root): TypeContext {
    const { alphabetize, immutable = false } = this.options;
    const findPosition = (steps: readonly Step[]) => findInnerPosition(root.position, steps);
    return {
      areTypesImplied: true,
      areLengthsTyped: true,
      areListsReadonly: immutable,
      listOmitted: ({ omitted }) => omitted,
      nameReference: (target, steps) => this.#nameReference(target, { root, steps }),
      writeRecursiveList: (items, steps) => this.#writeRecursiveList(items, { root, steps }),
      writeScalar: (schema, { type, steps }) => {
        if (type !== 'number' && describesBytes(schema))
          return isFilePosition(findPosition(steps)) ? 'Blob' : undefined;
        return findDateType(schema.keywords, this.#conversions, type)?.type;
      },
      sortMembers: (members) =>
        sortEntries(
          members.map((member) => [member.name, member]),
          { alphabetize },
        ).map(([, member]) => member),
      isReadonly: ({ annotations }) => immutable || annotations.readOnly,
      describe: describeSchema,
    };
  }

  #nameReference(target: SchemaNode, { root, steps }: Inside): Code | undefined {
    const leadsBack = this.#recursion.leadsBack(target, root.schema);
    const nesting = findNesting(steps);
    // The compiler rejects a type that consists of itself.
    if (nesting === 'inPlace' && leadsBack === 'inPlace') return 'unknown';
    if (nesting === 'items' && leadsBack) return 'unknown';
    if (target.kind !== 'keywords') return undefined;
    if (!this.#files.isNamed(target, findInnerPosition(root.position, steps))) return undefined;
    return `components['schemas'][${quote(this.#names.findOrAdd(target))}]`;
  }

  #writeRecursiveList(items: SchemaNode, { root, steps }: Inside): Code | undefined {
    if (findNesting(steps) === 'members') return undefined;
    if (this.#recursion.leadsBack(items, root.schema) === undefined) return undefined;
    this.needsRecursiveList = true;
    return `RecursiveList<${quote(this.#names.findOrAdd(followAliases(items)))}>`;
  }
}

interface Inside {
  root: Root;
  steps: readonly Step[];
}

function findNesting(steps: readonly Step[]): Nesting {
  if (steps.includes('member')) return 'members';
  return steps.length === 0 ? 'inPlace' : 'items';
}

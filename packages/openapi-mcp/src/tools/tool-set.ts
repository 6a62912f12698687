import type { OpenApiModel, Operation } from '@keyframe/openapi-model';
import {
  type ConventionOverrides,
  createReader,
  type DocumentReader,
  deriveWork,
  type Work,
} from '@keyframe/openapi-resources';
import type { Tool } from '@modelcontextprotocol/server';
import { defineTool, isRead, type OperationTool, planTool } from './operation-tool.ts';
import { nameTools } from './tool-names.ts';

/** The operations of a set, and the meaning of their names. */
export interface ToolSetOptions {
  isReadOnly: boolean;
  conventions?: ConventionOverrides | undefined;
}

/** All operations of a document as tools. */
export class ToolSet {
  readonly reader: DocumentReader;
  /** The work that can be read. */
  readonly works: readonly Work[];
  readonly tools: readonly OperationTool[];
  readonly #definitions = new Map<string, Tool>();

  /** Read-only sets have the operations that change nothing. */
  constructor(model: OpenApiModel, { isReadOnly, conventions }: ToolSetOptions) {
    const reader = createReader(model, conventions);
    this.reader = reader;
    const { operations: all } = reader.model;
    const operations = isReadOnly ? all.filter(isRead) : all;
    const names = nameTools(operations.map(({ id }) => id));
    const { works } = deriveWork(reader);
    const readable = works.filter(({ missing }) => missing.every(({ fact }) => fact !== 'arguments'));
    this.works = readable;
    this.tools = operations.map((operation, index) =>
      planTool(
        operation,
        {
          name: names[index] ?? operation.id,
          job: readable.find(({ start }) => start === operation),
          read: readable.find((work) => work.reader === operation),
        },
        reader,
      ),
    );
  }

  find(name: string): OperationTool | undefined {
    return this.tools.find((tool) => tool.name === name);
  }

  findByOperation(operation: Operation): OperationTool | undefined {
    return this.tools.find((tool) => tool.operation === operation);
  }

  /** Creates the definition of a tool, once. */
  define(tool: OperationTool): Tool {
    const existing = this.#definitions.get(tool.name);
    if (existing) return existing;
    const definition = defineTool(tool, this.reader);
    this.#definitions.set(tool.name, definition);
    return definition;
  }
}

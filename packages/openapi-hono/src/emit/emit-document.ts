import type { Generation } from '../generation.ts';

/** Writes `document.json`: the document as it was read, a line for each path, component and the like. */
export function emitDocumentData({ model }: Generation): string {
  return `${jsonLines(model.original, '', 3)}\n`;
}

/** Writes `document.ts`: the document, and what an app says of itself. An app that serves neither ships neither. */
export function emitDocument({ runtime }: Generation): string {
  return `import type { OpenAPIHono } from '@hono/zod-openapi';
import { emitDocument, type OpenApiDocument } from '${runtime}/http';
import type { Env } from 'hono';
import data from './document.json' with { type: 'json' };

/** The document that all of this was generated from. */
export const document: OpenApiDocument = data;

/** Assembles the document of an app: what it serves of this one, and what else is registered with it. */
export function documentOf<TEnv extends Env>(app: OpenAPIHono<TEnv>): OpenApiDocument {
  return emitDocument(app, document);
}
`;
}

// Breaks the lines of the outer levels only: an operation that changes is a line that differs.
function jsonLines(value: unknown, indent: string, levels: number): string {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!isObject || levels === 0 || Object.keys(value).length === 0) return JSON.stringify(value);
  const inner = `${indent}  `;
  const members = Object.entries(value).map(
    ([name, member]) => `${inner}${JSON.stringify(name)}: ${jsonLines(member, inner, levels - 1)}`,
  );
  return `{\n${members.join(',\n')}\n${indent}}`;
}

/** Prints shapes as nested Markdown lists of fields. */
import { getSchemaAddress, type PageContext } from './page-context.ts';
import type { Field, Shape } from './shapes.ts';
import { separateSharedFields } from './shared-fields.ts';

/** Prints shared fields once, then each alternative with the fields that only it has. */
export function printShapes(shapes: readonly Shape[], context: PageContext, depth = 0): string {
  const { shared, alternatives } = separateSharedFields(shapes);
  const lists = alternatives.map(({ title, description, fields }, index) => {
    const head = `${indent(depth)}- *${title ?? `Alternative ${index + 1}`}.* ${toOneLine(description)}`;
    return [head.trimEnd(), ...fields.map((field) => printField(field, context, depth + 1))].join('\n');
  });
  return [...shared.map((field) => printField(field, context, depth)), ...lists].join('\n');
}

function printField(
  { name, type, isRequired, description, constraints, schemas, shapes }: Field,
  context: PageContext,
  depth: number,
): string {
  const links = schemas.map((schema) => `[${schema}](${getSchemaAddress(context, schema)})`);
  const facts = [type, ...links, ...(isRequired ? ['**required**'] : []), ...constraints].join(', ');
  const line = `${indent(depth)}- \`${name}\`: ${facts}. ${toOneLine(description)}`.trimEnd();
  return shapes.length === 0 ? line : `${line}\n${printShapes(shapes, context, depth + 1)}`;
}

function indent(depth: number): string {
  return '  '.repeat(depth);
}

/** Joins the lines of a description. */
export function toOneLine(description: string): string {
  return description.replaceAll(/\s+/g, ' ').trim();
}

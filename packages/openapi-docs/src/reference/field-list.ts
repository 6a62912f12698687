/** Prints shapes as nested Markdown lists of fields. */

import type { Field, Shape } from './shapes.ts';
import { separateSharedFields } from './shared-fields.ts';

/** Prints shared fields once, then each alternative with the fields that only it has. */
export function printShapes(shapes: readonly Shape[], depth = 0): string {
  const { shared, alternatives } = separateSharedFields(shapes);
  const lists = alternatives.map(({ title, description, fields }, index) => {
    const head = `${indent(depth)}- *${title ?? `Alternative ${index + 1}`}.* ${toOneLine(description)}`;
    return [head.trimEnd(), ...fields.map((field) => printField(field, depth + 1))].join('\n');
  });
  return [...shared.map((field) => printField(field, depth)), ...lists].join('\n');
}

function printField(
  { name, type, isRequired, description, constraints, shapes }: Field,
  depth: number,
): string {
  const facts = [type, ...(isRequired ? ['**required**'] : []), ...constraints].join(', ');
  const line = `${indent(depth)}- \`${name}\`: ${facts}. ${toOneLine(description)}`.trimEnd();
  return shapes.length === 0 ? line : `${line}\n${printShapes(shapes, depth + 1)}`;
}

function indent(depth: number): string {
  return '  '.repeat(depth);
}

/** Joins the lines of a description. */
export function toOneLine(description: string): string {
  return description.replaceAll(/\s+/g, ' ').trim();
}

/** Prints shapes as nested lists of fields. */
import type { Field, Shape } from './shapes.ts';

/** A choice of shapes is printed as one list each, under its title. */
export function shapesMarkdown(shapes: readonly Shape[], depth = 0): string {
  if (shapes.length === 1)
    return (shapes[0]?.fields ?? []).map((field) => fieldMarkdown(field, depth)).join('\n');
  return shapes
    .map(({ title, description, fields }, index) => {
      const head = `${indent(depth)}- *${title ?? `Alternative ${index + 1}`}.* ${oneLine(description)}`;
      return [head, ...fields.map((field) => fieldMarkdown(field, depth + 1))].join('\n');
    })
    .join('\n');
}

function fieldMarkdown(
  { name, type, isRequired, description, constraints, shapes }: Field,
  depth: number,
): string {
  const facts = [type, ...(isRequired ? ['**required**'] : []), ...constraints].join(', ');
  const line = `${indent(depth)}- \`${name}\`: ${facts}. ${oneLine(description)}`.trimEnd();
  return shapes.length === 0 ? line : `${line}\n${shapesMarkdown(shapes, depth + 1)}`;
}

function indent(depth: number): string {
  return '  '.repeat(depth);
}

/** Keeps the words of a description on the line of their field. */
export function oneLine(description: string): string {
  return description.replaceAll(/\s+/g, ' ').trim();
}

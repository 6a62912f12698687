/** Fields that all alternatives of a body have in common. */
import type { Field, Shape } from './shapes.ts';

export interface SharedFields {
  /** Fields that are the same in every alternative, in the order of the first one. */
  readonly shared: readonly Field[];
  /** The alternatives without these fields; empty for a single shape. */
  readonly alternatives: readonly Shape[];
}

/** Separates the fields that all shapes share from those that differ. */
export function separateSharedFields(shapes: readonly Shape[]): SharedFields {
  const [first, ...others] = shapes;
  if (first === undefined) return { shared: [], alternatives: [] };
  if (others.length === 0) return { shared: first.fields, alternatives: [] };
  const otherFields = others.map(({ fields }) => new Set(fields.map((field) => JSON.stringify(field))));
  const shared = first.fields.filter((field) => {
    const text = JSON.stringify(field);
    return otherFields.every((fields) => fields.has(text));
  });
  const sharedTexts = new Set(shared.map((field) => JSON.stringify(field)));
  const alternatives = shapes.map((shape) => ({
    ...shape,
    fields: shape.fields.filter((field) => !sharedTexts.has(JSON.stringify(field))),
  }));
  return { shared, alternatives };
}

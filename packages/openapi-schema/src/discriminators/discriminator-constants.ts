import type { Annotations } from '../nodes/keyword-node.ts';

/** A discriminator: the property, and the references of its mapping. */
export interface Discriminator {
  readonly property: string;
  readonly mapping: ReadonlyMap<string, string>;
  /** The reference of the schema of all other values (OpenAPI 3.2). */
  readonly defaultMapping: string | undefined;
}

/** Reads the discriminator of a schema; undefined without a property. */
export function readDiscriminator(annotations: Annotations): Discriminator | undefined {
  const { discriminator: property, mapping, defaultMapping } = annotations;
  return property ? { property, mapping, defaultMapping } : undefined;
}

/** The schemas among which a discriminator chooses, and how its references lead to them. */
export interface DiscriminatorTargets {
  /** The pointers of the schemas, each with the name that selects it without a mapping. */
  readonly names: ReadonlyMap<string, string>;
  /** Finds the pointer of a reference of the mapping. */
  readonly resolve: (reference: string) => string;
}

/**
 * Lists the constants of the property for each schema, by its pointer: those that the mapping gives it, else its name. The
 * schema of all other values has none.
 */
export function listConstants(
  { mapping, defaultMapping }: Discriminator,
  { names, resolve }: DiscriminatorTargets,
): Map<string, string[]> {
  const constants = new Map([...names].map(([pointer, name]) => [pointer, [name]]));
  const mapped = new Set<string>();
  for (const [value, reference] of mapping) {
    const pointer = resolve(reference);
    const existing = mapped.has(pointer) ? (constants.get(pointer) ?? []) : [];
    constants.set(pointer, [...existing, value]);
    mapped.add(pointer);
  }
  if (defaultMapping !== undefined) constants.delete(resolve(defaultMapping));
  return constants;
}

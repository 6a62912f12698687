/** Values for the schemas of a document: typical ones, one for each branch, random ones, and mutants near the limits. */
export type { JsonValue } from '@keyframe/openapi-model';
export { ValueBuilder } from './build-value.ts';
export { listTexts, type TextShape } from './draw-text.ts';
export { generateValue } from './generate-value.ts';
export { collectNames, collectValues, createMutants } from './mutants.ts';
export { createRandom, pick, type Random, randomWord } from './random.ts';
export { createSamples } from './samples.ts';
export type { CheckedSource, SchemaRef } from './schema-source.ts';
export { SchemaSpace } from './schema-space.ts';
export { validValues } from './valid-values.ts';

export { generate, generateTypes } from './generate.ts';
export { nameOperations } from './naming/operation-names.ts';
export type { TypesOptions } from './print/types-options.ts';
export { check, type Project, watch, write } from './project.ts';

export {
  type Generated,
  type GenerateOptions,
  generate,
  generateTypes,
  printDocumentTypes,
} from './generate.ts';
export { type NamedOperation, nameOperations } from './naming/operation-names.ts';
export type { TypesOptions } from './print/types-options.ts';
export { check, type Project, type WatchOptions, watch, write } from './project.ts';

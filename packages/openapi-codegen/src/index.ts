/** Parts that the code generators share: a printer, names, and the output folder. */
export {
  bracket,
  type Code,
  call,
  declare,
  docstring,
  generic,
  getLocalName,
  indented,
  isOperation,
  list,
  listNames,
  object,
  objectType,
  operation,
  PURE,
  print,
  propertyKey,
  pure,
  quote,
  type Reference,
  reference,
  separate,
  template,
} from './code.ts';
export { type GeneratedFile, headerLine } from './generated-file.ts';
export { appendWord, capitalize, Identifiers, isIdentifier } from './identifier.ts';
export { findImportExtension } from './import-extension.ts';
export { jsonCode } from './json-text.ts';
export { loadWords, portablePath } from './location.ts';
export { exportLine, type ImportExtension, printModule, replaceImportExtension } from './module.ts';
export { type FolderChange, findDrift, writeFiles } from './output-folder.ts';
export {
  createProjectWriter,
  type GeneratedProject,
  type ProjectWatch,
  type ProjectWriter,
  type WrittenProject,
} from './project-writer.ts';
export { type WatchResult, watchDocument } from './watch-document.ts';

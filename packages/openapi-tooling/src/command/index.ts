/** Shared parts of command line tools. */
export { defineCommand, JSON_OPTION, type OptionTable, type Streams, type Values } from './command.ts';
export { findDocumentErrorStatus } from './error-status.ts';
export {
  type DocumentOptions,
  LOAD_OPTIONS,
  loadWords,
  readLoadOptions,
  requireOtherFile,
} from './load-options.ts';
export { isWebUrl, portablePath } from './location.ts';
export { chooseHeaders, readHeaders } from './read-headers.ts';
export { GENERATION_OPTIONS, runGeneration } from './run-generation.ts';
export { runTool } from './run-tool.ts';
export type { Tool } from './tool.ts';
export { UsageError } from './usage-error.ts';

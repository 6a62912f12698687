/** Shared parts of command line tools. */
export { type Command, defineCommand, type OptionTable, type Streams, type Values } from './command.ts';
export { findDocumentErrorStatus } from './error-status.ts';
export {
  type DocumentOptions,
  LOAD_OPTIONS,
  loadWords,
  portablePath,
  readLoadOptions,
  requireOtherFile,
} from './load-options.ts';
export { isWebUrl, resolveLocation } from './location.ts';
export { chooseHeaders, readHeaders } from './read-headers.ts';
export { GENERATION_OPTIONS, type Generation, runGeneration } from './run-generation.ts';
export { runProcess } from './run-process.ts';
export { runTool } from './run-tool.ts';
export type { Tool } from './tool.ts';
export { UsageError } from './usage-error.ts';

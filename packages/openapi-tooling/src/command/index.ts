/** Shared parts of command line tools that read a document. */
export { type Command, readWords, type Streams } from './command.ts';
export { LOAD_OPTIONS, LOAD_USAGE, loadWords, portablePath, readLoadOptions } from './load-options.ts';
export {
  GENERATION_OPTIONS,
  GENERATION_USAGE,
  type Generation,
  outputFolder,
  runGeneration,
} from './run-generation.ts';
export { runTool, type Tool } from './run-tool.ts';
export { UsageError } from './usage-error.ts';

/** Parts of command line tools that read no documents: an entry that starts fast imports only these. */

export { isAgentEnvironment } from './agent-environment.ts';
export {
  type Command,
  defineCommand,
  JSON_OPTION,
  type OptionSpec,
  type OptionTable,
  type ProcessStreams,
  type Streams,
  type Values,
} from './command.ts';
export { resolveLocation } from './location.ts';
export { type CallSource, readCall } from './read-call.ts';
export { runProcess } from './run-process.ts';
export { runTool } from './run-tool.ts';
export type { Tool } from './tool.ts';
export { UsageError } from './usage-error.ts';

/** Parts of command line tools that read no documents: a tool that starts fast imports only these. */

export {
  type Command,
  defineCommand,
  type Streams,
  type Values,
} from './command.ts';
export { runProcess } from './run-process.ts';
export type { Tool } from './tool.ts';
export { UsageError } from './usage-error.ts';

import { LOAD_OPTIONS, type OptionTable } from '@keyframe/openapi-tooling/command';
import { SERVICE_OPTIONS } from '../options/service-options.ts';

/** The options of every command that calls an operation. */
export const CALL_OPTIONS = {
  ...SERVICE_OPTIONS,
  json: { description: 'print the result as JSON on one line, and progress as JSON, one line for each step' },
  ...LOAD_OPTIONS,
} as const satisfies OptionTable;

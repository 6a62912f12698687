import { JSON_OPTION, LOAD_OPTIONS, type OptionTable } from '@keyframe/openapi-tooling/command';
import { SERVICE_OPTIONS } from '../options/service-options.ts';

/** The options of every command that calls an operation. */
export const CALL_OPTIONS = {
  ...SERVICE_OPTIONS,
  ...JSON_OPTION,
  ...LOAD_OPTIONS,
} as const satisfies OptionTable;

import { JSON_OPTION, type OptionTable } from '../command/command.ts';
import { LOAD_OPTIONS } from '../options/load-options.ts';
import { SERVICE_OPTIONS } from '../options/service-options.ts';

/** The options of every command that calls an operation. */
export const CALL_OPTIONS = {
  ...SERVICE_OPTIONS,
  ...JSON_OPTION,
  ...LOAD_OPTIONS,
} as const satisfies OptionTable;

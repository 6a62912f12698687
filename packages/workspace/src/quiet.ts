/** Environment under which the tools report nothing to their makers and look for no newer version of themselves. */
export const QUIET: Readonly<Record<string, string>> = {
  DO_NOT_TRACK: '1',
  TURBO_TELEMETRY_DISABLED: '1',
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
};

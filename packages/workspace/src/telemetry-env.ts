/** Environment that turns off the telemetry and the update checks of the tools. */
export const TELEMETRY_OFF: Readonly<Record<string, string>> = {
  DO_NOT_TRACK: '1',
  TURBO_TELEMETRY_DISABLED: '1',
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
};

/** Error thrown for sources from which no use can be read; the message says what is missing. */
export class ProjectUnreadableError extends Error {
  override readonly name = 'ProjectUnreadableError';
  readonly code = 'project_unreadable';
}

/** Error thrown for a file that is no usage file; the message names it. */
export class UsageFileError extends Error {
  override readonly name = 'UsageFileError';
  readonly code = 'usage_file_invalid';
}

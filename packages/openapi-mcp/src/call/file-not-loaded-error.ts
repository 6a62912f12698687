/** Error thrown when a file that an agent names cannot or may not be read. */
export class FileNotLoadedError extends Error {
  readonly code = 'file_not_loaded';

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'FileNotLoadedError';
  }
}

/** Reports that no slot for a media process was free in time. The file is not at fault. */
export class MediaBusyError extends Error {
  override readonly name = 'MediaBusyError';
  readonly code = 'media_busy';
}

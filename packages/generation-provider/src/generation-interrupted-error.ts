/** Thrown when this server keeps a video from being made or kept: the job goes back to the queue, and no task fails for it. */
export class GenerationInterruptedError extends Error {
  readonly code = 'generation_interrupted';
  override readonly name = 'GenerationInterruptedError';
}

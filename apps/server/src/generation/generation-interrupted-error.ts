/** Thrown by a provider that this server kept from going on: the job goes back to the queue, and no task fails for it. */
export class GenerationInterruptedError extends Error {
  readonly code = 'generation_interrupted';
  override readonly name = 'GenerationInterruptedError';
}

/** Options of an {@link InvalidMaterialError}. */
interface InvalidMaterialOptions {
  readonly cause?: unknown;
  readonly usedCpuMs?: number;
  readonly fetchedBytes?: number;
}

/** Reports a reference that the task cannot use; its message names the field and what is allowed (OPEN-8). */
export class InvalidMaterialError extends Error {
  override readonly name = 'InvalidMaterialError';
  readonly code = 'invalid_material';
  /** CPU time that was spent on the references of the task. */
  readonly usedCpuMs: number;
  /** Bytes of the references of the task that were downloaded. */
  readonly fetchedBytes: number;

  constructor(message: string, { cause, usedCpuMs = 0, fetchedBytes = 0 }: InvalidMaterialOptions = {}) {
    super(message, { cause });
    this.usedCpuMs = usedCpuMs;
    this.fetchedBytes = fetchedBytes;
  }
}

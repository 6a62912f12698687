/** Options of an {@link InvalidMaterialError}. */
interface InvalidMaterialOptions {
  readonly cause?: unknown;
  readonly usedCpuMs?: number;
}

/** Reports a reference that the task cannot use; its message names the field and what is allowed (OPEN-8). */
export class InvalidMaterialError extends Error {
  override readonly name = 'InvalidMaterialError';
  readonly code = 'invalid_material';
  /** CPU time that was spent on the references of the task. */
  readonly usedCpuMs: number;

  constructor(message: string, { cause, usedCpuMs = 0 }: InvalidMaterialOptions = {}) {
    super(message, { cause });
    this.usedCpuMs = usedCpuMs;
  }
}

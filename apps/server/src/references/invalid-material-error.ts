/** Reports a reference that the task can't be made with; its message names the field and what is allowed (OPEN-8). */
export class InvalidMaterialError extends Error {
  override readonly name = 'InvalidMaterialError';
  readonly code = 'invalid_material';
}

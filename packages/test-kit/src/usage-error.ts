/** An error of the person who runs a command: its message suffices, without a stack. */
export class UsageError extends TypeError {
  override readonly name = 'UsageError';
}

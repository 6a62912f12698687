import { OpenApiMockError } from './errors.ts';

/** Error thrown for a fault that cannot be understood. */
export class FaultInvalidError extends OpenApiMockError {
  readonly code = 'fault_invalid';
}

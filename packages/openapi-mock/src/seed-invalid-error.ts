import { OpenApiMockError } from './errors.ts';

/** Error thrown for a seed that no world can be made of. */
export class SeedInvalidError extends OpenApiMockError {
  readonly code = 'seed_invalid';
}

import { OpenApiMockError } from '../errors.ts';

/** Error thrown when a mock cannot listen. */
export class MockNotServedError extends OpenApiMockError {
  readonly code = 'not_served';
}

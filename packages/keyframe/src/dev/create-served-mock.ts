import { createMock, type Mock, type MockOptions } from '@keyframe/openapi-mock';
import type { OpenApiModel } from '@keyframe/openapi-model';

/** Creates a mock whose root is the reference of its document. */
export function createServedMock(model: OpenApiModel, options: MockOptions): Mock {
  return createMock(model, {
    ...options,
    page: async (address) => (await import('@keyframe/openapi-docs')).writeReferenceFile(model, address),
  });
}

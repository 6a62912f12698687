/** The mock of a document as a function, for tests: the user's part of the mock that `keyframe mock` serves. */
export { createMock, type Mock, type MockOptions, OpenApiMockError } from '@keyframe/openapi-mock';
export { serveMock } from '@keyframe/openapi-mock/node';
export { loadDocument } from '@keyframe/openapi-model';

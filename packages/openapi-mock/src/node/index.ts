/** Serves mocks over HTTP with Node. */
export { CallerInvalidError } from './caller-invalid-error.ts';
export { MockNotServedError } from './mock-not-served-error.ts';
export { type ServedMock, type ServeOptions, serveMock } from './serve-mock.ts';

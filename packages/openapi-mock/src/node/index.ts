/** Serves mocks over HTTP with Node. */
export { MockNotServedError } from './mock-not-served-error.ts';
export { type ServedMock, type ServeOptions, serveMock } from './serve-mock.ts';

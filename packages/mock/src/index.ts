export { MockError } from './mock-error.ts';
export type { Engine, Mock, MockOptions } from './mock-options.ts';
export { startMock } from './start-mock.ts';

import type { Mock, MockOptions } from './mock-options.ts';
import { startPrismMock } from './start-prism-mock.ts';
import { startVideoMock } from './video/start-video-mock.ts';

/** Starts the mock of the contract; throws a {@link MockError} when it cannot listen. */
export function startMock(options: MockOptions = {}): Promise<Mock> {
  return options.engine === 'prism' ? startPrismMock(options) : startVideoMock(options);
}

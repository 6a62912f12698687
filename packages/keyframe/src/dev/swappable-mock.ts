import type { Mock, MockReply, MockRequest } from '@keyframe/openapi-mock';
import { type ServedMock, serveMock } from '@keyframe/openapi-mock/node';
import type { OpenApiModel } from '@keyframe/openapi-model';
import type { MockSettings } from '../options/mock-settings.ts';
import { createServedMock } from './create-served-mock.ts';

/** A mock that is served at one address while its document changes. Its state starts anew with each document. */
export class SwappableMock {
  readonly #readSettings: () => Promise<MockSettings>;
  #mock: Mock | undefined;
  #served: ServedMock | undefined;

  /** The settings are read for each document, since their files may change, too. */
  constructor(readSettings: () => Promise<MockSettings>) {
    this.#readSettings = readSettings;
  }

  /** Answers by another document from now on, and returns the address. */
  async use(model: OpenApiModel): Promise<string> {
    const settings = await this.#readSettings();
    const mock = createServedMock(model, settings.mock);
    this.#mock?.close();
    this.#mock = mock;
    this.#served ??= await serveMock(
      { handle: (request) => this.#handle(request), close: () => this.#mock?.close() },
      settings.server,
    );
    return this.#served.url;
  }

  /** Whether a document was served. */
  get isServed(): boolean {
    return this.#served !== undefined;
  }

  async stop(): Promise<void> {
    await this.#served?.stop();
  }

  async #handle(request: MockRequest): Promise<MockReply> {
    if (this.#mock) return this.#mock.handle(request);
    return { status: 503, headers: {}, body: 'The mock has no document yet.' };
  }
}

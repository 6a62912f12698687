import { createMock, type MockReply, type MockRequest } from '@keyframe/openapi-mock';
import { type ServedMock, serveMock } from '@keyframe/openapi-mock/node';
import type { OpenApiModel } from '@keyframe/openapi-model';
import type { MockConfig } from '../config/keyframe-config.ts';

/** A mock that is served at one address while its document changes. Its state starts anew with each document. */
export class SwappableMock {
  readonly #config: MockConfig;
  #mock: ReturnType<typeof createMock> | undefined;
  #served: ServedMock | undefined;

  constructor(config: MockConfig) {
    this.#config = config;
  }

  /** Answers by another document from now on, and returns the address. */
  async use(model: OpenApiModel): Promise<string> {
    const { port, host, allowOrigin, allowHost, fault, ...options } = this.#config;
    const { allowCallbacks, credentials, pace, seed } = options;
    this.#mock?.close?.();
    this.#mock = createMock(model, {
      ...(allowCallbacks && { allowCallbacks }),
      ...(credentials && { credentials }),
      ...(fault && { faults: fault }),
      ...(pace && { pace }),
      ...(seed !== undefined && { seed }),
    });
    this.#served ??= await serveMock(
      { handle: (request) => this.#handle(request), close: () => this.#mock?.close() },
      {
        port: port ?? 4010,
        ...(host !== undefined && { host }),
        ...(allowOrigin && { allowOrigins: allowOrigin }),
        ...(allowHost && { allowHosts: allowHost }),
      },
    );
    return this.#served.url;
  }

  async stop(): Promise<void> {
    await this.#served?.stop();
  }

  async #handle(request: MockRequest): Promise<MockReply> {
    if (this.#mock) return this.#mock.handle(request);
    return { status: 503, headers: {}, body: 'The mock has no document yet.' };
  }
}

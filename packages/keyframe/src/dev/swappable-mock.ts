import { createMock } from '@keyframe/openapi-mock';
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
    const { port, host, allowOrigin, fault, ...options } = this.#config;
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
      { fetch: (request) => this.#fetch(request) },
      {
        port: port ?? 4010,
        ...(host !== undefined && { host }),
        ...(allowOrigin && { allowOrigins: allowOrigin }),
      },
    );
    return this.#served.url;
  }

  async stop(): Promise<void> {
    this.#mock?.close?.();
    await this.#served?.stop();
  }

  async #fetch(request: Request): Promise<Response> {
    if (this.#mock === undefined) return new Response('The mock has no document yet.', { status: 503 });
    return this.#mock.fetch(request);
  }
}

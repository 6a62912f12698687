// The mock's own addresses below `/__mock`: worlds, faults, time; and the page.

import type { OpenApiModel } from '@keyframe/openapi-model';
import { isJsonObject } from '@keyframe/openapi-model';
import { OpenApiMockError } from './errors.ts';
import { type MockReply, type MockRequest, replyJson } from './exchange.ts';
import type { Mock, MockOptions } from './mock-api.ts';
import type { UnmountedRequest } from './mount.ts';
import { SeedInvalidError } from './seed-invalid-error.ts';
import { checkSeed, type Seedable } from './state/seed-world.ts';
import { DEFAULT_WORLD, type Worlds } from './state/worlds.ts';
import { isLoopback } from './time/callback-guard.ts';

/** The path below which a mock answers about itself. */
const CONTROL_PATH = '/__mock';

type WritePage = NonNullable<MockOptions['page']>;

const MAX_SEED_BYTES = 67_108_864;

/** The parts of a mock that its own addresses show. */
export interface ControlParts {
  mock: Mock;
  model: OpenApiModel;
  worlds: Worlds;
  behaviors: readonly Seedable[];
  writePage: MockOptions['page'];
}

/** Answers requests about the mock itself. */
export class MockControl {
  readonly #parts: ControlParts;
  readonly #hasRoot: boolean;

  constructor(parts: ControlParts) {
    this.#parts = parts;
    this.#hasRoot = parts.model.operations.some(({ method, path }) => method === 'get' && path === '/');
  }

  /** Answers a request; undefined if it is for the API. */
  async handle(request: UnmountedRequest): Promise<MockReply | undefined> {
    const { pathname } = request.url;
    const isAtPage = pathname === '/' ? !this.#hasRoot : pathname === CONTROL_PATH;
    const writePage = request.method === 'GET' && isAtPage ? this.#parts.writePage : undefined;
    if (!writePage && !pathname.startsWith(`${CONTROL_PATH}/`)) return undefined;
    const { refusal } = request;
    // The contract has no error of its own for a page.
    if (refusal !== undefined && pathname === '/') return undefined;
    if (refusal !== undefined || isForeign(request)) {
      return replyJson(403, { error: refusal ?? 'The page of another site may not control the mock.' });
    }
    if (writePage) return this.#replyPage(request, writePage);
    try {
      return await this.#handleControl(request, pathname.slice(CONTROL_PATH.length + 1));
    } catch (error) {
      if (error instanceof OpenApiMockError || error instanceof SyntaxError || error instanceof URIError) {
        return replyJson(400, { error: error.message });
      }
      throw error;
    }
  }

  async #replyPage({ url, basePath }: UnmountedRequest, writePage: WritePage): Promise<MockReply> {
    // The page shows the resources of the beginning, too.
    this.#parts.worlds.get(DEFAULT_WORLD);
    const address = { server: `${url.origin}${basePath}`, control: `${basePath}${CONTROL_PATH}` };
    const headers = {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "frame-ancestors 'none'",
    };
    return { status: 200, headers, body: await writePage(address) };
  }

  async #handleControl(request: MockRequest, path: string): Promise<MockReply> {
    const { mock } = this.#parts;
    const [, world] = /^worlds\/([^/]+)$/.exec(path) ?? [];
    if (world !== undefined) return this.#handleWorld(request, decodeURIComponent(world));
    const name = request.headers['mock-world'] ?? DEFAULT_WORLD;
    switch (`${request.method} ${path}`) {
      case 'GET explain':
        return replyJson(200, mock.explain());
      case 'GET worlds':
        return replyJson(
          200,
          this.#parts.worlds.list().map((entry) => entry.name),
        );
      case 'GET deliveries':
        return replyJson(200, [...mock.listDeliveries(name)]);
      case 'POST advance':
        await mock.advance();
        return { status: 204, headers: {} };
      case 'GET faults':
        return replyJson(200, mock.faults.list());
      case 'POST faults': {
        const body = await readJson(request);
        mock.faults.set(isJsonObject(body) ? String(body.fault) : '');
        return { status: 204, headers: {} };
      }
      case 'DELETE faults':
        mock.faults.clear();
        return { status: 204, headers: {} };
      default:
        return replyJson(404, { error: `No control at ${CONTROL_PATH}/${path}.` });
    }
  }

  async #handleWorld(request: MockRequest, name: string): Promise<MockReply> {
    const { mock, worlds } = this.#parts;
    switch (request.method) {
      case 'GET':
        return replyJson(200, mock.export(name));
      case 'PUT': {
        const seed = checkSeed(await readJson(request), this.#parts.behaviors);
        // It contains the seed only, also if a new world would begin with resources.
        worlds.get(name).reset();
        mock.seed(seed, name);
        return { status: 204, headers: {} };
      }
      case 'DELETE':
        worlds.delete(name);
        return { status: 204, headers: {} };
      default:
        return replyJson(405, { error: 'Use GET, PUT or DELETE.' });
    }
  }
}

async function readJson(request: MockRequest): Promise<unknown> {
  const bytes = await request.readBytes(MAX_SEED_BYTES);
  if (bytes === undefined)
    throw new SeedInvalidError(`A seed must not be larger than ${MAX_SEED_BYTES} bytes.`);
  return JSON.parse(new TextDecoder().decode(bytes));
}

function isForeign({ headers: { origin }, url }: MockRequest): boolean {
  if (origin === undefined || origin === url.origin) return false;
  return !URL.canParse(origin) || !isLoopback(new URL(origin).hostname);
}

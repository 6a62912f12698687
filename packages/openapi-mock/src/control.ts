// The mock's own addresses below `/__mock`: worlds, faults, time and the page.
import { isJsonObject, type OpenApiModel } from '@keyframe/openapi-model';
import { OpenApiMockError } from './errors.ts';
import { type MockReply, type MockRequest, replyJson } from './exchange.ts';
import type { Mock } from './mock-api.ts';
import type { UnmountedRequest } from './mount.ts';
import { writePage } from './page/write-page.ts';
import type { Seed } from './state/world.ts';
import { DEFAULT_WORLD, type Worlds } from './state/worlds.ts';
import { isLoopback } from './time/callback-guard.ts';

/** The path below which a mock answers about itself. */
export const CONTROL_PATH = '/__mock';

/** The parts of a mock that its own addresses show. */
export interface ControlParts {
  mock: Mock;
  model: OpenApiModel;
  worlds: Worlds;
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
    const isPage =
      request.method === 'GET' && (pathname === '/' ? !this.#hasRoot : pathname === CONTROL_PATH);
    if (!isPage && !pathname.startsWith(`${CONTROL_PATH}/`)) return undefined;
    if (isForeign(request))
      return replyJson(403, { error: 'The page of another site may not control the mock.' });
    if (isPage) return this.#writePage(request);
    try {
      return await this.#handleControl(request, pathname.slice(CONTROL_PATH.length + 1));
    } catch (error) {
      if (error instanceof OpenApiMockError || error instanceof SyntaxError || error instanceof URIError) {
        return replyJson(400, { error: error.message });
      }
      throw error;
    }
  }

  #writePage({ url, basePath }: UnmountedRequest): MockReply {
    const { mock, model, worlds } = this.#parts;
    const page = writePage({
      mock,
      model,
      worlds,
      address: `${url.origin}${basePath}`,
      control: `${basePath}${CONTROL_PATH}`,
    });
    const headers = {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'",
    };
    return { status: 200, headers, body: page };
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
          this.#parts.worlds.list().map((one) => one.name),
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
      case 'PUT':
        mock.reset(name);
        mock.seed((await readJson(request)) as Seed, name);
        return { status: 204, headers: {} };
      case 'DELETE':
        mock.reset(name);
        worlds.delete(name);
        return { status: 204, headers: {} };
      default:
        return replyJson(405, { error: 'Use GET, PUT or DELETE.' });
    }
  }
}

async function readJson(request: MockRequest): Promise<unknown> {
  const bytes = await request.readBytes(Number.POSITIVE_INFINITY);
  return JSON.parse(new TextDecoder().decode(bytes));
}

function isForeign({ headers: { origin }, url }: MockRequest): boolean {
  if (origin === undefined || origin === url.origin) return false;
  return !URL.canParse(origin) || !isLoopback(new URL(origin).hostname);
}

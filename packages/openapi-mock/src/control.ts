// The mock's own addresses below `/__mock`: worlds, faults, time and the page.
import { isJsonObject, type JsonValue, type OpenApiModel } from '@keyframe/openapi-model';
import { OpenApiMockError } from './errors.ts';
import type { Mock } from './mock-api.ts';
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
  async handle(request: Request): Promise<Response | undefined> {
    const { pathname } = new URL(request.url);
    const isPage =
      request.method === 'GET' && (pathname === '/' ? !this.#hasRoot : pathname === CONTROL_PATH);
    if (!isPage && !pathname.startsWith(`${CONTROL_PATH}/`)) return undefined;
    if (isForeign(request))
      return answer(403, { error: 'The page of another site may not control the mock.' });
    if (isPage) return this.#writePage(request);
    try {
      return await this.#handleControl(request, pathname.slice(CONTROL_PATH.length + 1));
    } catch (error) {
      if (error instanceof OpenApiMockError || error instanceof SyntaxError) {
        return answer(400, { error: error.message });
      }
      throw error;
    }
  }

  #writePage(request: Request): Response {
    const { mock, model, worlds } = this.#parts;
    const page = writePage({ mock, model, worlds, origin: new URL(request.url).origin });
    const headers = {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'",
    };
    return new Response(page, { headers });
  }

  async #handleControl(request: Request, path: string): Promise<Response> {
    const { mock } = this.#parts;
    const [, world] = /^worlds\/([^/]+)$/.exec(path) ?? [];
    if (world !== undefined) return this.#handleWorld(request, decodeURIComponent(world));
    const name = request.headers.get('mock-world') ?? DEFAULT_WORLD;
    switch (`${request.method} ${path}`) {
      case 'GET explain':
        return answer(200, mock.explain());
      case 'GET worlds':
        return answer(
          200,
          this.#parts.worlds.list().map((one) => one.name),
        );
      case 'GET deliveries':
        return answer(200, [...mock.listDeliveries(name)]);
      case 'POST advance':
        await mock.advance();
        return new Response(null, { status: 204 });
      case 'GET faults':
        return answer(200, mock.faults.list());
      case 'POST faults': {
        const body = await request.json();
        mock.faults.set(isJsonObject(body) ? String(body.fault) : '');
        return new Response(null, { status: 204 });
      }
      case 'DELETE faults':
        mock.faults.clear();
        return new Response(null, { status: 204 });
      default:
        return answer(404, { error: `No control at ${CONTROL_PATH}/${path}.` });
    }
  }

  async #handleWorld(request: Request, name: string): Promise<Response> {
    const { mock, worlds } = this.#parts;
    switch (request.method) {
      case 'GET':
        return answer(200, mock.export(name));
      case 'PUT':
        mock.reset(name);
        mock.seed((await request.json()) as Seed, name);
        return new Response(null, { status: 204 });
      case 'DELETE':
        mock.reset(name);
        worlds.delete(name);
        return new Response(null, { status: 204 });
      default:
        return answer(405, { error: 'Use GET, PUT or DELETE.' });
    }
  }
}

function answer(status: number, body: unknown): Response {
  return Response.json(body as JsonValue, { status });
}

function isForeign({ headers, url }: Request): boolean {
  const origin = headers.get('origin');
  if (origin === null || origin === new URL(url).origin) return false;
  return !URL.canParse(origin) || !isLoopback(new URL(origin).hostname);
}

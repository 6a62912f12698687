import { join } from 'node:path';
import { loadDocument } from '@keyframe/openapi-model';
import type { Clock } from '@keyframe/openapi-runtime/internal';
import {
  Client,
  InMemoryTransport,
  type Transport,
  type VersionNegotiationMode,
} from '@modelcontextprotocol/client';
import { createToolServer, type ToolServerOptions } from '../src/server/create-tool-server.ts';

/** The document of the tests. */
export const STUDIO_DOCUMENT = join(import.meta.dirname, 'studio.yaml');

/** A key that must never be seen by an agent. */
export const CANARY = 'sk_canary_5f0c1e';

export const studio = await loadDocument(STUDIO_DOCUMENT);

/** A clock that jumps over pauses. */
export function createJumpingClock(): Clock {
  let now = 0;
  return {
    now: () => now,
    setTimer: () => () => undefined,
    async sleep(ms) {
      now += ms;
    },
  };
}

/** Requests that the service received, and its responses by `METHOD /path`. */
export class StudioService {
  readonly requests: Request[] = [];
  readonly #answers: Readonly<Record<string, (request: Request) => Promise<Response> | Response>>;

  constructor(answers: Readonly<Record<string, (request: Request) => Promise<Response> | Response>>) {
    this.#answers = answers;
  }

  readonly fetch = async (input: Request | string, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init);
    this.requests.push(request.clone());
    const answer = this.#answers[`${request.method} ${new URL(request.url).pathname.replace('/v1', '')}`];
    return answer ? answer(request) : Response.json({ message: 'not found' }, { status: 404 });
  };
}

/** Connects the official client to a server in this process, by the revision of 2025. */
export async function connect(options: ToolServerOptions, source = studio): Promise<Client> {
  const factory = createToolServer(source, options);
  const server = await factory({ era: 'legacy' });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await server.connect(ours as Parameters<typeof server.connect>[0]);
  return connectClient(theirs, 'legacy');
}

/** Connects the official client. */
export async function connectClient(transport: Transport, mode: VersionNegotiationMode): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  await client.connect(transport);
  return client;
}

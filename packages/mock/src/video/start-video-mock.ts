import contract from '@keyframe/contract/openapi.json' with { type: 'json' };
import type { MockAddress } from '@keyframe/openapi-mock';
import { MockNotServedError, serveMock } from '@keyframe/openapi-mock/node';
import { MockError } from '../mock-error.ts';
import type { Mock, MockOptions } from '../mock-options.ts';
import { createVideoMock } from './create-video-mock.ts';

/** Starts the stateful mock; throws a MockError when it cannot listen. */
export async function startVideoMock(options: MockOptions): Promise<Mock> {
  const { port = 0, host = '127.0.0.1', pace, allowCallbacks, callbacks = true, log } = options;
  const { allowOrigins = [], allowHosts = [], faults = [] } = options;
  const silent = callbacks ? [] : ['POST /v1/videos/generations=callback=never'];
  const mock = createVideoMock({
    ...(pace ? { pace } : {}),
    ...(allowCallbacks ? { allowCallbacks } : {}),
    faults: [...silent, ...faults],
    page: writePage,
  });
  const served = await serveMock(mock, { port, host, allowOrigins, allowHosts, log }).catch(
    (error: unknown) => {
      throw describeFailure(error, { port, host });
    },
  );
  // Without another process, nothing fails once it listens.
  const failed = new Promise<MockError>(() => undefined);
  return { ...served, failed };
}

/** Writes the page at the root. Its code is loaded with its first reader. */
async function writePage(address: MockAddress): Promise<string> {
  const [{ readModel }, { writeReferenceFile }] = await Promise.all([
    import('@keyframe/openapi-model'),
    import('@keyframe/openapi-docs'),
  ]);
  return writeReferenceFile(readModel(contract, 'the contract'), address);
}

function describeFailure(error: unknown, { port, host }: { port: number; host: string }): unknown {
  if (!(error instanceof MockNotServedError)) return error;
  const { cause } = error;
  const isTaken = cause instanceof Error && 'code' in cause && cause.code === 'EADDRINUSE';
  return isTaken
    ? new MockError('port_taken', `Port ${port} on ${host} is already in use.`, { cause })
    : new MockError('not_started', error.message, { cause });
}

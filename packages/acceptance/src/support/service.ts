// The whole service as `npm start` brings it up, on free ports and with data of its own.
import { type Child, freePort, PRODUCTION_ENV, startChild } from '@keyframe/test-kit';
import { type InProcessOperator, openOperator } from './in-process-operator.ts';
import { createOperator, type Operator } from './operator.ts';
import { createPreparedData } from './prepared-data.ts';
import { MAIN_SCRIPT } from './server-scripts.ts';

/** A running service; disposing of it stops it. */
export interface Service extends AsyncDisposable {
  readonly url: string;
  readonly mockUrl: string;
  /** Keys of an owner with credits, as printed at the start: the live one in full at the first start only. */
  readonly testKey: string;
  readonly liveKey: string;
  readonly ownerId: string;
  readonly operator: InProcessOperator;
  /** The same by the commands of an operator, each a process that starts for a second. */
  readonly commands: Operator;
  readonly dataDirectory: string;
  readonly child: Child;
}

/** How to start the service. */
export interface ServiceOptions {
  /** Environment on top of what every suite needs. */
  env?: Readonly<Record<string, string>>;
  /** Data to go on with; without it the service has data of its own, removed at its end. */
  dataDirectory?: string;
  ownGroup?: boolean;
}

// Polling is quick in tests; what limits mean is shown by the suites that set them.
const UNLIMITED = { RATE_CREATE: '100000', RATE_STATUS: '100000', RATE_POLL: '100000' };

/** Starts the service and waits until it has printed its addresses and keys. */
export async function startService({
  env = {},
  dataDirectory,
  ownGroup = false,
}: ServiceOptions = {}): Promise<Service> {
  await using resources = new AsyncDisposableStack();
  const data = dataDirectory ?? resources.use(await createPreparedData()).path;
  const [port, mockPort] = [await freePort(), await freePort()];
  const child = resources.use(
    startChild({
      args: [MAIN_SCRIPT],
      ownGroup,
      env: {
        ...PRODUCTION_ENV,
        ...UNLIMITED,
        DATABASE_URL: '',
        KEYFRAME_DATA: data,
        PORT: String(port),
        MOCK_PORT: String(mockPort),
        ...env,
      },
    }),
  );
  await child.waitForOutput(/Ctrl-C/);
  const printed = async (pattern: RegExp) => (await child.waitForOutput(pattern))[1] ?? '';
  const service = {
    url: await printed(/^ *API +(\S+)/m),
    mockUrl: await printed(/^ *Mock +(\S+)/m),
    testKey: await printed(/^ *Test key +(sk_test_\S+)/m),
    liveKey: await printed(/^ *Live key +(sk_live_\S+)/m),
    ownerId: await printed(/^ *Team +(\S+)/m),
    operator: resources.use(await openOperator(data)),
    commands: createOperator({ DATABASE_URL: '', KEYFRAME_DATA: data }),
    dataDirectory: data,
    child,
  };
  const owned = resources.move();
  return { ...service, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

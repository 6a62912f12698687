import { type Mock, TEST_SECRET } from '@keyframe/openapi-mock';
import { type ServeOptions, serveMock } from '@keyframe/openapi-mock/node';
import { readDocument } from '@keyframe/openapi-model';
import { defineCommand, JSON_OPTION, type Streams } from '../command/command.ts';
import { createServedMock } from '../dev/create-served-mock.ts';
import { EXPLAIN_OPTION, printExplanation } from '../options/explain-option.ts';
import { LOAD_OPTIONS, readLoadOptions } from '../options/load-options.ts';
import { MOCK_OPTIONS, readMockSettings } from '../options/mock-settings.ts';
import { LineBuffer } from './line-buffer.ts';

/** Serves the mock of a document until it is stopped, or explains it. */
export const mockCommand = defineCommand({
  name: 'mock',
  summary: 'serve a stateful mock of a document',
  description: 'Serves a stateful mock of a document of OpenAPI 2.0 to 3.2 until it is stopped.',
  arguments: ['<document>'],
  expected: 'exactly one document',
  options: {
    ...MOCK_OPTIONS,
    ...EXPLAIN_OPTION,
    ...JSON_OPTION,
    ...LOAD_OPTIONS,
  },
  async run({ values, positionals: [document] }, streams) {
    const { mock: options, server } = await readMockSettings(values);
    const { model, skipped } = await readDocument(document, readLoadOptions(values));
    for (const operation of skipped) streams.err(`skipped: ${operation}`);
    const mock = createServedMock(model, options);
    if (values.explain) printExplanation(mock.explain(), values.json, streams);
    else await serve(mock, { ...server, isJson: values.json }, streams);
    return 0;
  },
});

async function serve(
  mock: Mock,
  { isJson, ...options }: ServeOptions & { isJson: boolean },
  { out, err, signal }: Streams,
): Promise<void> {
  const log = new LineBuffer(err);
  const served = await serveMock(mock, { ...options, log: (line) => log.add(line) });
  const { url } = served;
  if (isJson) out(JSON.stringify({ url, callbackSecret: TEST_SECRET }));
  else out(`Mock: ${url}\nCallbacks are signed with ${TEST_SECRET}`);
  if (!signal.aborted) {
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  }
  await served.stop();
  log.flush();
}

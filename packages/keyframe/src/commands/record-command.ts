import { readFile } from 'node:fs/promises';
import { findProxy } from '@keyframe/contract-gate/proxy';
import {
  type HarExchange,
  type RecordedResponse,
  readHar,
  readResponses,
  startForwardingProxy,
  type TrafficExchange,
  TrafficReader,
} from '@keyframe/contract-gate/traffic';
import { type OpenApiModel, readDocument } from '@keyframe/openapi-model';
import { Recorder } from '@keyframe/openapi-usage';
import { defineCommand, type Streams } from '../command/command.ts';
import { UsageError } from '../command/usage-error.ts';
import { LOAD_OPTIONS, readLoadOptions } from '../options/load-options.ts';
import { readPort, readUrl } from '../options/read-options.ts';
import { prepareReport, REPORT_OPTIONS } from '../options/report-options.ts';
import { getToday, USAGE_OPTIONS, writeUsage } from '../options/usage-options.ts';

/** Writes which parts of a document some traffic uses, and reports what in it breaks the contract. */
export const recordCommand = defineCommand({
  name: 'record',
  summary: 'write which parts of a document some traffic uses, and report what breaks it',
  description:
    'Reads HAR files, or forwards requests to a server until it is interrupted, and writes which operations, parameters, statuses and members the messages had, with their counts. Values are not kept, except constants of the document. It reports requests and responses that the document does not allow, without their values.',
  arguments: ['<document>'],
  options: {
    har: {
      value: '<file>',
      description: 'a HAR file of a browser or a proxy (repeatable)',
      isRepeatable: true,
    },
    responses: {
      value: '<file>',
      description:
        'responses that responseValidation of a generated server has recorded, one on a line (repeatable)',
      isRepeatable: true,
    },
    to: { value: '<url>', description: 'forward the requests of a proxy to this server', read: readUrl },
    port: { value: '<number>', description: 'port of the proxy (default: a free one)', read: readPort },
    host: { value: '<address>', description: 'address of the proxy (default: 127.0.0.1)' },
    ...USAGE_OPTIONS,
    out: { ...USAGE_OPTIONS.out, isRequired: true },
    ...LOAD_OPTIONS,
    ...REPORT_OPTIONS,
  },
  async run({ values, positionals: [document] }, streams) {
    const { har, responses, to, port, host, out, consumer } = values;
    if (har.length + responses.length === 0 && to === undefined)
      throw new UsageError('record needs --har, --responses or --to.');
    const writeReport = await prepareReport(values, streams);
    const { model } = await readDocument(document, readLoadOptions(values));
    const recording = new Recording(model);
    const exchanges: HarExchange[] = [];
    for (const file of har) exchanges.push(...readHar(await readFile(file, 'utf8'), file));
    recording.addHar(exchanges);
    for (const file of responses) recording.addResponses(readResponses(await readFile(file, 'utf8'), file));
    if (to !== undefined) await forward(recording, { to, port, host, isJson: values.json }, streams);
    const { findings, date, uses } = await recording.end();
    const isEmpty = Object.keys(uses.operations).length === 0;
    if (!isEmpty)
      await writeUsage(model, { ...(consumer !== undefined && { consumer }), date, ...uses }, out);
    streams.err(
      isEmpty ? `No request is of an operation of ${document}: ${out} not written` : `${out} written`,
    );
    const status = await writeReport({ command: 'record', document, findings }, { locate: model.locate });
    return isEmpty ? 1 : status;
  },
});

class Recording {
  readonly #model: OpenApiModel;
  readonly #reader: TrafficReader;
  readonly #recorder: Recorder;
  #reading = Promise.resolve();
  #date: string | undefined;

  constructor(model: OpenApiModel) {
    this.#model = model;
    this.#reader = new TrafficReader(model);
    this.#recorder = new Recorder(this.#reader.getSpace);
  }

  add(exchange: TrafficExchange, date = getToday()): void {
    if (this.#date === undefined || this.#date < date) this.#date = date;
    this.#reading = this.#reading.then(async () => {
      const read = await this.#reader.read(exchange);
      if (read) this.#recorder.add(read);
    });
  }

  addHar(exchanges: readonly HarExchange[]): void {
    for (const exchange of this.#reader.select(exchanges)) this.add(exchange, exchange.day);
  }

  addResponses(responses: readonly RecordedResponse[]): void {
    for (const response of responses) {
      const { operationId, status, members } = response;
      const operation = this.#model.operations.find(({ id }) => id === operationId);
      if (!operation) continue;
      this.#reader.addResponse(operation, response);
      this.#recorder.addMembers(operation, status, members);
    }
  }

  async end() {
    await this.#reading;
    const findings = this.#reader.listFindings();
    return { findings, date: this.#date ?? getToday(), uses: this.#recorder.toUses() };
  }
}

interface ForwardOptions {
  to: URL;
  port: number | undefined;
  host: string | undefined;
  isJson: boolean;
}

async function forward(
  recording: Recording,
  { to, port, host, isJson }: ForwardOptions,
  { out, err, env, signal }: Streams,
): Promise<void> {
  await using proxy = await startForwardingProxy({
    connection: { server: to, proxy: findProxy(to, env) },
    port,
    host,
    onExchange: (exchange) => recording.add(exchange),
    onFailure: err,
  });
  out(isJson ? JSON.stringify({ url: proxy.url }) : `Proxy: ${proxy.url}`);
  if (!signal.aborted)
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
}

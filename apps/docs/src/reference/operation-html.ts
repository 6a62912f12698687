/** Prints an operation or a webhook in two columns: what it takes and returns, next to samples. */
import { STATUS_CODES } from 'node:http';
import type { MediaType, Operation, Response, Schema } from '@keyframe/openapi-model';
import { codeSamples } from './code-samples.ts';
import { listExamples } from './examples.ts';
import { FieldPrinter } from './field-html.ts';
import { escapeHtml, foldable, joinBlocks } from './html.ts';
import { describeSecurity } from './operation-markdown.ts';
import type { PageContext } from './page-context.ts';
import { type SampleCall, sampleCall } from './sample-call.ts';
import { ShapeReader } from './shapes.ts';
import { printTryIt } from './try-it.ts';

/** Prints an operation that clients call. `closing` follows the responses. */
export function layOutOperation(context: PageContext, operation: Operation, closing: string): string {
  const { method, path, description = '' } = operation;
  const call = sampleCall(context.model, operation, context);
  const samples = codeSamples(call, context.client).map(
    ({ label, language, code }) => `### ${label}\n\n\`\`\`${language}\n${code}\n\`\`\``,
  );
  const address = `<p class="address"><span class="method" data-method="${method}">${method.toUpperCase()}</span> <code>${escapeHtml(path)}</code></p>`;
  return layOut({
    intro: [address, description, describeSecurity(operation)],
    samples: [
      '## Code samples',
      ...samples,
      offerTryIt(context, operation, call),
      printRequestExamples(context, operation),
      printResponseExamples(context, operation),
    ],
    details: [
      ...printRequest(context, operation),
      ...printResponses(context, operation, 'Responses'),
      closing,
    ],
  });
}

/** Prints a request that the service sends. */
export function layOutSentRequest(context: PageContext, operation: Operation): string {
  return layOut({
    intro: [operation.description ?? ''],
    samples: [printRequestExamples(context, operation), printResponseExamples(context, operation)],
    details: [...printRequest(context, operation), ...printResponses(context, operation, 'Your response')],
  });
}

/** A section, since tabs end at the next heading of their level or above. */
function offerTryIt(context: PageContext, operation: Operation, call: SampleCall): string {
  const { testKeyPrefix } = context;
  if (testKeyPrefix === undefined) return '';
  const form = printTryIt({ ...context, testKeyPrefix }, operation, call);
  return joinBlocks(['## Try it', foldable('Send this request with a test key', form, { kind: 'try-it' })]);
}

interface Columns {
  readonly intro: readonly string[];
  readonly samples: readonly string[];
  readonly details: readonly string[];
}

function layOut({ intro, samples, details }: Columns): string {
  const beside = joinBlocks(samples);
  return joinBlocks([
    '<div class="operation">',
    '<div class="operation-intro">',
    ...intro,
    '</div>',
    ...(beside === '' ? [] : ['<div class="operation-samples">', beside, '</div>']),
    '<div class="operation-details">',
    ...details,
    '</div>',
    '</div>',
  ]);
}

function printRequest({ model }: PageContext, { parameters, requestBody }: Operation): string[] {
  const printer = new FieldPrinter();
  const shapes = new ShapeReader(model);
  return [
    parameters.length === 0 ? '' : '## Parameters',
    parameters.length === 0 ? '' : printer.printMembers(model, parameters, 'parameter'),
    requestBody === undefined ? '' : '## Request body',
    requestBody?.description ?? '',
    ...(requestBody?.content ?? []).flatMap((type) => [
      printMediaType(type),
      printer.printShapes(shapes.readShapes(getBodySchema(type)), 'body'),
    ]),
  ];
}

function printResponses({ model }: PageContext, { responses }: Operation, title: string): string[] {
  const printer = new FieldPrinter();
  const shapes = new ShapeReader(model);
  return [
    `## ${title}`,
    ...responses.map(({ status, description, headers, content }, index) => {
      const anchor = printer.reserveAnchor(`response-${status}`);
      const bodies = content.flatMap((type) => [
        printMediaType(type),
        printer.printShapes(shapes.readShapes(getBodySchema(type)), anchor, 1),
      ]);
      const head =
        headers.length === 0
          ? ''
          : foldable(
              `${headers.length} ${headers.length === 1 ? 'header' : 'headers'}`,
              printer.printMembers(model, headers, `${anchor}-header`),
              { kind: 'nested' },
            );
      const summary = `<span class="status" data-class="${status.charAt(0)}">${status}</span> ${STATUS_CODES[status] ?? ''}`;
      return foldable(summary, joinBlocks([description, ...bodies, head]), {
        id: anchor,
        isOpen: index === 0,
        kind: 'response',
      });
    }),
  ];
}

// The items of a stream are what its readers get.
function getBodySchema({ schema, stream }: MediaType): Schema | undefined {
  return (stream?.item ?? schema)?.schema;
}

function printMediaType({ name, stream }: MediaType): string {
  return `<p class="media-type"><code>${escapeHtml(name)}</code>${stream ? ', each item' : ''}</p>`;
}

function printExamples({ model }: PageContext, content: readonly MediaType[]): string[] {
  return content.flatMap((type) =>
    listExamples(model, type).map(({ name, summary, value }) =>
      foldable(escapeHtml(summary ?? name), `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``, {
        kind: 'example',
      }),
    ),
  );
}

function printRequestExamples(context: PageContext, { requestBody }: Operation): string {
  const examples = printExamples(context, requestBody?.content ?? []);
  return examples.length === 0 ? '' : joinBlocks(['## Request examples', ...examples]);
}

function printResponseExamples(context: PageContext, { responses }: Operation): string {
  const examples = responses.flatMap((response: Response) =>
    printExamples(context, response.content).map((example) =>
      example.replace(
        '<summary>',
        `<summary><span class="status" data-class="${response.status.charAt(0)}">${response.status}</span> `,
      ),
    ),
  );
  return examples.length === 0 ? '' : joinBlocks(['## Response examples', ...examples]);
}

/** Prints an operation or a webhook in two columns: what it takes and returns, next to samples. */
import type { MediaType, Operation, Response } from '@keyframe/openapi-model';
import { printCode } from '../markdown/render-markdown.ts';
import { type CodeSample, codeSamples } from './code-samples.ts';
import { describeType } from './constraints.ts';
import { describeConsumers } from './consumers.ts';
import { type BodyExample, listBodyExamples, printExample } from './examples.ts';
import { FieldPrinter, printSchemaLinks } from './field-html.ts';
import { escapeHtml, foldable, joinBlocks } from './html.ts';
import { joinSchemas } from './joined-schema.ts';
import { describeSecurity } from './operation-markdown.ts';
import type { PageContext } from './page-context.ts';
import { sampleCall } from './sample-call.ts';
import { printSendForm } from './send-form.ts';
import { findOmission, getBodySchema, listSchemaNames, ShapeReader } from './shapes.ts';
import { nameStatus } from './status-names.ts';

/** Prints an operation that clients call. `closing`, Markdown, follows the responses. */
export function layOutOperation(context: PageContext, operation: Operation, closing: string): string {
  const { method, path, deprecated } = operation;
  const call = sampleCall(context.samples, operation, context);
  const address = `<p class="address"><span class="method" data-method="${escapeHtml(method)}">${escapeHtml(method.toUpperCase())}</span> <code>${escapeHtml(path)}</code>${deprecated ? ' <span class="deprecated">deprecated</span>' : ''}</p>`;
  return layOut({
    intro: [address, ...introduce(context, operation)],
    samples: [
      '<h2>Code samples</h2>',
      printTabs(codeSamples(call, context.client)),
      '<h2>Send a request</h2>',
      printSendForm(context, operation, call),
      printRequestExamples(context, operation),
      printResponseExamples(context, operation),
    ],
    details: [
      ...printRequest(context, operation),
      ...printResponses(context, operation, 'Responses'),
      context.markdown(closing, 2),
    ],
  });
}

/** Prints a request that the service sends. */
export function layOutSentRequest(context: PageContext, operation: Operation): string {
  const { method, deprecated } = operation;
  const note = `<p class="address"><span class="method">${escapeHtml(method.toUpperCase())}</span> sent to your server${deprecated ? ' <span class="deprecated">deprecated</span>' : ''}</p>`;
  return layOut({
    intro: [note, ...introduce(context, operation)],
    samples: [printRequestExamples(context, operation), printResponseExamples(context, operation)],
    details: [...printRequest(context, operation), ...printResponses(context, operation, 'Your response')],
  });
}

function introduce({ markdown, consumers }: PageContext, operation: Operation): string[] {
  const callers = describeConsumers(consumers, [operation.pointer], 'Called');
  return [operation.description ?? '', describeSecurity(operation), ...callers].map((text) =>
    markdown(text, 2),
  );
}

interface Columns {
  readonly intro: readonly string[];
  readonly samples: readonly string[];
  readonly details: readonly string[];
}

/** Prints the columns of a page. */
export function layOut({ intro, samples, details }: Columns): string {
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

/** Prints samples as tabs; without a script they follow one another. */
function printTabs(samples: readonly CodeSample[]): string {
  const tabs = samples.map(
    ({ language, label }, index) =>
      `<button type="button" role="tab" id="${language}-tab" aria-controls="${language}-panel" aria-selected="${index === 0}" tabindex="${index === 0 ? 0 : -1}">${label}</button>`,
  );
  const panels = samples.map(
    ({ language, label, code }) =>
      `<div role="tabpanel" id="${language}-panel" aria-labelledby="${language}-tab"><h3>${label}</h3><div class="code">${printCode(code, language)}<button type="button" class="copy" data-copy>Copy</button></div></div>`,
  );
  return joinBlocks([
    '<div class="language-tabs">',
    `<div role="tablist" aria-label="Language">${tabs.join('')}</div>`,
    ...panels,
    '<language-choice></language-choice>',
    '</div>',
  ]);
}

function printRequest(context: PageContext, operation: Operation): string[] {
  const { model, schemas, markdown } = context;
  const { parameters, requestBody } = operation;
  const omission = findOmission(model, operation, 'request');
  const printer = new FieldPrinter(context);
  const shapes = new ShapeReader(schemas, context);
  return [
    parameters.length === 0 ? '' : '<h2 id="parameters">Parameters</h2>',
    parameters.length === 0 ? '' : printer.printMembers(parameters, 'parameter'),
    requestBody === undefined ? '' : '<h2 id="request-body">Request body</h2>',
    markdown(requestBody?.description ?? ''),
    ...(requestBody?.content ?? []).map((type) =>
      joinBlocks([
        printMediaType(context, type, shapes),
        printer.printShapes(shapes.readBody(getBodySchema(type), omission), 'body'),
      ]),
    ),
  ];
}

function printResponses(context: PageContext, operation: Operation, title: string): string[] {
  const { model, schemas, markdown } = context;
  const omission = findOmission(model, operation, 'response');
  const printer = new FieldPrinter(context);
  const shapes = new ShapeReader(schemas, context);
  return [
    `<h2 id="responses">${title}</h2>`,
    ...operation.responses.map((response, index) => {
      const { status, description, headers, content } = response;
      const anchor = printer.reserveAnchor(`response-${status}`);
      const bodies = content.map((type) =>
        joinBlocks([
          printMediaType(context, type, shapes),
          printer.printShapes(shapes.readBody(getBodySchema(type), omission), anchor, 1),
        ]),
      );
      const head =
        headers.length === 0
          ? ''
          : foldable(
              `${headers.length} ${headers.length === 1 ? 'header' : 'headers'}`,
              printer.printMembers(headers, `${anchor}-header`),
              { kind: 'nested' },
            );
      return foldable(
        `${printStatus(response)} ${nameStatus(status)}`,
        joinBlocks([markdown(description), ...bodies, head]),
        { id: anchor, isOpen: index === 0, kind: 'response' },
      );
    }),
  ];
}

function printStatus({ status }: Response): string {
  return `<span class="status" data-class="${escapeHtml(status.charAt(0))}">${escapeHtml(status)}</span>`;
}

/** Names a media type; the type of a body without fields belongs to it. */
function printMediaType(context: PageContext, type: MediaType, shapes: ShapeReader): string {
  const located = getBodySchema(type);
  const node = located && context.schemas.node(located);
  const isPlain = node !== undefined && shapes.readBody(located).length === 0;
  const kind = isPlain ? `, ${escapeHtml(describeType(joinSchemas([node])))}` : '';
  const links = node ? printSchemaLinks(context, listSchemaNames([node])) : '';
  return `<p class="media-type"><code>${escapeHtml(type.name)}</code>${type.stream ? ', each item' : ''}${kind} ${links}</p>`;
}

function printRequestExamples(context: PageContext, { requestBody }: Operation): string {
  const examples = listBodyExamples(context, requestBody?.content ?? []);
  return examples.length === 0
    ? ''
    : joinBlocks(['<h2>Request examples</h2>', ...examples.map((example) => foldExample(example))]);
}

function printResponseExamples(context: PageContext, { responses }: Operation): string {
  const examples = responses.map((response) => {
    const documentExamples = listBodyExamples(context, response.content);
    const values = /^2/.test(response.status) ? context.samples.listResponses(response.content) : [];
    const bodyExamples =
      documentExamples.length > 0 ? documentExamples : values.map((value) => ({ title: 'generated', value }));
    const isOpen = /^2/.test(response.status);
    return joinBlocks(bodyExamples.map((example) => foldExample(example, printStatus(response), isOpen)));
  });
  const body = joinBlocks(examples);
  return body === '' ? '' : joinBlocks(['<h2>Response examples</h2>', body]);
}

function foldExample({ title, value }: BodyExample, status = '', isOpen = false): string {
  const code = printCode(printExample(value), 'json');
  return foldable(joinBlocks([status, escapeHtml(title)], ' '), code, { kind: 'example', isOpen });
}

/** Prints the form that sends a request of an operation with a test key. The script `try-it.client.js` sends it. */
import type { Operation, Parameter } from '@keyframe/openapi-model';
import { listExamples } from './examples.ts';
import { escapeHtml } from './html.ts';
import type { PageContext } from './page-context.ts';
import type { SampleCall } from './sample-call.ts';

/** Prints a form without blank lines, since a blank line ends an HTML block of Markdown. */
export function printTryIt(
  context: PageContext & { readonly testKeyPrefix: string },
  operation: Operation,
  call: SampleCall,
): string {
  const key = call.headers.find(({ variable }) => variable !== undefined);
  const config = {
    method: call.method,
    server: context.server,
    path: operation.path,
    keyHeader: key?.name,
    keyPrefix: key?.value,
    testKeyPrefix: context.testKeyPrefix,
  };
  return [
    `<try-it data-request="${escapeHtml(JSON.stringify(config))}">`,
    '<form>',
    ...(key === undefined ? [] : [printKeyField(context.testKeyPrefix)]),
    ...operation.parameters.map((parameter, index) => printParameter(parameter, index, call)),
    printBodyField(context, operation, call),
    '<button type="submit">Send request</button>',
    '</form>',
    '<output aria-live="polite"></output>',
    '</try-it>',
  ]
    .filter((line) => line !== '')
    .join('\n');
}

function printKeyField(prefix: string): string {
  return [
    '<label for="try-key">Test key</label>',
    `<input id="try-key" name="key" type="password" autocomplete="off" spellcheck="false" required placeholder="${escapeHtml(prefix)}…">`,
  ].join('\n');
}

function printParameter(parameter: Parameter, index: number, { pathValues }: SampleCall): string {
  const { name, location, required } = parameter;
  const id = `try-parameter-${index}`;
  const value = location === 'path' ? (pathValues[name] ?? '') : '';
  return [
    `<label for="${id}">${escapeHtml(name)}${required ? '' : ' (optional)'}</label>`,
    `<input id="${id}" name="${escapeHtml(name)}" data-location="${location}" value="${escapeHtml(value)}" autocomplete="off" spellcheck="false"${required ? ' required' : ''}>`,
  ].join('\n');
}

function printBodyField({ model }: PageContext, { requestBody }: Operation, { json }: SampleCall): string {
  if (json === undefined) return '';
  const examples = (requestBody?.content ?? []).flatMap((type) => listExamples(model, type));
  const options = examples.map(
    ({ name, summary, value }) =>
      `<option value="${escapeHtml(JSON.stringify(value, null, 2))}">${escapeHtml(summary ?? name)}</option>`,
  );
  return [
    ...(examples.length < 2
      ? []
      : [
          '<label for="try-example">Example</label>',
          `<select id="try-example">${options.join('')}</select>`,
        ]),
    '<label for="try-body">Body</label>',
    `<textarea id="try-body" name="body" rows="12" spellcheck="false">${escapeHtml(JSON.stringify(json, null, 2))}</textarea>`,
  ].join('\n');
}

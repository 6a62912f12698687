/** Prints the form that sends a request of an operation, to the mock in the page or to a server. `<send-request>` sends it. */

import { listFaults } from '@keyframe/openapi-mock';
import type { JsonValue, Operation, Parameter } from '@keyframe/openapi-model';
import { type KeyLocation, locateKeys } from './credentials.ts';
import { type BodyExample, listBodyExamples, printExample } from './examples.ts';
import { escapeHtml, joinBlocks } from './html.ts';
import type { PageContext } from './page-context.ts';
import { chooseMediaType, formatValue, readNotation, type SampleCall } from './sample-call.ts';

/** The facts of an operation that the script of the page reads. */
export interface SendSettings {
  readonly method: string;
  readonly path: string;
  readonly resourcePath: string;
  /** Undefined without a body. */
  readonly mediaType: string | undefined;
  /** The fields of a form that are files; undefined for other bodies. */
  readonly files: readonly string[] | undefined;
  /** The alternatives of the operation's security: the keys that each needs. */
  readonly security: readonly (readonly KeyLocation[])[];
}

const MOST_ROWS = 16;

/** Prints the form, folded. */
export function printSendForm(context: PageContext, operation: Operation, call: SampleCall): string {
  const settings: SendSettings = {
    method: call.method,
    path: operation.path,
    resourcePath: operation.resourcePath,
    mediaType: call.fields === undefined ? call.mediaType : 'multipart/form-data',
    files: call.fields?.filter(({ isFile }) => isFile).map(({ name }) => name),
    security: operation.security.map((requirement) => locateKeys(context.model, requirement)),
  };
  const faults = listFaults(context.model, operation).map((fault) => `<option>${escapeHtml(fault)}</option>`);
  return joinBlocks([
    `<send-request data-request="${escapeHtml(JSON.stringify(settings))}">`,
    '<form>',
    '<p class="send-target"><span></span> <button type="button">Change</button></p>',
    ...operation.parameters.map((parameter, index) => printParameter(parameter, index, call)),
    printBodyField(context, operation, call),
    `<div class="send-fault" hidden><label for="send-fault">Response of the mock</label>\n<select id="send-fault" name="fault"><option value="">as documented</option>${faults.join('')}</select></div>`,
    '<button type="submit">Send request</button>',
    '</form>',
    '<output aria-live="polite" tabindex="0"></output>',
    '<div class="send-panes"></div>',
    '</send-request>',
  ]);
}

function printParameter(parameter: Parameter, index: number, { pathValues, values }: SampleCall): string {
  const { name, location, required } = parameter;
  const id = `send-parameter-${index}`;
  const sample = location === 'path' ? pathValues[name] : values[location][name];
  const value = sample === undefined ? '' : formatValue(sample);
  return joinBlocks([
    `<label for="${id}">${escapeHtml(name)}${required ? '' : ' (optional)'}</label>`,
    `<input id="${id}" name="${escapeHtml(name)}" data-location="${location}" data-notation="${escapeHtml(JSON.stringify(readNotation(parameter)))}" value="${escapeHtml(value)}" autocomplete="off" spellcheck="false"${required ? ' required' : ''}>`,
  ]);
}

function printBodyField(context: PageContext, operation: Operation, call: SampleCall): string {
  const body = call.fields === undefined ? (call.json ?? call.text) : call.value;
  if (body === undefined) return '';
  // A text is JSON only in quotes.
  const print = (value: JsonValue) =>
    call.json === undefined ? printExample(value) : JSON.stringify(value, null, 2);
  const text = print(body);
  const examples = listFormExamples(context, operation, call);
  const options = examples.map(
    (example) => `<option value="${escapeHtml(print(example.value))}">${escapeHtml(example.title)}</option>`,
  );
  return joinBlocks([
    ...(examples.length < 2
      ? []
      : [
          '<label for="send-example">Example</label>',
          `<select id="send-example">${options.join('')}</select>`,
        ]),
    '<label for="send-body">Body</label>',
    // A line break at the start of a text area is not part of its value.
    `<textarea id="send-body" name="body" rows="${countRows(text)}" spellcheck="false">\n${escapeHtml(text)}</textarea>`,
  ]);
}

/** Lists the examples of the document; without any, a JSON body with the required members, and one with all. */
function listFormExamples(context: PageContext, operation: Operation, { json }: SampleCall): BodyExample[] {
  const mediaType = chooseMediaType(operation);
  const examples = mediaType === undefined ? [] : listBodyExamples(context, [mediaType]);
  if (mediaType === undefined || json === undefined || examples.length > 0) return examples;
  const whole = context.samples.findWholeBody(mediaType);
  if (whole === undefined || JSON.stringify(whole) === JSON.stringify(json)) return [];
  return [
    { title: 'Required members', value: json },
    { title: 'All members', value: whole },
  ];
}

/** Counts the rows that show a text, and one to type in. */
function countRows(text: string): number {
  return Math.min(text.split('\n').length + 1, MOST_ROWS);
}

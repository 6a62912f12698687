/** Writes a call of an operation in several languages, each with its standard library only. */
import type { JsonValue } from '@keyframe/openapi-model';
import type { SampleCall, SampleHeader } from './sample-call.ts';

export interface CodeSample {
  readonly label: string;
  /** The name that syntax highlighters use. */
  readonly language: string;
  readonly code: string;
}

/** Writes a call in TypeScript with the service's client; undefined if the client does not have the call. */
export type ClientSample = (call: SampleCall) => string | undefined;

/** Writes a call with curl, in TypeScript, Python and Go. */
export function codeSamples(call: SampleCall, client?: ClientSample): CodeSample[] {
  return [
    { label: 'curl', language: 'sh', code: curl(call) },
    { label: 'TypeScript', language: 'ts', code: client?.(call) ?? typescript(call) },
    { label: 'Python', language: 'python', code: python(call) },
    { label: 'Go', language: 'go', code: go(call) },
  ];
}

/** Writes a value as TypeScript, with the later lines indented: JSON, except that names have quotes only if they need them. */
export function typescriptLiteral(value: JsonValue, indent: string): string {
  const printed = JSON.stringify(value, null, 2).replaceAll(
    /^( *)(?:"([A-Za-z_$][\w$]*)"(?=: ))?/gm,
    (_, space: string, name = '') => space + name,
  );
  return printed
    .replaceAll(/"(?:[^"\\]|\\.)*"/g, (text) => singleQuoted(JSON.parse(text)))
    .replaceAll('\n', `\n${indent}`);
}

function indentedJson(value: JsonValue, indent: string): string {
  return JSON.stringify(value, null, 2).replaceAll('\n', `\n${indent}`);
}

/** Writes a text as a string literal of TypeScript. */
export function singleQuoted(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll(String.raw`\"`, '"').replaceAll("'", String.raw`\'`)}'`;
}

function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** Quotes a word unless all its characters are harmless in a shell. */
function shellWord(text: string): string {
  return /^[\w:/.@%+,=-]+$/.test(text) ? text : shellQuoted(text);
}

function bodyText({ json, text }: SampleCall): string | undefined {
  return json === undefined ? text : JSON.stringify(json);
}

function curl(call: SampleCall): string {
  const { fields, headers, method, url, urlVariable } = call;
  const body = bodyText(call);
  const implied = body === undefined ? 'GET' : 'POST';
  const words = headers
    // curl writes the boundary of a form with files itself.
    .filter(({ name }) => fields === undefined || name !== 'Content-Type')
    .map(({ name, value, variable }) => `  -H ${shellText(`${name}: ${value}`, variable)}`);
  const form = fields?.map(({ name, value, isFile }) =>
    isFile ? `  -F ${shellQuoted(`${name}=@file`)}` : `  --form-string ${shellQuoted(`${name}=${value}`)}`,
  );
  const data = body === undefined ? [] : [`  -d ${shellQuoted(body)}`];
  const address = urlVariable === undefined ? shellWord(url) : shellText(url, urlVariable);
  const start = `curl -s${method === implied ? '' : ` -X ${method}`} ${address}`;
  return [start, ...words, ...(form ?? data)].join(' \\\n');
}

/** Quotes a text that the value of a variable follows. */
function shellText(text: string, variable: string | undefined): string {
  if (variable === undefined) return shellQuoted(text);
  return `"${text.replaceAll(/[\\"$`]/g, String.raw`\$&`)}$${variable}"`;
}

function typescript({ method, url, urlVariable, headers, json, text }: SampleCall): string {
  const fields = headers.map(
    ({ name, value, variable }: SampleHeader) =>
      `    ${singleQuoted(name)}: ${typescriptText(value, variable)},`,
  );
  return [
    `const response = await fetch(${typescriptText(url, urlVariable)}, {`,
    `  method: '${method}',`,
    ...(fields.length === 0 ? [] : ['  headers: {', ...fields, '  },']),
    ...(json === undefined ? [] : [`  body: JSON.stringify(${typescriptLiteral(json, '  ')}),`]),
    ...(text === undefined ? [] : [`  body: ${singleQuoted(text)},`]),
    '});',
    'console.log(response.status, await response.text());',
  ].join('\n');
}

function typescriptText(text: string, variable: string | undefined): string {
  if (variable === undefined) return singleQuoted(text);
  return `\`${text.replaceAll(/[\\`$]/g, String.raw`\$&`)}\${process.env.${variable}}\``;
}

function python({ method, url, urlVariable, headers, json, text }: SampleCall): string {
  const fields = headers.map(
    ({ name, value, variable }) => `        ${JSON.stringify(name)}: ${pythonText(value, variable)},`,
  );
  const needsVariable = [urlVariable, ...headers.map(({ variable }) => variable)].some(
    (variable) => variable !== undefined,
  );
  return [
    ...(json === undefined ? [] : ['import json']),
    ...(needsVariable ? ['import os'] : []),
    'import urllib.request',
    '',
    'request = urllib.request.Request(',
    `    ${pythonText(url, urlVariable)},`,
    `    method="${method}",`,
    ...(fields.length === 0 ? [] : ['    headers={', ...fields, '    },']),
    ...(json === undefined ? [] : [`    data=json.dumps(${pythonLiteral(json)}).encode(),`]),
    ...(text === undefined ? [] : [`    data=${JSON.stringify(text)}.encode(),`]),
    ')',
    'with urllib.request.urlopen(request) as response:',
    '    print(response.status, response.read().decode())',
  ].join('\n');
}

function pythonText(text: string, variable: string | undefined): string {
  if (variable === undefined) return JSON.stringify(text);
  return `${text === '' ? '' : `${JSON.stringify(text)} + `}os.environ["${variable}"]`;
}

const PYTHON_WORDS: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' };

function pythonLiteral(value: JsonValue): string {
  // Matches texts as a whole, so that words in them are not replaced.
  return indentedJson(value, '    ').replaceAll(
    /"(?:[^"\\]|\\.)*"|\b(?:true|false|null)\b/g,
    (token) => PYTHON_WORDS[token] ?? token,
  );
}

function go(call: SampleCall): string {
  const { method, url, urlVariable, headers } = call;
  const body = bodyText(call);
  const needsKey = [urlVariable, ...headers.map(({ variable }) => variable)].some(
    (variable) => variable !== undefined,
  );
  const fields = headers.map(
    ({ name, value, variable }) =>
      `\trequest.Header.Set(${JSON.stringify(name)}, ${goText(value, variable)})`,
  );
  const imports = [
    'fmt',
    'io',
    'log',
    'net/http',
    ...(needsKey ? ['os'] : []),
    ...(body === undefined ? [] : ['strings']),
  ];
  return [
    'package main',
    '',
    'import (',
    ...imports.map((name) => `\t"${name}"`),
    ')',
    '',
    'func main() {',
    ...(body === undefined ? [] : [`\tbody := strings.NewReader(${goLiteral(body)})`]),
    `\trequest, err := http.NewRequest("${method}", ${goText(url, urlVariable)}, ${body === undefined ? 'nil' : 'body'})`,
    ...FAIL,
    ...fields,
    '\tresponse, err := http.DefaultClient.Do(request)',
    ...FAIL,
    '\tdefer response.Body.Close()',
    '\tanswer, err := io.ReadAll(response.Body)',
    ...FAIL,
    '\tfmt.Println(response.StatusCode, string(answer))',
    '}',
  ].join('\n');
}

const FAIL = ['\tif err != nil {', '\t\tlog.Fatal(err)', '\t}'];

function goText(text: string, variable: string | undefined): string {
  if (variable === undefined) return JSON.stringify(text);
  return `${text === '' ? '' : `${JSON.stringify(text)}+`}os.Getenv("${variable}")`;
}

function goLiteral(text: string): string {
  return /[`\r]/.test(text) ? JSON.stringify(text) : `\`${text}\``;
}

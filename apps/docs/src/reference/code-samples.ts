/** Writes a call of an operation in several languages, from what the document says of it. */
import type { JsonValue, Operation } from '@keyframe/openapi-model';

/** A call to write down. */
export interface SampleCall {
  readonly operation: Pick<Operation, 'method' | 'path'>;
  /** Where the service is; no trailing slash. */
  readonly server: string;
  /** Values for the expressions of the path. */
  readonly pathValues: Readonly<Record<string, string>>;
  /** The name of the environment variable that holds the key; undefined for an open operation. */
  readonly keyVariable: string | undefined;
  readonly body: JsonValue | undefined;
}

export interface CodeSample {
  readonly label: string;
  /** As highlighters name it. */
  readonly language: string;
  readonly code: string;
}

/** Writes a call with curl, in TypeScript and in Python, each with nothing but what the language brings. */
export function codeSamples(call: SampleCall): CodeSample[] {
  return [
    { label: 'curl', language: 'sh', code: curl(call) },
    { label: 'TypeScript', language: 'ts', code: typescript(call) },
    { label: 'Python', language: 'python', code: python(call) },
  ];
}

function urlOf({ server, operation, pathValues }: SampleCall): string {
  return server + operation.path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => pathValues[name] ?? name);
}

function curl(call: SampleCall): string {
  const { operation, keyVariable, body } = call;
  return [
    `curl -s${operation.method === 'get' || body !== undefined ? '' : ` -X ${operation.method.toUpperCase()}`} ${urlOf(call)}`,
    ...(keyVariable === undefined ? [] : [`  -H "Authorization: Bearer $${keyVariable}"`]),
    ...(body === undefined
      ? []
      : [
          "  -H 'Content-Type: application/json'",
          `  -d '${JSON.stringify(body).replaceAll("'", String.raw`'\''`)}'`,
        ]),
  ].join(' \\\n');
}

function typescript(call: SampleCall): string {
  const { operation, keyVariable, body } = call;
  const headers = [
    ...(keyVariable === undefined ? [] : [`    authorization: \`Bearer \${process.env.${keyVariable}}\`,`]),
    ...(body === undefined ? [] : ["    'content-type': 'application/json',"]),
  ];
  return [
    `const response = await fetch('${urlOf(call)}', {`,
    `  method: '${operation.method.toUpperCase()}',`,
    ...(headers.length === 0 ? [] : ['  headers: {', ...headers, '  },']),
    ...(body === undefined ? [] : [`  body: JSON.stringify(${indented(body, '  ')}),`]),
    '});',
    'console.log(response.status, await response.json());',
  ].join('\n');
}

function python(call: SampleCall): string {
  const { operation, keyVariable, body } = call;
  const headers = [
    ...(keyVariable === undefined ? [] : [`"Authorization": "Bearer " + os.environ["${keyVariable}"]`]),
    ...(body === undefined ? [] : ['"Content-Type": "application/json"']),
  ];
  return [
    ...(body === undefined ? [] : ['import json']),
    ...(keyVariable === undefined ? [] : ['import os']),
    'import urllib.request',
    '',
    'request = urllib.request.Request(',
    `    "${urlOf(call)}",`,
    `    method="${operation.method.toUpperCase()}",`,
    `    headers={${headers.join(', ')}},`,
    ...(body === undefined ? [] : [`    data=json.dumps(${pythonLiteral(body, '    ')}).encode(),`]),
    ')',
    'with urllib.request.urlopen(request) as response:',
    '    print(response.status, response.read().decode())',
  ].join('\n');
}

function indented(value: JsonValue, indent: string): string {
  return JSON.stringify(value, null, 2).replaceAll('\n', `\n${indent}`);
}

const PYTHON_WORDS: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' };

function pythonLiteral(value: JsonValue, indent: string): string {
  // A text is passed over as a whole, so that a word inside of it stays what it is.
  return indented(value, indent).replaceAll(
    /"(?:[^"\\]|\\.)*"|\b(?:true|false|null)\b/g,
    (token) => PYTHON_WORDS[token] ?? token,
  );
}

/** Writes calls with the client that `keyframe generate client` writes. */
import { nameOperations } from '@keyframe/openapi-client';
import { isJsonObject, type JsonValue, type OpenApiModel } from '@keyframe/openapi-model';
import { type ClientSample, singleQuoted, typescriptLiteral } from './code-samples.ts';
import { findFiles } from './find-files.ts';
import { chooseMediaType, type SampleCall, type SampleOptions } from './sample-call.ts';

/** Creates a writer of calls with the generated client of a document. */
export function generatedClientSample(model: OpenApiModel, options: SampleOptions): ClientSample {
  const { operations } = model;
  const names = nameOperations(
    operations.map(({ id, operationId, method, path }) => ({
      id,
      method,
      path,
      isWritten: id === operationId,
    })),
  );
  const nameById = new Map(operations.map(({ id }, index) => [id, names[index] ?? id]));
  return (call) => {
    const name = nameById.get(call.operation.id);
    return name === undefined ? undefined : printCall(name, call, { ...options, model });
  };
}

interface PrintOptions extends SampleOptions {
  readonly model: OpenApiModel;
}

function printCall(name: string, call: SampleCall, options: PrintOptions): string {
  const schemes = Object.entries(call.schemes).map(([scheme, { isBasic }]) => {
    const variable = `process.env.${options.keyVariable} ?? ''`;
    const credential = isBasic ? `{ username: 'user', password: ${variable} }` : variable;
    return `${printName(scheme)}: ${credential}`;
  });
  const settings = [
    `baseUrl: ${singleQuoted(options.server)}`,
    ...(schemes.length === 0 ? [] : [`auth: { ${schemes.join(', ')} }`]),
  ];
  const request = printRequest(call, options);
  const start = `${name}(client${request === '' ? '' : `, ${request}`})`;
  const isStream = call.operation.responses.some(
    ({ status, content }) => /^2/.test(status) && content[0]?.stream !== undefined,
  );
  return [
    `import { createClient, ${name} } from './client/index.ts';`,
    '',
    `const client = createClient({ ${settings.join(', ')} });`,
    isStream ? `for await (const item of await ${start}) console.log(item);` : `console.log(await ${start});`,
  ].join('\n');
}

function printRequest(call: SampleCall, { model }: PrintOptions): string {
  const members = Object.entries(call.values)
    .filter(([, values]) => Object.keys(values).length > 0)
    .map(([location, values]) => `  ${location}: ${typescriptLiteral(values, '  ')},`);
  if (call.mediaType !== undefined) members.push(`  body: ${printBody(call, model)},`);
  return members.length === 0 ? '' : `{\n${members.join('\n')}\n}`;
}

function printBody({ operation, value, text, json, fields }: SampleCall, model: OpenApiModel): string {
  if (json !== undefined) return typescriptLiteral(json, '  ');
  if (!isJsonObject(value)) return singleQuoted(text ?? '');
  const mediaType = chooseMediaType(operation);
  const files =
    fields === undefined || mediaType === undefined ? new Set<string>() : findFiles(model, mediaType);
  const entries = Object.entries(value).map(([name, member = null]) => {
    const printedValue = files.has(name) ? printFile(member) : typescriptLiteral(member, '    ');
    return `    ${printName(name)}: ${printedValue},`;
  });
  return `{\n${entries.join('\n')}\n  }`;
}

function printFile(value: JsonValue): string {
  const file = "new File(['content of the file'], 'file')";
  return Array.isArray(value) ? `[${file}]` : file;
}

function printName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : singleQuoted(name);
}

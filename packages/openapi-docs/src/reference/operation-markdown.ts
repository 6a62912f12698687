/** Prints an operation or a webhook as Markdown, for `.md` addresses and language models. */
import type { Header, MediaType, Operation, Parameter } from '@keyframe/openapi-model';
import { codeSamples } from './code-samples.ts';
import { describeConstraints, describeType } from './constraints.ts';
import { describeConsumers } from './consumers.ts';
import { listBodyExamples, printExample } from './examples.ts';
import { printShapes, toOneLine } from './field-list.ts';
import { joinBlocks } from './html.ts';
import { ANY_VALUE, joinSchemas } from './joined-schema.ts';
import type { PageContext } from './page-context.ts';
import { sampleCall } from './sample-call.ts';
import { findOmission, getBodySchema, type Shape, ShapeReader } from './shapes.ts';
import { nameStatus } from './status-names.ts';

/** Prints an operation that clients call. `closing` follows the responses. */
export function printOperation(context: PageContext, operation: Operation, closing: string): string {
  const { method, path, description = '', deprecated } = operation;
  const samples = codeSamples(sampleCall(context.samples, operation, context), context.client);
  return joinBlocks(
    [
      `\`\`\`http\n${method.toUpperCase()} ${path}\n\`\`\``,
      deprecated ? 'Deprecated.' : '',
      description,
      describeSecurity(operation),
      ...describeConsumers(context.consumers, [operation.pointer], 'Called'),
      '## Code samples',
      ...samples.map(({ label, language, code }) => `### ${label}\n\n\`\`\`${language}\n${code}\n\`\`\``),
      ...printRequest(context, operation),
      '## Responses',
      ...printResponses(context, operation),
      closing,
    ],
    '\n\n',
  );
}

/** Prints a request that the service sends. */
export function printSentRequest(context: PageContext, operation: Operation): string {
  return joinBlocks(
    [
      operation.description ?? '',
      ...printRequest(context, operation),
      '## Your response',
      ...printResponses(context, operation),
    ],
    '\n\n',
  );
}

/** Names the scopes that an operation requires, or the schemes of the keys that will do. */
export function describeSecurity({ security }: Operation): string {
  const alternatives = security.map((requirement) => Object.keys(requirement));
  if (alternatives.every((schemes) => schemes.length === 0)) return 'Requires no key.';
  const scopes = security.map((requirement) => Object.values(requirement)).flat(2);
  if (scopes.length === 0) {
    const keys = alternatives.map(
      (schemes) => schemes.map((scheme) => `\`${scheme}\``).join(' and ') || 'none',
    );
    return `Requires a key: ${keys.join(', or ')}.`;
  }
  return `Requires a key with the scope ${scopes.map((scope) => `\`${scope}\``).join(' and ')}.`;
}

function printRequest(context: PageContext, operation: Operation): string[] {
  const { parameters, requestBody } = operation;
  const omission = findOmission(context.model, operation, 'request');
  const shapes = new ShapeReader(context.schemas, context);
  return [
    parameters.length === 0 ? '' : '## Parameters',
    parameters
      .map((parameter) => printMember(context, parameter, ` in the ${parameter.location}`))
      .join('\n'),
    requestBody === undefined ? '' : '## Request body',
    requestBody?.description ?? '',
    ...(requestBody?.content ?? []).map((type) =>
      printBody(context, type, { heading: '###', shapes: shapes.readBody(getBodySchema(type), omission) }),
    ),
  ];
}

function printMember({ schemas, consumers }: PageContext, member: Parameter | Header, where: string): string {
  const schema = joinSchemas([schemas.node(member.schema ?? ANY_VALUE)]);
  const facts = [
    describeType(schema),
    ...describeConstraints(schema),
    ...describeConsumers(consumers, [member.pointer]),
  ];
  if (member.required) facts.splice(1, 0, '**required**');
  return `- \`${member.name}\`${where}: ${facts.join(', ')}. ${toOneLine(member.description ?? '')}`;
}

function printResponses(context: PageContext, operation: Operation): string[] {
  const omission = findOmission(context.model, operation, 'response');
  const shapes = new ShapeReader(context.schemas, context);
  return operation.responses.map(({ status, description, headers, content }) =>
    joinBlocks(
      [
        `### ${status} ${nameStatus(status)}`,
        description,
        headers.length === 0 ? '' : '#### Headers',
        headers.map((header) => printMember(context, header, '')).join('\n'),
        ...content.map((type) =>
          printBody(context, type, {
            heading: '####',
            shapes: shapes.readBody(getBodySchema(type), omission),
          }),
        ),
      ],
      '\n\n',
    ),
  );
}

function printBody(
  context: PageContext,
  mediaType: MediaType,
  { heading, shapes }: { readonly heading: string; readonly shapes: readonly Shape[] },
): string {
  const examples = listBodyExamples(context, [mediaType]).map(({ title, value }) =>
    joinBlocks([`**${title}**`, `\`\`\`json\n${printExample(value)}\n\`\`\``], '\n\n'),
  );
  return joinBlocks(
    [
      `${heading} Fields${mediaType.stream ? ' of each item' : ''} (${mediaType.name})`,
      printShapes(shapes, context),
      examples.length === 0 ? '' : `${heading} Examples`,
      ...examples,
    ],
    '\n\n',
  );
}

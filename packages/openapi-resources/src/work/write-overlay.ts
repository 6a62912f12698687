// An overlay with the lines that a document lacks to describe its work.
import type { Operation } from '@keyframe/openapi-model';
import { explainWork } from './explain-work.ts';
import type { DerivedWork, MissingFact } from './work.ts';

/**
 * Writes an Overlay (OpenAPI Overlay 1.0) in YAML that adds `x-async` with the missing facts; values in `<…>` are to be replaced. The
 * readings are its comments.
 */
export function writeOverlay(derived: DerivedWork, title: string): string {
  const comments = explainWork(derived).map((line) => `# ${line}`);
  const starts = [...derived.works, ...derived.unread].filter(({ missing }) => missing.length > 0);
  if (starts.length === 0) return [...comments, '# Nothing is missing.'].join('\n');
  const actions = starts.map((start) =>
    writeAction(start.start, start.missing, findState(derived, start.start)),
  );
  return [
    ...comments,
    'overlay: 1.0.0',
    `info: { title: ${JSON.stringify(title)}, version: 1.0.0 }`,
    'actions:',
    ...actions.map((lines) => lines.join('\n')),
  ].join('\n');
}

function findState({ works }: DerivedWork, start: Operation): string | undefined {
  return works.find((work) => work.start === start)?.states.state;
}

function writeAction(
  { path, method }: Operation,
  missing: readonly MissingFact[],
  state: string | undefined,
): string[] {
  const target = `$.paths['${path.replaceAll("'", String.raw`\'`)}'].${method}`;
  const lines = missing.flatMap((fact) => writeFact(fact, state));
  return [
    `  - target: ${JSON.stringify(target)}`,
    '    update:',
    '      x-async:',
    ...[...new Set(lines)].map((line) => `        ${line}`),
  ];
}

const WORDS = [
  "waiting: ['<words that other states follow>']",
  "success: ['<words of success>']",
  "failure: ['<words of failure>']",
];

function writeFact({ fact, evidence }: MissingFact, state: string | undefined): string[] {
  const [, name = 'id'] = /"([^"]+)"/.exec(evidence) ?? [];
  switch (fact) {
    case 'arguments':
      return [`parameters: { ${JSON.stringify(name)}: '$response.body#/<member>' }`];
    case 'outcome':
      return ["error: '$response.body#/<member with the reason of a failure>'"];
    case 'states':
      return [`state: ${JSON.stringify(state ?? '$response.body#/<member>')}`, ...WORDS];
    default:
      return [
        "reader: '<operationId of the operation that reads the work>'",
        "parameters: { '<parameter of the reader>': '$response.body#/<member>' }",
        "state: '$response.body#/<member>'",
        ...WORDS,
      ];
  }
}

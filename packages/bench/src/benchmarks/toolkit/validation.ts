/** Validating our creation request, beside a hand-written zod schema and Ajv's compiled function. */
import { schemas } from '@keyframe/contract/hono';
import document from '@keyframe/contract/openapi.json' with { type: 'json' };
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Benchmark } from '../../comparison.ts';
import { alternate } from '../../rounds.ts';
import { handWritten } from '../../validation/hand-written.ts';

const BATCH = 500;
const REQUEST = 'VideoGenerationRequest';

/** Compares validations a second: valid requests, and the same without the prompt. */
export const validation: Benchmark = async ({ rounds, seconds }) => {
  const valid = Object.values(document.components.examples)
    .map(({ value }) => value)
    .filter((value) => typeof value === 'object')
    .filter((value) => schemas[REQUEST].safeParse(value).success);
  const invalid = valid.map((value) => ({ ...value, input: { ...Object(value).input, prompt: '' } }));
  const subject = (value: unknown) => schemas[REQUEST].safeParse(value).success;
  const zod = (value: unknown) => handWritten.safeParse(value).success;
  const ajv = ajvFunction();
  const figures = async (values: readonly unknown[], peer: Decide) => {
    const isRight = values === valid;
    const sides = { subject: rate(values, subject, isRight), peer: rate(values, peer, isRight) };
    const perRound = { subject: sides.subject(seconds), peer: sides.peer(seconds) };
    return (await alternate(rounds, perRound)).perSecond;
  };
  const faster = { kind: 'ratio', atLeast: 1 } as const;
  const half = { kind: 'ratio', atLeast: 0.5 } as const;
  const unit = '/s' as const;
  return [
    {
      subject: 'valid requests',
      peer: 'hand-written zod',
      unit,
      figures: await figures(valid, zod),
      target: faster,
    },
    {
      subject: 'refused requests',
      peer: 'hand-written zod',
      unit,
      figures: await figures(invalid, zod),
      target: faster,
    },
    {
      subject: 'valid requests',
      peer: 'compiled Ajv',
      unit,
      figures: await figures(valid, ajv),
      target: half,
    },
    {
      subject: 'refused requests',
      peer: 'compiled Ajv',
      unit,
      figures: await figures(invalid, ajv),
      target: half,
    },
  ];
};

type Decide = (value: unknown) => boolean;

// Ajv lists all errors here, as both others do. It fills in no defaults, which the others do.
function ajvFunction(): Decide {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema(document, 'document');
  const decide = ajv.compile({ $ref: `document#/components/schemas/${REQUEST}` });
  return (value) => decide(value) === true;
}

// A part of a round each: many short turns in all, and none that decides wrong.
function rate(values: readonly unknown[], decide: Decide, expected: boolean) {
  return (seconds: number) => async () => {
    const until = performance.now() + seconds * 1_000;
    const startedAt = performance.now();
    let count = 0;
    while (performance.now() < until) {
      for (let turn = 0; turn < BATCH; turn += 1) {
        const value = values[turn % values.length];
        if (decide(value) !== expected)
          throw new Error(`The validator decided wrongly: ${JSON.stringify(value)}`);
      }
      count += BATCH;
    }
    return { perSecond: (count / (performance.now() - startedAt)) * 1_000 };
  };
}

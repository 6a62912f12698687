// Bodies: values near the border of what the contract allows, and texts that are no JSON, or worse, are.
import document from '@keyframe/contract/openapi.json' with { type: 'json' };
import { collectNames, collectValues, createMutants, type JsonValue } from '@keyframe/openapi-schema/values';
import fc from 'fast-check';

const EXAMPLES = Object.values(
  document.paths['/v1/videos/generations'].post.requestBody.content['application/json'].examples,
).map(({ $ref }) => {
  const name = $ref.replace('#/components/examples/', '') as keyof typeof document.components.examples;
  return document.components.examples[name].value as JsonValue;
});

/** Addresses that lead inside, each in a disguise; and some that only look like it. */
const URLS = [
  ...`https://127.1/ https://2130706433/ https://0x7f.0.0.1/ https://[::ffff:10.0.0.1]/ https://[::1]/ https://localhost./
    https://user:pass@example.com/ https://169.254.169.254/latest/meta-data https://a https://xn--/ https://example.com:0/
    https://example.com:99999/ https://example.com:25/ https://[fe80::1%25eth0]/ file:///etc/passwd javascript:alert(1)
    https:/// https://%00/ https://пример.рф/ http://example.com/a.png https://receiver.example/callback`.split(
    /\s+/,
  ),
  ...['https://ex\u0000ample.com/', `https://example.com/${'a'.repeat(5000)}`],
];
const PROMPTS = [
  ...['\u0000', '\ud800', '\udc00\ud800', '\u202e', 'é'.repeat(60_000)],
  ...['#sandbox:fail=x', '#sandbox:delay=99999s', '#sandbox:timeout'],
];
const { VideoGenerationRequest, GenerationSettings } = document.components.schemas;
const POOL = [
  ...collectValues(VideoGenerationRequest),
  ...collectValues(GenerationSettings),
  ...URLS,
  ...PROMPTS,
];

/** Draws mutants of the contract's examples, of a store that a seed fills. */
export function mutatedBodies(seed: number, count: number): fc.Arbitrary<string> {
  const names = collectNames(document.components.schemas);
  const mutants = createMutants(EXAMPLES, { pool: POOL, names, seed, count });
  return fc.nat(mutants.length - 1).map((index) => JSON.stringify(mutants[index]));
}

/** Draws bodies that are valid except for one text: a prompt, or a URL. */
export const hostileTexts: fc.Arbitrary<string> = fc.oneof(
  fc
    .oneof(
      fc.constantFrom(...PROMPTS),
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)) }),
    )
    .map((prompt) => JSON.stringify({ model: 'video-2-0', input: { prompt } })),
  fc
    .tuple(fc.oneof(fc.constantFrom(...URLS), fc.webUrl({ withQueryParameters: true })), fc.boolean())
    .map(([url, isCallback]) =>
      JSON.stringify({
        model: 'video-2-0',
        ...(isCallback ? { callback_url: url } : {}),
        input: { prompt: 'a', generation_type: 'reference-to-video', image_urls: [url] },
      }),
    ),
);

const VALID = JSON.stringify(EXAMPLES[0]);

function nested(open: string, close: string): fc.Arbitrary<string> {
  return fc
    .constantFrom(10, 63, 64, 65, 100, 5000, 60_000)
    .map((depth) => `{"model":"video-2-0","input":${open.repeat(depth)}1${close.repeat(depth)}}`);
}

/** Draws bytes that may break a JSON parser, or the checks before it. */
export const brokenBodies: fc.Arbitrary<Buffer> = fc.oneof(
  ...[
    fc.nat(VALID.length).map((length) => VALID.slice(0, length)),
    fc
      .tuple(fc.nat(VALID.length), fc.string({ unit: 'binary', maxLength: 4 }))
      .map(([at, text]) => VALID.slice(0, at) + text + VALID.slice(at)),
    fc.constantFrom(
      '',
      ' ',
      'null',
      '"',
      '[]',
      '{',
      '}{',
      '1',
      '-',
      'tru',
      'NaN',
      '{"a":1,}',
      "{'a':1}",
      '// a\n{}',
      '\ufeff{}',
    ),
    fc.json({ noUnicodeString: false }),
    nested('[', ']'),
    nested('{"a":', '}'),
    fc.constantFrom(
      '{"model":"video-2-0","model":"x","input":{"prompt":"a"}}',
      '{"__proto__":{"model":"video-2-0"},"input":{"prompt":"a"}}',
      '{"model":"video-2-0","input":{"prompt":"a","__proto__":{"duration":99}}}',
      '{"model":"video-2-0","input":{"prompt":"a","constructor":{"prototype":{"x":1}}}}',
      '{"model":"video-2-0","input":{"prompt":"\\ud800"}}',
      '{"model":"video-2-0","input":{"prompt":"\\u0000"}}',
      '{"model":"video-2-0","input":{"prompt":"a","seed":1e999}}',
      '{"model":"video-2-0","input":{"prompt":"a","seed":-0}}',
      '{"model":"video-2-0","input":{"prompt":"a","duration":5.0}}',
      '{"model":"video-2-0","input":{"prompt":"a","seed":4294967295.00000001}}',
    ),
    fc
      .constantFrom(256 * 1024 - 40, 256 * 1024, 256 * 1024 + 1, 300_000)
      .map((length) => `{"model":"video-2-0","x":"${'x'.repeat(length - 26)}"}`),
  ].map((text) => text.map((drawn) => Buffer.from(drawn))),
  fc
    .uint8Array({ maxLength: 64 })
    .map((bytes) => Buffer.concat([Buffer.from('{"model":"'), bytes, Buffer.from('"}')])),
);

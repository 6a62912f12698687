/** The table of prices, from the contract's example of the operation that lists them. */
import type { Page } from '@keyframe/openapi-docs';
import { isJsonObject, listExamples, type OpenApiModel } from '@keyframe/openapi-model';

/** The section of the contract's description that explains what a task costs. */
const SECTION = 'api/concepts/pricing';

/** Adds the table to the page about prices. A test of the server compares the example with its price table. */
export function withPrices(pages: readonly Page[], model: OpenApiModel): Page[] {
  if (pages.every(({ slug }) => slug !== SECTION)) throw new Error(`There is no page ${SECTION}.`);
  return pages.map((page) =>
    page.slug === SECTION ? { ...page, markdown: `${page.markdown}\n\n${pricesMarkdown(model)}` } : page,
  );
}

function pricesMarkdown(model: OpenApiModel): string {
  const models = exampleModels(model);
  const resolutions = Object.keys(models[0]?.perSecond ?? {});
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    '## Default prices\n',
    'Credits for each second of video. The operator of a service can change them; `GET /v1/models` returns those in force.\n',
    row(['model', ...resolutions, 'with video references']),
    row(['---', ...resolutions.map(() => '---:'), '---:']),
    ...models.map(({ id, perSecond, factor }) =>
      row([`\`${id}\``, ...resolutions.map((resolution) => String(perSecond[resolution])), `× ${factor}`]),
    ),
  ].join('\n');
}

function exampleModels(model: OpenApiModel) {
  const operation = model.operations.find(({ method, path }) => method === 'get' && path === '/v1/models');
  const body = operation?.responses.find(({ status }) => status === '200')?.content[0];
  const example = body === undefined ? undefined : listExamples(model, body.pointer)[0]?.value;
  const listed = isJsonObject(example) && Array.isArray(example.data) ? example.data : [];
  const models = listed.filter(isJsonObject).map(({ id, credits_per_second, video_reference_factor }) => ({
    id: String(id),
    perSecond: isJsonObject(credits_per_second) ? credits_per_second : {},
    factor: Number(video_reference_factor),
  }));
  if (models.length === 0) throw new Error('The contract has no example of the prices.');
  return models;
}

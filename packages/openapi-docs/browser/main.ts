/** The script of a page: it prints the pages of a single file, and adds search, samples and requests to all. */
import { type JsonObject, type OpenApiModel, readModel } from '@keyframe/openapi-model';
import { listSearchPages } from '../src/search/list-search-pages.ts';
import { SearchEngine, type SearchPage } from '../src/search/search-engine.ts';
import type { PageSettings } from '../src/site/print-file.ts';
import { type ReferenceFacts, readReference } from '../src/site/reference.ts';
import type { PageMock } from './exchange.ts';
import { startFrame } from './frame.ts';
import { defineLanguageChoice } from './language-choice.ts';
import { followFragments } from './reveal-target.ts';
import { startRouter } from './router.ts';
import { connectMock, defineSendRequest } from './send-request.ts';
import { createServedMock } from './served-mock.ts';
import { defineSearch } from './site-search.ts';

declare global {
  var referenceDocument: JsonObject | undefined;
  var referenceSearch: SearchPage[] | undefined;
}

/** Starts the page; `createMock` is undefined in a page without a mock. */
export function start(createMock: ((model: OpenApiModel) => PageMock) | undefined): void {
  const settings: PageSettings = readJson('reference-settings');
  const { control, slug, root } = settings;
  let model: OpenApiModel | undefined;
  const getModel = async () => {
    if (model === undefined) {
      const embedded = document.getElementById('reference-document');
      if (embedded === null) await loadScript(`${root}assets/document.js`);
      const source: JsonObject = globalThis.referenceDocument ?? JSON.parse(embedded?.textContent ?? '{}');
      model = readModel(source, 'the document', { lenient: true });
    }
    return model;
  };
  let reference: ReferenceFacts | undefined;
  const getReference = async () => {
    reference ??= readReference(await getModel(), root, settings);
    return reference;
  };
  const getMock = createMock && (async () => createMock(await getModel()));
  const isSingle = slug === undefined;
  defineLanguageChoice();
  const served = control === undefined ? undefined : connectMock(createServedMock(control));
  defineSendRequest(served ? async () => served : getMock);
  const getSlug = isSingle ? startRouter(getReference) : () => slug;
  if (!isSingle) followFragments();
  startFrame({
    async getMarkdown() {
      const current = getSlug();
      const { plans } = await getReference();
      const plan = plans.find((candidate) => candidate.slug === current);
      return plan === undefined ? '' : `# ${plan.title}\n\n${plan.print().markdown}`;
    },
    getDocument: async () => (await getModel()).original,
  });
  defineSearch({
    groups: [
      async () => {
        const pages = isSingle
          ? listSearchPages(await getModel(), (await getReference()).plans)
          : await loadSearchPages(root);
        return { title: 'Reference', limit: 10, engine: new SearchEngine(pages) };
      },
    ],
    getAddress: ({ path }, anchor) => {
      if (isSingle) return `#${path}${anchor}`;
      return `${root}${path}index.html${anchor === '' ? '' : `#${anchor}`}`;
    },
  });
}

async function loadSearchPages(root: string): Promise<SearchPage[]> {
  if (globalThis.referenceSearch === undefined) await loadScript(`${root}assets/search.js`);
  return globalThis.referenceSearch ?? [];
}

function readJson<TValue>(id: string): TValue {
  return JSON.parse(document.getElementById(id)?.textContent ?? '{}');
}

function loadScript(src: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = Object.assign(document.createElement('script'), { src });
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => reject(new Error(`${src} could not be loaded`)));
    document.head.append(script);
  });
}

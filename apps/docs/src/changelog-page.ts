/** The page that lists the changes between releases of the contract, as contract-gate reports them. */
import { type Change, diffDocuments } from '@keyframe/contract-gate';
import { type Page, toSlug } from '@keyframe/openapi-docs';
import type { OpenApiModel } from '@keyframe/openapi-model';
import { getVersion } from './contract-files.ts';

const HEADINGS = { error: 'Breaking', warning: 'Risky', info: 'Compatible' } as const;

/** Creates the page from the releases, the oldest first. */
export function changelogPage(releases: readonly OpenApiModel[], folder: string): Page {
  const steps = releases.slice(1).map((release, index) => stepMarkdown(releases[index] ?? release, release));
  return {
    slug: 'api/changelog',
    title: 'Changelog',
    description: 'What changed in the API from version to version, and for whom.',
    order: 90,
    markdown: [
      'Each version compared with the previous one. Changes of texts and examples are omitted, since they affect no message. ' +
        `[Compatibility](${folder}concepts/compatibility/) says what may change within \`/v1\`.`,
      ...steps.toReversed(),
      `## ${getVersion(releases[0]?.document ?? {})}\n\nThe first release.`,
    ].join('\n\n'),
  };

  function stepMarkdown(old: OpenApiModel, own: OpenApiModel): string {
    const changes = diffDocuments({ old, new: own });
    const parts = (['error', 'warning', 'info'] as const).flatMap((level) => {
      const groups = Map.groupBy(
        changes.filter((change) => change.level === level),
        ({ operations }) => operations.map((operation) => linked(operation)).join(', '),
      );
      if (groups.size === 0) return [];
      const printed = [...groups].map(
        ([operations, group]) => `${operations || 'Everywhere'}:\n\n${group.map(formatChange).join('\n')}`,
      );
      return [`### ${HEADINGS[level]} since ${getVersion(old.document)}`, ...printed];
    });
    return [
      `## ${getVersion(own.document)}`,
      ...(parts.length === 0 ? ['Nothing changed in meaning.'] : parts),
    ].join('\n\n');
  }

  /** Links an operation that still exists to its page. */
  function linked(operation: string): string {
    const found = releases
      .at(-1)
      ?.operations.find(({ method, path }) => `${method.toUpperCase()} ${path}` === operation);
    return found ? `[\`${operation}\`](${folder}operations/${toSlug(found.id)}/)` : `\`${operation}\``;
  }
}

function formatChange({ message, witness }: Change): string {
  const shown = witness === undefined ? '' : ` For example \`${JSON.stringify(witness)}\`.`;
  return `- ${message}${shown}`;
}

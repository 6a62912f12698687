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

  function stepMarkdown(old: OpenApiModel, next: OpenApiModel): string {
    const changes = diffDocuments({ old, new: next });
    const blocks = [`## ${getVersion(next.document)}`];
    for (const level of ['error', 'warning', 'info'] as const) {
      const groups = Map.groupBy(
        changes.filter((change) => change.level === level),
        ({ operations }) => operations.map((operation) => linked(operation)).join(', '),
      );
      if (groups.size > 0) blocks.push(`### ${HEADINGS[level]} since ${getVersion(old.document)}`);
      for (const [operations, group] of groups)
        blocks.push(`${operations || 'Everywhere'}:\n\n${group.map(formatChange).join('\n')}`);
    }
    if (changes.length === 0) blocks.push('Nothing changed in meaning.');
    return blocks.join('\n\n');
  }

  /** Links an operation that still exists to its page. */
  function linked(operation: string): string {
    const existing = releases
      .at(-1)
      ?.operations.find(({ method, path }) => `${method.toUpperCase()} ${path}` === operation);
    return existing ? `[\`${operation}\`](${folder}operations/${toSlug(existing.id)}/)` : `\`${operation}\``;
  }
}

function formatChange({ message, witness }: Change): string {
  const example = witness === undefined ? '' : ` For example \`${JSON.stringify(witness)}\`.`;
  return `- ${message}${example}`;
}

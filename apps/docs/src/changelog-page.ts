/** The page of what changed between the releases of the contract, as the gate's comparison tells it. */
import { type Change, diffDocuments } from '@keyframe/contract-gate';
import type { OpenApiModel } from '@keyframe/openapi-model';
import { versionOf } from './contract-files.ts';
import { type Page, slugOf } from './reference/page.ts';

const HEADINGS = { error: 'Breaking', warning: 'Risky', info: 'Compatible' } as const;

/** Makes the page from the releases, the oldest first. */
export function changelogPage(releases: readonly OpenApiModel[], folder: string): Page {
  const steps = releases.slice(1).map((release, index) => stepMarkdown(releases[index] ?? release, release));
  return {
    slug: 'api/changelog',
    title: 'Changelog',
    description: 'What changed in the API from version to version, and for whom.',
    order: 90,
    markdown: [
      'Each version compared with the one before it. Texts and examples, which change no message, are left out. ' +
        `[Compatibility](${folder}concepts/compatibility/) says what may change within \`/v1\`.`,
      ...steps.toReversed(),
      `## ${versionOf(releases[0]?.document ?? {})}\n\nThe first release.`,
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
        ([operations, group]) => `${operations || 'Everywhere'}:\n\n${group.map(lineOf).join('\n')}`,
      );
      return [`### ${HEADINGS[level]} since ${versionOf(old.document)}`, ...printed];
    });
    return [
      `## ${versionOf(own.document)}`,
      ...(parts.length === 0 ? ['Nothing changed in meaning.'] : parts),
    ].join('\n\n');
  }

  /** An operation that there still is leads to its page. */
  function linked(operation: string): string {
    const found = releases
      .at(-1)
      ?.operations.find(({ method, path }) => `${method.toUpperCase()} ${path}` === operation);
    return found ? `[\`${operation}\`](${folder}operations/${slugOf(found.id)}/)` : `\`${operation}\``;
  }
}

function lineOf({ message, witness }: Change): string {
  const shown = witness === undefined ? '' : ` For example \`${JSON.stringify(witness)}\`.`;
  return `- ${message}${shown}`;
}

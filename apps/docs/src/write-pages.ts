/** Writes generated pages as files that Astro reads. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Page } from '@keyframe/openapi-docs';

/** Writes each page below a folder, by its slug. */
export function writePages(pages: readonly Page[], folder: string): void {
  for (const page of pages) {
    const file = join(folder, `${page.slug}.md`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, formatPageFile(page));
  }
}

/** Writes a page as a Markdown file of Astro, with its front matter. */
function formatPageFile({ title, description, order, label, markdown, body }: Page): string {
  const sidebar =
    label === undefined ? `order: ${order}` : `order: ${order}\n  label: ${JSON.stringify(label)}`;
  return `---
title: ${JSON.stringify(title)}
description: ${JSON.stringify(description)}
editUrl: false
sidebar:
  ${sidebar}${body === undefined ? '' : `\ntableOfContents: false\nmarkdown: ${JSON.stringify(markdown.trim())}`}
---

${(body === undefined ? markdown : foldLines(body)).trim()}
`;
}

/** Writes HTML without line breaks between elements: a blank line would end it in Markdown. */
function foldLines(html: string): string {
  return html
    .replaceAll(/<(pre|textarea)\b[\s\S]*?<\/\1>/g, (block) => block.replaceAll('\n', '&#10;'))
    .replaceAll('\n', ' ');
}

import { defineCollection } from 'astro:content';
import { docsLoader } from '@astrojs/starlight/loaders';
import { docsSchema } from '@astrojs/starlight/schema';
import { z } from 'astro/zod';

/** Members of the front matter that are not Starlight's. */
const extend = z.object({
  /** The Markdown form of a page whose body contains HTML. */
  markdown: z.string().optional(),
  /** Words that readers search for and the page does not contain, such as `nextjs`. */
  keywords: z.array(z.string()).optional(),
});

export const collections = {
  docs: defineCollection({ loader: docsLoader(), schema: docsSchema({ extend }) }),
};

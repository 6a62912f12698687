/** One page of each template of the docs: the first, code, pictures, tables, the longest page of the reference. */
export const TEMPLATES: readonly string[] = [
  '',
  'guides/receiving-callbacks/',
  'guides/console/',
  'api/concepts/pricing/',
  'api/operations/create-video-generation/',
  'api/changelog/',
  'operate/configuration/',
];

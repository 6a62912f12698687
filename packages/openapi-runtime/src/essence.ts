/** Returns a media type without its parameters, in lower case: `text/html` of `Text/HTML; charset=utf-8`. */
export function getEssence(mediaType: string): string {
  return (mediaType.split(';', 1)[0] ?? '').trim().toLowerCase();
}

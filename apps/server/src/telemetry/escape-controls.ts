const CONTROLS = /[\p{Cc}\u2028-\u202E\u2066-\u2069]/gu;
/** Control characters that JSON leaves as they are. */
const CONTROLS_IN_JSON = /[\u007F-\u009F\u2028-\u202E\u2066-\u2069]/g;

const escapeCharacter = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Replaces control characters, line ends and changes of direction, which a terminal would obey, with their escapes. */
export function escapeControls(text: string): string {
  return text.replace(CONTROLS, escapeCharacter);
}

/** Does the same to JSON text, whose value stays the same. */
export function escapeControlsInJson(json: string): string {
  return json.replace(CONTROLS_IN_JSON, escapeCharacter);
}

// Rules for code points that are allowed only in some contexts (RFC 5892, appendix A), and for labels that are written
// from right to left (RFC 5893).

// Canonical_Combining_Class=Virama, which regular expressions don't know.
const VIRAMA =
  '\\u094D\\u09CD\\u0A4D\\u0ACD\\u0B4D\\u0BCD\\u0C4D\\u0CCD\\u0D3B\\u0D3C\\u0D4D\\u0DCA\\u0E3A\\u0EBA\\u0F84\\u1039\\u103A' +
  '\\u1714\\u1715\\u1734\\u17D2\\u1A60\\u1B44\\u1BAA\\u1BAB\\u1BF2\\u1BF3\\u2D7F\\uA806\\uA82C\\uA8C4\\uA953\\uA9C0\\uAAF6\\uABED' +
  '\\u{10A3F}\\u{11046}\\u{11070}\\u{1107F}\\u{110B9}\\u{11133}\\u{11134}\\u{111C0}\\u{11235}\\u{112EA}\\u{1134D}\\u{11442}' +
  '\\u{114C2}\\u{115BF}\\u{1163F}\\u{116B6}\\u{1172B}\\u{11839}\\u{1193D}\\u{1193E}\\u{119E0}\\u{11A34}\\u{11A47}\\u{11A99}' +
  '\\u{11C3F}\\u{11D44}\\u{11D45}\\u{11D97}\\u{11F41}\\u{11F42}';

// Joining_Type: letters that join on their right side only, and those that do not join at all.
const RIGHT_JOINING =
  '\\u0622-\\u0625\\u0627\\u0629\\u062F-\\u0632\\u0648\\u0671-\\u0673\\u0675-\\u0677\\u0688-\\u0699\\u06C0\\u06C3-\\u06CB\\u06CD' +
  '\\u06CF\\u06D2\\u06D3\\u06D5\\u06EE\\u06EF\\u0710\\u0715-\\u0719\\u071E\\u0728\\u072A\\u072C\\u072F\\u074D\\u0759-\\u075B\\u076B' +
  '\\u076C\\u0771\\u0773\\u0774\\u0778\\u0779\\u0840\\u0846\\u0847\\u0849\\u0854\\u0856-\\u0858\\u0867\\u0869\\u086A\\u0870-\\u0882' +
  '\\u088E\\u08AA-\\u08AC\\u08AE\\u08B1\\u08B2\\u08B9';
const NOT_JOINING = '\\u0621\\u0674\\u0861\\u0866\\u08AD\\u200C';
const JOINING_SCRIPTS = ['Arab', 'Syrc', 'Mand', 'Nkoo', 'Mong', 'Phag', 'Adlm', 'Mani', 'Rohg']
  .map((script) => `\\p{Script_Extensions=${script}}`)
  .join('');
const TRANSPARENT = '[[\\p{Mn}\\p{Me}\\p{Cf}]--[\\u200C\\u200D]]';
const JOINING = `[[\\p{L}&&[${JOINING_SCRIPTS}]]--[${NOT_JOINING}]]`;
const JOINING_LEFT = `[${JOINING}--[${RIGHT_JOINING}]]`;

const NON_JOINER = new RegExp(
  `(?<=[${VIRAMA}])\\u200C|(?<=${JOINING_LEFT}${TRANSPARENT}*)\\u200C(?=${TRANSPARENT}*${JOINING})`,
  'gv',
);
const JOINER = new RegExp(`(?<=[${VIRAMA}])\\u200D`, 'gu');

/** Checks whether every code point that is allowed only in some contexts is in such a context. */
export function isInContext(label: string): boolean {
  const text = label
    .replaceAll(NON_JOINER, '')
    .replaceAll(JOINER, '')
    .replaceAll(/(?<=l)\u00B7(?=l)/g, '')
    .replaceAll(/\u0375(?=\p{Script=Greek})/gu, '')
    .replaceAll(/(?<=\p{Script=Hebrew})[\u05F3\u05F4]/gu, '');
  if (/\u200C|\u200D|[\u00B7\u0375\u05F3\u05F4]/.test(text)) return false;
  if (text.includes('\u30FB') && !/[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u.test(text))
    return false;
  return !(/[\u0660-\u0669]/.test(text) && /[\u06F0-\u06F9]/.test(text));
}

const RTL_SCRIPTS = [
  'Hebr',
  'Arab',
  'Syrc',
  'Thaa',
  'Nkoo',
  'Samr',
  'Mand',
  'Adlm',
  'Rohg',
  'Mani',
  'Phnx',
  'Cprt',
]
  .map((script) => `\\p{Script=${script}}`)
  .join('');
const ARABIC_DIGIT = '[\\u0660-\\u0669\\u{10D30}-\\u{10D39}]';
const EUROPEAN_DIGIT = '[0-9\\u06F0-\\u06F9]';
// Bidi classes NSM, and BN of the joiners.
const MARK = '[\\p{Mn}\\p{Me}\\u200C\\u200D]';
const RTL_LETTER = `[[${RTL_SCRIPTS}]--[\\p{Mn}\\p{Me}\\u06F0-\\u06F9]--${ARABIC_DIGIT}]`;
const LTR_LETTER = `[[\\p{L}\\p{Mc}\\p{Nd}]--[${RTL_SCRIPTS}]--${ARABIC_DIGIT}--${EUROPEAN_DIGIT}]`;

const HAS_RTL = new RegExp(`${RTL_LETTER}|${ARABIC_DIGIT}`, 'v');
const RTL_LABEL = new RegExp(
  `^${RTL_LETTER}(?:${RTL_LETTER}|${ARABIC_DIGIT}|${EUROPEAN_DIGIT}|${MARK}|-)*(?<=[${RTL_LETTER}${ARABIC_DIGIT}${EUROPEAN_DIGIT}]${MARK}*)$`,
  'v',
);
const LTR_LABEL = new RegExp(
  `^${LTR_LETTER}(?:${LTR_LETTER}|${EUROPEAN_DIGIT}|${MARK}|[^\\p{L}\\p{N}\\p{M}])*(?<=[${LTR_LETTER}${EUROPEAN_DIGIT}]${MARK}*)$`,
  'v',
);

/** Checks whether the labels of a name remain distinguishable if some are written from right to left (RFC 5893). */
export function isInDirection(labels: readonly string[]): boolean {
  if (!labels.some((label) => HAS_RTL.test(label))) return true;
  return labels.every((label) => {
    if (!RTL_LABEL.test(label)) return LTR_LABEL.test(label);
    return !(new RegExp(ARABIC_DIGIT, 'v').test(label) && new RegExp(EUROPEAN_DIGIT, 'v').test(label));
  });
}

// The changes that a schema can undergo, and what each does to the values that it accepts.
import type { ChangeLevel } from '../change.ts';

/** `either`: compiled schemas decide. `note`: what is accepted stays, what it means does not. */
export type Effect = 'narrower' | 'wider' | 'either' | 'note';

export interface SchemaRule {
  effect: Effect;
  title: string;
  explanation: string;
  /** The levels, by who sends the message, of a change that no message can show; `info` by default. */
  levels?: { client: ChangeLevel; server: ChangeLevel };
}

const NOTE = { client: 'info', server: 'info' } as const;
const WARNING = { client: 'warning', server: 'warning' } as const;

const narrower = (title: string, explanation: string): SchemaRule => ({
  effect: 'narrower',
  title,
  explanation,
});
const wider = (title: string, explanation: string): SchemaRule => ({ effect: 'wider', title, explanation });
const either = (title: string, explanation: string, levels: SchemaRule['levels'] = NOTE): SchemaRule => ({
  effect: 'either',
  title,
  explanation,
  levels,
});
const note = (title: string, explanation: string, levels: SchemaRule['levels'] = NOTE): SchemaRule => ({
  effect: 'note',
  title,
  explanation,
  levels,
});

const KEEP = 'Keep accepting what was accepted: a receiver may only widen.';
const PROMISE = 'Keep what was promised: a sender may only narrow.';

/** The rules of schemas by the last part of their id; the first part is the message that the schema is of. */
export const SCHEMA_RULES = {
  'type-removed': narrower('A type is no longer allowed', `Values of the type were valid. ${KEEP}`),
  'type-added': wider('One more type is allowed', `Code that reads the value does not expect it. ${PROMISE}`),
  'type-changed': either(
    'The type is another one',
    'No value of the old type is one of the new type. Add a member of another name instead.',
  ),
  'enum-value-removed': narrower('A value left an enumeration', `The value was valid. ${KEEP}`),
  'enum-value-added': wider(
    'A value joined an enumeration',
    'Code that switches over the values does not know it. Start with an open set, a string, where values will come.',
  ),
  'enum-introduced': narrower('Only listed values are allowed now', `Other values were valid. ${KEEP}`),
  'enum-lifted': wider('An enumeration is open now', `Values that nobody listed may come. ${PROMISE}`),
  'minimum-increased': narrower('A lower bound rose', `Numbers below it were valid. ${KEEP}`),
  'minimum-decreased': wider('A lower bound fell or is gone', `Smaller numbers may come. ${PROMISE}`),
  'maximum-decreased': narrower('An upper bound was lowered', `Numbers above it were valid. ${KEEP}`),
  'maximum-increased': wider('An upper bound was raised or removed', `Larger numbers may come. ${PROMISE}`),
  'multiple-of-tightened': narrower('Fewer multiples are allowed', `Other numbers were valid. ${KEEP}`),
  'multiple-of-loosened': wider('More multiples are allowed', `Other numbers may come. ${PROMISE}`),
  'multiple-of-changed': either('Multiples of another number', 'Neither set of numbers contains the other.'),
  'min-length-increased': narrower('Short texts are no longer allowed', `They were valid. ${KEEP}`),
  'min-length-decreased': wider(
    'Shorter texts are allowed',
    `A column or a check may not expect them. ${PROMISE}`,
  ),
  'max-length-decreased': narrower('Long texts are no longer allowed', `They were valid. ${KEEP}`),
  'max-length-increased': wider('Longer texts are allowed', `A column may be too short for them. ${PROMISE}`),
  'pattern-introduced': narrower('Texts must match a pattern now', `Others were valid. ${KEEP}`),
  'pattern-lifted': wider('Texts need not match a pattern any more', `Others may come. ${PROMISE}`),
  'pattern-changed': either(
    'Texts must match another pattern',
    'Texts that match one and not the other were found, or may exist.',
  ),
  'format-introduced': narrower('Values must be of a format now', `Others were valid. ${KEEP}`),
  'format-lifted': wider('Values need not be of a format any more', `Others may come. ${PROMISE}`),
  'format-changed': either('Texts are of another format', 'Parsers of the old format fail on the new one.'),
  'min-items-increased': narrower('Short arrays are no longer allowed', `They were valid. ${KEEP}`),
  'min-items-decreased': wider('Shorter arrays are allowed', `Code may rely on an item. ${PROMISE}`),
  'max-items-decreased': narrower('Long arrays are no longer allowed', `They were valid. ${KEEP}`),
  'max-items-increased': wider('Longer arrays are allowed', `Code may have room for fewer. ${PROMISE}`),
  'unique-items-required': narrower('Items must be unique now', `Repeated items were valid. ${KEEP}`),
  'unique-items-lifted': wider('Items may repeat now', `Code may use them as keys. ${PROMISE}`),
  'items-changed': either(
    'Items by position changed',
    'The items of a tuple have other schemas, or another number of them.',
  ),
  'min-properties-increased': narrower('Small objects are no longer allowed', `They were valid. ${KEEP}`),
  'min-properties-decreased': wider('Smaller objects are allowed', `Code may rely on a member. ${PROMISE}`),
  'max-properties-decreased': narrower('Large objects are no longer allowed', `They were valid. ${KEEP}`),
  'max-properties-increased': wider('Larger objects are allowed', `Code may have room for fewer. ${PROMISE}`),
  'property-added': either(
    'An optional property is new',
    'Compatible where objects are open. One that was closed refuses it, and one whose other members had a schema may.',
  ),
  'required-property-added': narrower(
    'A required property is new',
    'Senders of the old version leave it out. Make it optional, with a default.',
  ),
  'property-removed': either(
    'An optional property is gone',
    'A receiver that is open ignores it without a word; one that is closed refuses it. Deprecate it first.',
    WARNING,
  ),
  'required-property-removed': wider(
    'A property that was always there is gone',
    'Code reads it without asking. Deprecate it, and keep sending it until its sunset.',
  ),
  'property-became-required': narrower(
    'An optional property is required now',
    `Senders leave it out. ${KEEP}`,
  ),
  'property-became-optional': wider(
    'A required property may be missing now',
    `Code reads it without asking. ${PROMISE}`,
  ),
  'additional-properties-forbidden': narrower(
    'Members that are not declared are refused now',
    `Senders that send more than is declared were accepted. ${KEEP}`,
  ),
  'additional-properties-allowed': wider(
    'Members that are not declared may come now',
    'A receiver that validates by the old, closed schema refuses them.',
  ),
  'alternative-removed': either(
    'An alternative of anyOf or oneOf is gone',
    'Values that only this alternative accepted are refused.',
  ),
  'alternative-added': either(
    'An alternative of anyOf or oneOf is new',
    'Values that no other alternative accepts may come.',
  ),
  'condition-changed': either(
    'A condition changed',
    'One of not, if, then, else, contains, propertyNames, patternProperties, dependentRequired or dependentSchemas says something else. ' +
      'Compiled schemas are compared on values near the border of both.',
  ),
  'schema-forbidden': narrower('No value is accepted any more', `The schema is false now. ${KEEP}`),
  'schema-allowed': wider('Values are accepted where none were', `The schema was false. ${PROMISE}`),
  'schema-changed': either(
    'The schema as a whole accepts something else',
    'No single keyword shows it, but a message was found that one version describes and the other refuses.',
  ),
  'default-changed': note(
    'The default is another one',
    'Messages without the member now have another meaning.',
    {
      client: 'error',
      server: 'info',
    },
  ),
  'default-introduced': note(
    'There is a default now',
    'The document now specifies the meaning of a missing member.',
  ),
  'default-removed': note(
    'The default is gone',
    'Nothing says any more what leaving the member out means.',
    WARNING,
  ),
  'read-only-introduced': note('A member is readOnly now', 'What clients set is ignored from now on.', {
    client: 'warning',
    server: 'info',
  }),
  'read-only-lifted': note('A member is no longer readOnly', 'Clients may set it now.'),
  'write-only-introduced': note('A member is writeOnly now', 'Responses no longer contain it.', {
    client: 'info',
    server: 'warning',
  }),
  'write-only-lifted': note('A member is no longer writeOnly', 'Responses may contain it now.'),
  'discriminator-changed': note(
    'The property of the discriminator changed',
    'Generated code distinguishes alternatives by it. Values that came or went are findings of their own.',
  ),
  'content-changed': note(
    'The text is of another encoding or media type',
    'contentEncoding or contentMediaType changed: decoders fail.',
    {
      client: 'error',
      server: 'error',
    },
  ),
  'schema-deprecated': note('A member is deprecated now', 'A notice that it will go.'),
  'schema-undeprecated': note('A member is no longer deprecated', 'It stays.'),
} as const satisfies Record<string, SchemaRule>;

export type SchemaRuleName = keyof typeof SCHEMA_RULES;

/** Returns the level of a change that no message shows. */
export function getLevel(name: SchemaRuleName, sender: 'client' | 'server'): ChangeLevel {
  const { levels = NOTE }: SchemaRule = SCHEMA_RULES[name];
  return levels[sender];
}

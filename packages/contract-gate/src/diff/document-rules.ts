// The changes of everything but schemas.
import type { ChangeLevel } from './change.ts';

export interface DocumentRule {
  level: ChangeLevel;
  title: string;
  explanation: string;
}

const rule = (level: ChangeLevel, title: string, explanation: string): DocumentRule => ({
  level,
  title,
  explanation,
});
const error = (title: string, explanation: string) => rule('error', title, explanation);
const warning = (title: string, explanation: string) => rule('warning', title, explanation);
const info = (title: string, explanation: string) => rule('info', title, explanation);

/** The rules of documents by their id. */
export const DOCUMENT_RULES = {
  'operation-added': info('An operation is new', 'Nobody relies on it yet.'),
  'operation-removed': error(
    'An operation is gone',
    'Its callers get 404 or 405. Deprecate it, announce its end in x-sunset, and remove it once that date has passed.',
  ),
  'operation-removed-before-sunset': error(
    'A deprecated operation is gone before its sunset',
    'Callers were promised that it stays until x-sunset.',
  ),
  'operation-removed-after-sunset': info(
    'A deprecated operation is gone after its sunset',
    'As it was announced.',
  ),
  'operation-deprecated': info(
    'An operation is deprecated now',
    'A notice that it will go; x-sunset says when.',
  ),
  'operation-deprecated-without-sunset': warning(
    'An operation is deprecated without a date',
    'Callers cannot plan. Add x-sunset, the date of its end.',
  ),
  'operation-undeprecated': info('An operation is no longer deprecated', 'It stays.'),
  'sunset-moved-earlier': error(
    'A sunset is earlier than it was announced',
    'Callers planned by the old date.',
  ),
  'sunset-moved-later': info('A sunset is later than it was announced', 'Callers have more time.'),
  'sunset-removed': warning(
    'A sunset is no longer announced',
    'The operation is still deprecated, without a date.',
  ),
  'operation-id-changed': warning(
    'An operationId is another one',
    'Requests stay as they are, but generated clients name their functions by it.',
  ),
  'path-parameter-renamed': info('A path parameter has another name', 'The path of requests stays as it is.'),

  'parameter-added': info('An optional parameter is new', 'Callers leave it out.'),
  'parameter-added-required': error(
    'A required parameter is new',
    'Callers leave it out. Make it optional, with a default.',
  ),
  'parameter-removed': warning('A parameter is gone', 'What callers send is ignored from now on.'),
  'parameter-became-required': error('An optional parameter is required now', 'Callers leave it out.'),
  'parameter-became-optional': info('A required parameter is optional now', 'Callers go on sending it.'),
  'parameter-style-changed': error(
    'A parameter is written in another way',
    'One of style, explode, allowReserved, content or its media type changed, so the same value is another text.',
  ),
  'parameter-empty-value-refused': error(
    'A parameter no longer allows an empty value',
    'Callers send ?name= without a value.',
  ),
  'parameter-empty-value-allowed': info('A parameter allows an empty value', 'Callers need not use it.'),
  'parameter-deprecated': info('A parameter is deprecated now', 'A notice that it will go.'),
  'parameter-undeprecated': info('A parameter is no longer deprecated', 'It stays.'),

  'request-body-added': info('An optional body is new', 'Callers leave it out.'),
  'request-body-added-required': error('A required body is new', 'Callers send none.'),
  'request-body-removed': error(
    'A request body is gone',
    'What callers send is no longer described, so it may be refused.',
  ),
  'request-body-became-required': error('An optional body is required now', 'Callers send none.'),
  'request-body-became-optional': info('A required body is optional now', 'Callers go on sending it.'),
  'request-media-type-added': info('A request media type is new', 'Callers need not use it.'),
  'request-media-type-removed': error('A request media type is gone', 'Callers that send it get 415.'),
  'encoding-changed': error(
    'A part of a form or multipart body is written in another way',
    'One of contentType, style, explode, allowReserved or its headers changed.',
  ),

  'response-added': info('A response is new', 'Of a status that the old document did not describe.'),
  'response-success-added': warning(
    'A success response is new',
    'Callers that compare the status with the old one take it for a failure.',
  ),
  'response-removed': info('A response is gone', 'It is an error that no longer comes.'),
  'response-success-removed': error('A success response is gone', 'Callers wait for it.'),
  'response-media-type-added': info('A response media type is new', 'It comes to those who accept it.'),
  'response-media-type-removed': error(
    'A response media type is gone',
    'Callers that accept only it get 406, or what they cannot read.',
  ),
  'response-body-added': info('A response has a body now', 'Callers that read none are not disturbed.'),
  'response-body-removed': error('A response has no body any more', 'Callers parse it.'),
  'header-added': info('A response header is new', 'Callers ignore what they do not know.'),
  'header-removed': warning(
    'An optional response header is gone',
    'Callers that use it when it is there lose it.',
  ),
  'required-header-removed': error(
    'A response header that was always there is gone',
    'Callers read it without asking.',
  ),
  'header-became-optional': error('A response header may be missing now', 'Callers read it without asking.'),
  'header-became-required': info('A response header is always there now', 'Callers need not ask any more.'),
  'header-style-changed': error(
    'A response header is written in another way',
    'Its explode or its media type changed.',
  ),
  'link-added': info('A link is new', 'Callers need not follow it.'),
  'link-removed': error('A link is gone', 'Callers that follow it are lost.'),
  'link-changed': error('A link leads elsewhere', 'Its operation, parameters or body changed.'),

  'callback-added': info('A callback is new', 'It is sent to those who ask for it.'),
  'callback-removed': error('A callback is gone', 'Receivers wait for it.'),
  'callback-url-changed': error(
    'The URL of a callback is read from elsewhere',
    'Callers put it where the old runtime expression reads it.',
  ),
  'webhook-added': info('A webhook is new', 'It is sent to those who subscribe.'),
  'webhook-removed': error('A webhook is gone', 'Receivers wait for it.'),
  'callback-method-added': info('A callback has one more method', 'It is sent beside the others.'),
  'callback-method-removed': error('A method of a callback is gone', 'Receivers wait for it.'),
  'callback-parameter-added': info(
    'A callback has one more parameter',
    'Receivers ignore what they do not know.',
  ),
  'callback-parameter-removed': warning(
    'An optional parameter of a callback is gone',
    'Receivers that use it lose it.',
  ),
  'callback-required-parameter-removed': error(
    'A parameter that a callback always had is gone',
    'Receivers read it without asking.',
  ),
  'callback-parameter-became-optional': error(
    'A parameter of a callback may be missing now',
    'Receivers read it without asking.',
  ),
  'callback-parameter-became-required': info(
    'A parameter of a callback is always there now',
    'Receivers need not ask any more.',
  ),
  'callback-body-added': info('A callback has a body now', 'Receivers that read none are not disturbed.'),
  'callback-body-removed': error('A callback has no body any more', 'Receivers parse it.'),
  'callback-body-became-optional': error('The body of a callback may be missing now', 'Receivers parse it.'),
  'callback-body-became-required': info(
    'A callback always has a body now',
    'Receivers need not ask any more.',
  ),
  'callback-media-type-added': error(
    'A callback may come as another media type',
    'Receivers cannot choose: they parse the one they know.',
  ),
  'callback-media-type-removed': info(
    'A callback no longer comes as a media type',
    'Receivers need to read one less.',
  ),
  'callback-response-added': info('One more answer to a callback is accepted', 'Receivers need not use it.'),
  'callback-response-removed': error(
    'An answer to a callback is no longer accepted',
    'Receivers go on answering it.',
  ),

  'security-introduced': error('Credentials are required now', 'Callers send none.'),
  'security-lifted': info('Credentials are no longer required', 'Callers go on sending them.'),
  'security-alternative-removed': error('A way to authenticate is gone', 'Callers that use it get 401.'),
  'security-alternative-added': info('A way to authenticate is new', 'Callers need not use it.'),
  'security-scope-added': error('One more scope is required', 'Tokens that were sufficient get 403.'),
  'security-scope-removed': info('One scope less is required', 'Tokens stay sufficient.'),
  'security-scheme-changed': error(
    'Credentials are sent in another way',
    'The type, scheme, location or name of a security scheme changed.',
  ),
  'oauth-url-changed': warning(
    'An OAuth or OpenID URL is another one',
    'Configured clients ask the old one.',
  ),
  'server-added': info('A server is new', 'Callers need not use it.'),
  'server-removed': error('A server is gone', 'Callers have its URL in their configuration.'),
  'server-variable-value-removed': error(
    'A value of a server variable is gone',
    'Callers that use it have no server any more.',
  ),
  'server-variable-value-added': info('A value of a server variable is new', 'Callers need not use it.'),
  'server-variable-default-changed': warning(
    'A server variable has another default',
    'Callers that leave it out move to another server.',
  ),
} as const satisfies Record<string, DocumentRule>;

export type DocumentRuleName = keyof typeof DOCUMENT_RULES;

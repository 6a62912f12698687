// Versions of published documents, and why contract-gate and oasdiff disagree about some of their operations.

/** Two versions of a document of a public repository on GitHub. */
export interface DocumentPair {
  name: string;
  repository: string;
  path: string;
  /** Commits. */
  old: string;
  new: string;
  /** Whether contract-gate needs `--lenient`. */
  isLenient?: true;
  /** Options that oasdiff needs. */
  oasdiff?: readonly string[];
  /** The reasons for each operation that only one of the two calls broken. */
  reasons: readonly string[];
}

const ENUM_BELOW_COMBINATION =
  'A value joined an enumeration of a response below `oneOf`, `allOf` or `anyOf`: oasdiff warns.';

export const PAIRS: readonly DocumentPair[] = [
  {
    name: 'Adyen Checkout',
    repository: 'Adyen/adyen-openapi',
    path: 'json/CheckoutService-v71.json',
    old: '0a007ceb09be11eda72b73930072c9f7c7e6571b',
    new: '74fabab0628019206b77c4823776b726345a035d',
    reasons: [
      'Responses got properties in objects that were closed; oasdiff does not compare `additionalProperties`.',
      'oasdiff reports that the type `alma` left an alternative of a request; it is an alternative of its own now.',
    ],
  },
  {
    name: 'Asana',
    repository: 'Asana/openapi',
    path: 'defs/asana_oas.yaml',
    old: 'b2ad9f479ef18b5c07be062d49fe87be3f19b33f',
    new: 'fc9f8dcf224efa8e06bfc955d91dd95aac7a398d',
    isLenient: true,
    reasons: [
      ENUM_BELOW_COMBINATION,
      'oasdiff reports the same enumeration in memberships, where other alternatives of `anyOf` accept every value.',
      'Items of a request became an enumeration below `allOf`; oasdiff warns.',
    ],
  },
  {
    name: 'Box',
    repository: 'box/box-openapi',
    path: 'openapi.json',
    old: 'a780e9c8716324b65ce7cb5067178ccafa7a40c4',
    new: 'c9a878a9824344129881392e2b08f7117201e82e',
    reasons: [
      ENUM_BELOW_COMBINATION,
      'The `oneOf` of a response became an open object, so that other types may come; oasdiff only informs.',
    ],
  },
  {
    name: 'Discord',
    repository: 'discord/discord-api-spec',
    path: 'specs/openapi.json',
    old: 'ac55939ed657bbb4b69cbe02e24abffc79223026',
    new: '74fda0fad044407ea280043a03ffc9bc64c4e49e',
    isLenient: true,
    reasons: [
      'oasdiff reports a `oneOf` of constants that was added to an integer of responses; they may contain less now.',
      'An empty `oneOf` of requests, read leniently as no restriction, got alternatives; oasdiff informs.',
    ],
  },
  {
    name: 'Figma',
    repository: 'figma/rest-api-spec',
    path: 'openapi/openapi.yaml',
    old: 'f3c82baa9219f9cc7f1089f01e9c1b07093b68f8',
    new: 'af94bebd8a00bdf5cd24a4a4dc65d9e7ee95e6ec',
    reasons: [ENUM_BELOW_COMBINATION],
  },
  {
    name: 'Intercom',
    repository: 'intercom/Intercom-OpenAPI',
    path: 'descriptions/0/api.intercom.io.yaml',
    old: 'fd211613b4e088f62d5930266975dca29a7bf892',
    new: '8889625a7b931d8649e18726e7f872ff073520fc',
    isLenient: true,
    reasons: [],
  },
  {
    name: 'OpenAI',
    repository: 'openai/openai-openapi',
    path: 'openapi.yaml',
    old: 'f9400172ebe08522ab228b771d885e3bd5456e42',
    new: 'f85dbe223d40e1a31cba812ab2d755c7e98a92a3',
    isLenient: true,
    reasons: [
      'oasdiff reports a value that joined an enumeration next to `type: string` in `anyOf`; every text was accepted before.',
    ],
  },
  {
    name: 'Plaid',
    repository: 'plaid/plaid-openapi',
    path: '2020-09-14.yml',
    old: '68077a9a3d4cd8ea91cdc252cef93fad8b7e2a19',
    new: '5c2920e90333596e2dcdae174cc7771b9f956d21',
    isLenient: true,
    reasons: [],
  },
  {
    name: 'Twilio',
    repository: 'twilio/twilio-oai',
    path: 'spec/yaml/twilio_api_v2010.yaml',
    old: '3267dfd528b622b6af47575275b9bdaa869bc41c',
    new: 'd50069b44ea8cd23141385bdb6db48f16ff75bb5',
    reasons: [],
  },
  {
    name: 'Xero Accounting',
    repository: 'XeroAPI/Xero-OpenAPI',
    path: 'xero_accounting.yaml',
    old: '3aaf2f0d5b75d48225ac2c2fa2f2a31cfbb49828',
    new: 'e952d0bda3628facbf7afc5990ad6a0e7e77bd1e',
    // Two paths differ in the names of their parameters only.
    oasdiff: ['--include-path-params'],
    reasons: ['Operations that were deprecated without a date are gone; oasdiff accepts that.'],
  },
];

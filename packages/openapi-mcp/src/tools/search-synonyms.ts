// English words for the same thing, as people and interfaces use them.
import { stemmer } from 'stemmer';

const GROUPS = [
  'abort cancel end halt kill stop terminate',
  'accept approve confirm',
  'access permission privilege right role',
  'activity audit event history log record timeline',
  'alert notification notify warn',
  'analytics metric report statistic stats usage',
  'announce broadcast inform notify publish',
  'answer reply respond response',
  'app application',
  'archive hide',
  'article document page post',
  'ask request',
  'asset attachment document file media',
  'associate attach connect integrate integration link peer peering',
  'avatar icon image photo picture',
  'backup snapshot',
  'ban block deny restrict',
  'balance bill billing charge cost invoice owe pay payment price spend',
  'batch bulk several',
  'business company enterprise firm organization',
  'category class kind type',
  'certificate https ssl tls',
  'chat conversation discussion thread',
  'client contact customer',
  'clone copy duplicate',
  'colleague member participant people person responder staff teammate user',
  'combine consolidate join merge unify',
  'comment note remark',
  'computer host instance machine server vm',
  'config configuration option preference setting',
  'copy export',
  'credential key password secret token',
  'database db',
  'decline dismiss reject',
  'deploy deployment release rollout',
  'directory folder',
  'disable deactivate off',
  'domain hostname site website',
  'enable activate on',
  'execute invocation invoke launch run start trigger',
  'group team',
  'headcount license seat',
  'hook webhook',
  'interval period window',
  'issue problem',
  'label tag',
  'limit quota',
  'location region',
  'log track',
  'mail email',
  'migrate move relocate transfer',
  'mute pause silence sleep snooze suspend',
  'network subnet vpc',
  'override swap substitute',
  'phone telephone',
  'progress state status',
  'promote primary',
  'recover restore revert rollback undo',
  'release version',
  'calendar rota rotation schedule shift',
  'script workflow',
  'session login',
  'similar related past',
  'stakeholder subscriber',
];

const SYNONYMS = collectSynonyms();

function collectSynonyms(): ReadonlyMap<string, readonly string[]> {
  const groups = GROUPS.map((group) => group.split(' ').map((word) => stemmer(word)));
  const stems = [...new Set(groups.flat())];
  return new Map(
    stems.map((stem) => {
      const synonyms = groups.filter((group) => group.includes(stem)).flat();
      return [stem, synonyms.filter((synonym) => synonym !== stem)] as const;
    }),
  );
}

/** Lists the stems of words that mean about the same as the word of a stem. */
export function listSynonyms(stem: string): readonly string[] {
  return SYNONYMS.get(stem) ?? [];
}

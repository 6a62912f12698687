import { isReceipt } from '../read-schemas.ts';
import { findIdMember, responseExpression } from '../work-arguments.ts';
import type { RuleMatch, RuleSearch, WorkRuleDefinition } from '../work-rule.ts';
import { findNearest } from './nearest-reader.ts';

/** 202, and one reader of work. */
export const onlyReader: WorkRuleDefinition = {
  name: 'only reader',
  certainty: 'likely',
  allowsOpenState: true,
  find,
};

function find(search: RuleSearch): RuleMatch | undefined {
  const { objects, readers, reader, reads, isAccepted } = search;
  const target = isAccepted
    ? findNearest(
        search,
        readers.filter(({ isOfWork }) => isOfWork),
      )
    : undefined;
  const receipts = target ? objects.filter(({ nodes }) => isReceipt(nodes, target, reads)) : [];
  const member = target && findIdMember(target, receipts, reader);
  if (!target || !member) return undefined;
  return { target, id: responseExpression(member), evidence: `202, and ${target.operation.path} reads work` };
}

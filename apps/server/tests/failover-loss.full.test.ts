import { expect, test } from 'vitest';
import { failOver } from './support/fail-over.ts';
import { startReplicatedService } from './support/replicated-service.ts';

const ROUNDS = 3;

test('STA-5 repeated failovers lose no accepted task', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    await using service = await startReplicatedService();
    await service.setCommitMode('on');
    const { accepted, firstAcceptedMs, ...outcome } = await failOver(service);
    expect(accepted).toEqual({ replicated: 20, later: 0 });
    expect(outcome).toEqual({
      lost: [],
      duplicates: 0,
      ledger: { findings: 0, sum: 0 },
      withoutCallback: [],
    });
    expect(firstAcceptedMs).toBeLessThan(3_000);
  }
});

import { describe, expect, test } from 'vitest';
import { moneyOf, type Sold, sell } from '../../support/charges.ts';
import { commandLine } from '../../support/command-line.ts';
import { dispute, queueOfThree } from '../../support/disputes.ts';
import { TEST_SECRET_KEY } from '../../support/merchant.ts';
import { arrive, firstBatch, runJobs } from '../../support/release.ts';
import { useCore } from '../../support/use-core.ts';

const { database, core } = await useCore();
const TOTAL = 13_390;

describe('./service', () => {
  const cli = commandLine({ DATABASE_URL: database.url, SECRET_KEY: TEST_SECRET_KEY });
  const slugOf = async ({ storeId }: Pick<Sold, 'storeId'>) =>
    (await database.db.query<{ slug: string }>('SELECT slug FROM store WHERE id = $1', [storeId]))[0]?.slug ?? '';

  test('shows what a dispute holds back, and lets it go on with preorders go-on', async () => {
    const { offer, first } = await queueOfThree(core);
    await dispute(core, first);
    const store = ['--store', await slugOf(first)];
    expect((await cli.run('preorders', 'show', first.reference, ...store)).out).toMatch(
      /Waits\s+disputed since .*it is not released or charged until the bank has decided/,
    );
    expect((await cli.run('payments', 'disputes', ...store)).out).toContain('held back');
    await arrive(core, offer, 1);
    const batchId = await firstBatch(core, offer);
    expect((await cli.run('releases', 'preview', batchId, ...store)).out).toContain(
      'A unit is kept for 1 line item until a bank has decided about their payment.',
    );
    const run = await cli.json('releases', 'run', batchId, ...store);
    expect(run.data).toMatchObject({ disputed: 1, released: 0, state: 'running' });
    expect((await cli.run('releases', 'show', run.data.id, ...store)).out).toMatch(/Disputed\s+1: a bank decides/);

    const other = await sell(core, {});
    const elsewhere = await cli.json('preorders', 'go-on', first.reference, '--store', await slugOf(other));
    expect(elsewhere.error).toMatchObject({ code: 'preorder_not_found' });
    expect((await cli.json('preorders', 'release', first.reference, ...store)).error).toMatchObject({
      code: 'preorder_disputed',
    });
    const goesOn = await cli.json('preorders', 'go-on', first.reference, ...store);
    expect(goesOn).toMatchObject({ code: 0, data: { waits_for: null } });
    expect((await cli.json('preorders', 'go-on', first.reference, ...store)).error).toMatchObject({
      code: 'invalid_transition',
    });
    expect((await cli.run('payments', 'disputes', ...store)).out).toContain('going on');
    await runJobs(core, offer.storeId);
  });

  test('releases a disputed pre-order and lets it go on with preorders release --despite-dispute', async () => {
    const sold = await sell(core, {});
    await dispute(core, sold);
    const store = ['--store', await slugOf(sold)];
    const released = await cli.json('preorders', 'release', sold.reference, '--despite-dispute', ...store);
    expect(released).toMatchObject({ code: 0, data: { state: 'released', waits_for: null } });
    await runJobs(core, sold.storeId);
    expect(await moneyOf(core, sold)).toMatchObject([{ paid: TOTAL }]);
  });
});

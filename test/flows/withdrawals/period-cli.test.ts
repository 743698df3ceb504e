import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { readStore } from '../../../src/core/stores/queries.ts';
import { buyFrom } from '../../support/buy.ts';
import { commandLine } from '../../support/command-line.ts';
import { createOffer } from '../../support/core.ts';
import { declareAndFollow } from '../../support/declare.ts';
import { TEST_SECRET_KEY } from '../../support/merchant.ts';
import { useCore } from '../../support/use-core.ts';

const { database, core } = await useCore();
const cli = commandLine({ DATABASE_URL: database.url, SECRET_KEY: TEST_SECRET_KEY });

test('the command line sets the period of a store, and goes back to the law', async () => {
  const { storeId } = await createOffer(core, { allocation: 1 });
  const { slug } = await readStore(core.db, storeId);
  const set = (...options: string[]) => cli.json('stores', 'update', '--store', slug, ...options);
  expect((await set('--withdrawal-days', '13')).error.param).toBe('withdrawal_days');
  expect((await cli.run('stores', 'update', '--store', slug, '--withdrawal-for', 'nobody')).code).toBe(2);
  expect(
    (await set('--withdrawal-days', '30', '--withdrawal-counts-from', 'line', '--withdrawal-for', 'everyone')).data,
  ).toMatchObject({ withdrawal_days: 30, withdrawal_counts_from: 'line', withdrawal_for: 'everyone' });
  const shown = (await cli.run('stores', 'show', '--store', slug)).out;
  expect(shown).toContain('30 days after its own parcel, for everyone');
  expect((await set('--withdrawal-days', 'none')).data).toMatchObject({
    withdrawal_days: null,
    withdrawal_for: 'everyone',
  });
});

test('it excludes the goods of a waitlist, and says whether a withdrawal was in time', async () => {
  const offer = await createOffer(core, { allocation: 5 });
  const { slug } = await readStore(core.db, offer.storeId);
  const update = (...options: string[]) =>
    cli.json('waitlists', 'update', offer.waitlistId, '--store', slug, ...options);
  expect((await update('--withdrawal-exclusion', 'personalised')).data.withdrawal_exclusion).toBe('personalised');
  const email = 'zoe@shopper.example';
  const declaration = {
    name: 'Zoë',
    email,
    reference: await buyFrom(core, offer, { email }),
    postalCode: '',
    items: '',
  };
  const { storeId } = offer;
  const { id } = await declareAndFollow(core, { storeId, id: randomUUID(), locale: 'en', declaration });
  expect((await cli.json('withdrawals', 'show', id, '--store', slug)).data.timing).toBe('excluded');
  expect((await cli.run('withdrawals', 'list', '--store', slug)).out).toMatch(/Timing.*\n.*excluded/s);
  expect((await update('--withdrawal-exclusion', 'none')).data.withdrawal_exclusion).toBe(null);
  expect((await update('--limit-per-customer', '3')).data.withdrawal_exclusion).toBe(null);
});

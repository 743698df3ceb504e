import { expect, test } from 'vitest';
import { readStore } from '../../../src/core/stores/queries.ts';
import { commandLine } from '../../support/command-line.ts';
import { createOffer } from '../../support/core.ts';
import { TEST_SECRET_KEY } from '../../support/merchant.ts';
import { useCore } from '../../support/use-core.ts';

const { core, database } = await useCore();
const cli = commandLine({ DATABASE_URL: database.url, SECRET_KEY: TEST_SECRET_KEY });

test('the shoppers of a rehearsal are described by options, and what is no share is refused', async () => {
  const { storeId, waitlistId } = await createOffer(core, { allocation: 20 });
  const { slug } = await readStore(core.db, storeId);
  const run = (...options: string[]) =>
    cli.json('rehearsals', 'run', waitlistId, '--store', slug, '--detach', ...options);
  for (const wrong of [
    ['--quantity', '2'],
    ['--quantity', 'two=1'],
    ['--variant', 'AUR-M=none'],
    ['--country', 'DE=0'],
  ]) {
    expect((await run(...wrong)).error, wrong.join(' ')).toMatchObject({ code: 'invalid_parameter' });
  }
  expect((await run('--leave-percent', '101')).code).toBe(2);
  const shares = ['--country', 'de=1', '--quantity', '1=3', '--quantity', '2=1', '--variant', 'AUR-M=1'];
  const percent = [
    '--leave-percent',
    '10',
    '--decline-percent',
    '0',
    '--challenge-percent',
    '100',
    '--again-percent',
    '5',
    '--seed',
    '0',
  ];
  const { data } = await run('--shoppers', '30', '--hours', '6', ...shares, ...percent);
  expect(data).toMatchObject({ state: 'waiting', shoppers: 30, hours: 6, countries: [{ country: 'DE', share: 1 }] });
  const [row] = await core.db.query('SELECT plan FROM rehearsal WHERE id = $1', [data.id]);
  expect(row).toMatchObject({
    plan: {
      quantities: [
        { of: 1, share: 3 },
        { of: 2, share: 1 },
      ],
      variants: [{ of: 'AUR-M', share: 1 }],
      leavePercent: 10,
      declinePercent: 0,
      challengePercent: 100,
      againPercent: 5,
      seed: 0,
    },
  });
});

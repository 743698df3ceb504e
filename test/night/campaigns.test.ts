import { expect, test } from 'vitest';
import { runClocks } from '../campaigns/clocks.ts';
import { runConnections } from '../campaigns/connections.ts';
import { runDeploys, runUpgrades } from '../campaigns/deploys.ts';
import { runDisks } from '../campaigns/disks.ts';
import { runKills } from '../campaigns/kills.ts';
import { runOutages } from '../campaigns/outages.ts';
import { runPromotions } from '../campaigns/promotions.ts';
import { runProviders } from '../campaigns/providers.ts';
import { failuresOf } from '../campaigns/table.ts';
import { runWithdrawals } from '../campaigns/withdrawals.ts';
import { upgradedFrom } from '../support/last-release.ts';

// The campaigns of docs/reliability.md in a small form: `npm run campaign` runs them whole.

test('a deploy behind a balancer fails no request', { timeout: 600_000 }, async () => {
  for await (const report of runDeploys({ times: 2, shoppers: 6 })) expect(failuresOf(report)).toEqual([]);
});

const from = await upgradedFrom();
if (from === undefined) {
  process.stderr.write(
    'The campaign of upgrades was left out: this clone has no commit of before the newest migration (git fetch --unshallow).\n',
  );
}

test.skipIf(from === undefined)(
  'an upgrade, the way back and the upgrade again fail no request, job, mail or read',
  {
    timeout: 900_000,
  },
  async () => {
    for await (const report of runUpgrades({ from: from ?? '', times: 1, shoppers: 6 }))
      expect(failuresOf(report)).toEqual([]);
  },
);

test('outages of the database lose, oversell and charge nothing twice', { timeout: 600_000 }, async () => {
  for await (const report of runOutages({ seconds: [1], times: 2 })) {
    expect(failuresOf(report)).toEqual([]);
    expect(report.unavailable, 'no request met the outage').toBeGreaterThan(0);
  }
});

test('kills of a service, the worker and PostgreSQL lose, oversell and charge nothing twice', {
  timeout: 600_000,
}, async () => {
  for await (const report of runKills({ times: 1 })) expect(failuresOf(report)).toEqual([]);
});

test('a synchronous standby that is promoted has everything that was told', { timeout: 600_000 }, async () => {
  for await (const report of runPromotions({ times: 1 })) expect(failuresOf(report)).toEqual([]);
});

const SMALL = { times: 1, stepMs: 250 };

test.each([
  ['connections to the database that break', runConnections],
  ['disks that are full or read-only', runDisks],
  ['clocks that step', runClocks],
  ['a mail server and a payment provider that are away', runProviders],
])('%s lose, oversell and charge nothing twice', { timeout: 600_000 }, async (_fault, run) => {
  for await (const report of run(SMALL)) expect(failuresOf(report)).toEqual([]);
});

test('withdrawals keep their receipts while something is away', { timeout: 600_000 }, async () => {
  for await (const report of runWithdrawals({ times: 1, people: 200 })) expect(failuresOf(report)).toEqual([]);
});

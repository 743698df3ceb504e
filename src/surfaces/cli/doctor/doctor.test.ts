import { expect, test } from 'vitest';
import { parseNoticeFor } from '../../../domain/guarantee-notice.ts';
import { processesOf, sessionNameOf } from '../../../platform/running-processes.ts';
import { seeGuaranteeNotice } from './before-contract.ts';
import { seeClock, seeProcesses } from './database.ts';
import { look } from './finding.ts';
import { lookAtNode, seeDisk, seeProxies } from './machine.ts';
import { seeSafety } from './safety.ts';
import { seeDeclarations, seeWithdrawal } from './withdrawal.ts';

test.each([
  [500, 'ok', '50 %'],
  [99, 'warning', '10 %'],
  [19, 'failed', '2 %'],
  [0, 'failed', '0.0 GB'],
])('a disk with %i of 1000 blocks free: %s', (bavail, standing, says) => {
  expect(seeDisk({ bavail, blocks: 1000, bsize: 4_096 })).toMatchObject({
    standing,
    says: expect.stringContaining(says),
  });
});

test.each([
  [900, 'ok', '0.9 s'],
  [1_100, 'warning', '1.1 s'],
  [31_000, 'failed', '31.0 s'],
])('clocks that differ by %i ms: %s', (skew, standing, says) => {
  expect(seeClock(skew)).toMatchObject({ standing, says: expect.stringContaining(says) });
});

test.each([
  [0, 99, 'ok'],
  [0, 100, 'warning'],
  [1, 0, 'warning'],
])('%i proxies that are not trusted, %i refused holds: %s', (proxies, refused, standing) => {
  expect(seeProxies(proxies, refused)).toMatchObject({ standing });
  expect(seeProxies(proxies, refused).says).not.toMatch(/^1 addresses/);
});

test.each([
  ['20.19.0', 'failed'],
  ['22.17.9', 'failed'],
  ['22.18.0', 'ok'],
  ['24.0.0', 'ok'],
])('Node %s: %s', async (version, standing) => {
  expect(await lookAtNode(version)).toMatchObject({ check: 'Node', standing });
});

test.each([
  [Object.assign(new Error('open /secret/place'), { code: 'EMFILE' }), 'It could not be looked at (EMFILE).'],
  [new Error('hush'), 'It could not be looked at.'],
  [
    Object.assign(new Error('connect to secret-host'), { code: 'ECONNRESET' }),
    'It could not be looked at. Of the database: it ended the connection (ECONNRESET).',
  ],
])('an error of others is told without its words: %s', async (error, says) => {
  expect(await look('it', () => Promise.reject(error))).toMatchObject({ standing: 'failed', says });
});

test('processes with other addresses or of another version are named', () => {
  const about = { connectionsMax: 500, baseUrl: 'https://a.example', portalUrl: 'https://p.example' };
  const name = sessionNameOf({ ...about, role: 'worker' });
  expect(name.length).toBeLessThanOrEqual(63);
  const [worker, ...twice] = processesOf([name, `${name} - 10.0.0.7:54321`, `${name} - 10.0.0.7:54322`]);
  expect(twice).toEqual([]); // a pooler adds the address of each connection to its name
  const [serve] = processesOf([sessionNameOf({ ...about, role: 'serve' })]);
  const [elsewhere] = processesOf([sessionNameOf({ ...about, role: 'serve', portalUrl: 'http://localhost:4004' })]);
  if (!worker || !serve || !elsewhere) expect.fail();
  expect(worker).toMatchObject({ role: 'worker', connectionsMax: 500 });
  expect(processesOf(['waitlist-service'])).toEqual([]);
  expect(seeProcesses([]).standing).toBe('ok');
  expect(seeProcesses([worker, serve])).toMatchObject({ standing: 'ok', says: expect.stringMatching(/^2 run/) });
  const differs = seeProcesses([worker, elsewhere]);
  expect(differs).toMatchObject({ standing: 'warning', says: expect.stringContaining('PORTAL_URL') });
  const older = seeProcesses([{ ...worker, version: '0.0.9' }, elsewhere]);
  expect(older.says).toMatch(
    /^Processes of different versions run: serve [\d.]+, worker 0\.0\.9\. Processes have different/,
  );
});

const seller = {
  slug: 'fjord',
  legalName: 'Fjord GmbH',
  legalAddress: 'Hafenstraße 1',
  contactEmail: 'hello@fjord.example',
  termsUrl: 'https://fjord.example/terms',
};

test.each([
  { mode: 'live', to: ['US'], page: null, standing: 'ok', says: 'no country' },
  { mode: 'live', to: ['US', 'FR', 'DE'], page: null, standing: 'warning', says: 'It ships to DE and 1 more' },
  { mode: 'live', to: ['NO'], page: null, standing: 'warning', says: 'It ships to NO, where' },
  { mode: 'live', to: ['DE'], page: 'https://fjord.example/returns', standing: 'ok', says: 'fjord.example/returns' },
  { mode: 'test', to: ['DE'], page: null, standing: 'ok', says: 'test store' },
] as const)('a $mode store that ships to $to, with $page as its page on withdrawal: $standing', (one) => {
  const shipping = one.to.map((country) => ({ country, amount: 490 }));
  const store = { ...seller, mode: one.mode, withdrawalUrl: one.page, shipping };
  expect(seeWithdrawal(store, { sendsMails: true })).toMatchObject({
    standing: one.standing,
    says: expect.stringContaining(one.says),
  });
});

test.each([
  [{ legalName: '' }, 'lacks the legal name.', '--legal-name'],
  [{ legalAddress: ' ' }, 'lacks the legal address.', '--legal-address'],
  [{ contactEmail: '' }, 'lacks the e-mail address', '--contact-email'],
  [{ termsUrl: '' }, 'lacks the page of its terms', '--terms-url'],
  [{ sendsMails: false }, 'lacks a mail server', 'SMTP_URL'],
])('a store of the EU that lacks %o is told so', (lack, says, todo) => {
  const { sendsMails = true, ...fields } = lack as { sendsMails?: boolean };
  const shipping = [{ country: 'DE', amount: 490 }];
  const store = {
    ...seller,
    mode: 'live' as const,
    withdrawalUrl: 'https://fjord.example/returns',
    shipping,
    ...fields,
  };
  const found = seeWithdrawal(store, { sendsMails });
  expect(found).toMatchObject({ standing: 'warning', todo: expect.stringContaining(todo) });
  expect(found.says).toContain(says);
});

test.each([
  [{ late: 0, unreceipted: 0 }, 'ok', 'None waits'],
  [{ late: 1, unreceipted: 0 }, 'warning', '1 has waited for more than 7 days'],
  [{ late: 2, unreceipted: 1 }, 'warning', '2 have waited for more than 7 days; of 1 a receipt was refused'],
])('of declarations, %o: %s', (neglected, standing, says) => {
  expect(seeDeclarations({ slug: 'fjord' }, neglected)).toMatchObject({
    standing,
    says: expect.stringContaining(says),
  });
});

test.each([
  { mode: 'test', country: 'DE', without: 2, result: 'ok' },
  { mode: 'live', country: 'US', without: 2, result: 'ok' },
  { mode: 'live', country: 'DE', without: 0, result: 'ok' },
  { mode: 'live', country: 'DE', without: 2, result: 'warning' },
] as const)('a $mode store that ships to $country, $without products without a maker: $result', (given) => {
  const store = { slug: 'fjord', mode: given.mode, shipping: [{ country: given.country, amount: 0 }] };
  expect(seeSafety(store, { onSale: 3, without: given.without })).toMatchObject({ standing: given.result });
});

test.each([
  { mode: 'live', to: ['US', 'CH', 'GB'], notices: [], standing: 'ok', says: 'no country' },
  { mode: 'test', to: ['DE'], notices: [], standing: 'ok', says: 'test store' },
  { mode: 'live', to: ['US', 'DE'], notices: [], standing: 'warning', says: 'ships to DE' },
  { mode: 'live', to: ['NO'], notices: ['en'], standing: 'warning', says: 'in the language of the store, de' },
  { mode: 'live', to: ['DE'], notices: ['de'], standing: 'ok', says: 'there' },
  { mode: 'live', to: ['AT', 'US'], notices: ['de-AT'], standing: 'ok', says: 'there' },
  { mode: 'live', to: ['AT', 'DE'], notices: ['de-AT', 'en'], standing: 'warning', says: 'not there for DE in' },
] as const)('a $mode store that ships to $to, with the notice in $notices: $standing', (one) => {
  const shipping = one.to.map((country) => ({ country, amount: 490 }));
  const notices = one.notices.map(parseNoticeFor);
  const store = { slug: 'fjord', mode: one.mode, locale: 'de-AT', shipping };
  expect(seeGuaranteeNotice(store, notices)).toMatchObject({
    standing: one.standing,
    says: expect.stringContaining(one.says),
    ...(one.standing === 'warning' && { todo: expect.stringContaining('guarantee notice de FILE --store fjord') }),
  });
});

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tellPromise } from '../../../src/core/promises/commands/tell.ts';
import { readStore } from '../../../src/core/stores/queries.ts';
import { buyFrom } from '../../support/buy.ts';
import { commandLine } from '../../support/command-line.ts';
import { createOffer, type Offer } from '../../support/core.ts';
import { sendMails } from '../../support/mails.ts';
import { TEST_SECRET_KEY } from '../../support/merchant.ts';
import { firstBatch } from '../../support/release.ts';
import { useCore } from '../../support/use-core.ts';

const { database, core } = await useCore();
let folder: string;
let cli: ReturnType<typeof commandLine>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'promises-cli-'));
  cli = commandLine({ DATABASE_URL: database.url, DATA_DIR: folder, SECRET_KEY: TEST_SECRET_KEY, USER: 'ada' });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const LATER = ['--ships-from', '2030-07-01', '--ships-until', '2030-07-05'];
const REASON = '=HYPERLINK("https://evil.example") The dye house burned down';

type Sold = { offer: Offer; store: string[]; batch: string; reference: string };

async function sellTwo(): Promise<Sold> {
  const offer = await createOffer(core, { allocation: 20 });
  const reference = await buyFrom(core, offer, { quantity: 2 });
  const store = ['--store', (await readStore(core.db, offer.storeId)).slug];
  return { offer, store, batch: await firstBatch(core, offer), reference };
}

/** Moves the date and runs the job that tells shoppers. */
async function move({ offer, store, batch }: Sold, ...options: string[]) {
  const moved = await cli.json('promises', 'move', batch, ...LATER, '--reason', REASON, ...store, ...options);
  await tellPromise(core, { storeId: offer.storeId, promiseId: moved.data?.promise?.id ?? '' });
  await sendMails(core);
  return moved;
}

describe('promises move', () => {
  test('previews a move, makes it, and says who is told and who is asked', async () => {
    const { store, batch } = await sellTwo();
    const dry = await cli.run('promises', 'move', batch, ...LATER, '--reason', REASON, ...store, '--dry-run');
    expect(dry.code).toBe(0);
    expect(dry.out).toMatch(/Would be told +1 pre-order, 2 line items\n +Told +0\n +Asked +1\n/);
    expect(dry.out).toMatch(/Silence +cancels 1, lets 0 wait/);
    expect(dry.out).toContain('Nothing was changed.');
    expect((await cli.json('promises', 'list', ...store)).data).toHaveLength(1);
    const moved = await cli.json('promises', 'move', batch, ...LATER, '--reason', REASON, ...store);
    expect(moved.data).toMatchObject({ moved: true, asked: 1, told: 0, lines: 2, silence_cancels: 1 });
    expect(moved.data.promise).toMatchObject({ version: 2, current: true, made_by: 'ada', reason: REASON });
    expect((await cli.run('promises', 'list', ...store)).out).toContain(moved.data.promise.id);
    const again = await cli.run('promises', 'move', batch, ...LATER, ...store);
    expect(again).toMatchObject({ code: 0, out: expect.stringContaining('is promised already.') });
  });

  test.each([
    ['without a reason', ['--ships-from', '2030-07-01', '--ships-until', '2030-07-05'], 2, 'missing_parameter'],
    ['backwards', ['--ships-from', '2030-07-05', '--ships-until', '2030-07-01', '--reason', 'x'], 1, 'invalid_dates'],
    [
      'into the past',
      ['--ships-from', '2020-07-01', '--ships-until', '2020-07-05', '--reason', 'x'],
      1,
      'invalid_dates',
    ],
    [
      'by a century',
      ['--ships-from', '2130-07-01', '--ships-until', '2130-07-05', '--reason', 'x'],
      1,
      'invalid_dates',
    ],
    [
      'to a day that does not exist',
      ['--ships-from', '2030-02-30', '--ships-until', '2030-07-05', '--reason', 'x'],
      2,
      'invalid_parameter',
    ],
    ['without its end', ['--ships-from', '2030-07-01', '--reason', 'x'], 2, 'missing_parameter'],
    ['with too long a reason', [...LATER, '--reason', 'x'.repeat(501)], 2, 'invalid_parameter'],
  ])('refuses to move %s', async (_, options, ...refusal) => {
    const { store, batch } = await sellTwo();
    const { code, error } = await cli.json('promises', 'move', batch, ...options, ...store);
    expect([code, error.code]).toEqual(refusal);
    expect((await cli.json('promises', 'list', ...store)).data).toHaveLength(1);
  });

  test('refuses a batch of another store', async () => {
    const [one, other] = [await sellTwo(), await sellTwo()];
    for (const batch of [other.batch, 'nonsense']) {
      const { code, error } = await cli.json('promises', 'move', batch, ...LATER, '--reason', 'x', ...one.store);
      expect([code, error.code]).toEqual([1, 'batch_not_found']);
    }
    expect((await cli.json('promises', 'list', ...other.store)).data).toHaveLength(1);
  });

  test('follows the store’s settings, and refuses settings out of range', async () => {
    const given = await sellTwo();
    const set = (...options: string[]) => cli.json('stores', 'update', ...given.store, ...options);
    expect((await set('--ask-after-days', '31')).error.param).toBe('ask_after_days');
    expect((await set('--answer-days', '2')).error.param).toBe('answer_days');
    expect((await set('--silence', 'maybe')).code).toBe(2);
    const kept = await set('--ask-after-days', '30', '--answer-days', '60', '--silence', 'wait');
    expect(kept.data).toMatchObject({ ask_after_days: 30, answer_days: 60, silence: 'wait' });
    expect((await move(given)).data).toMatchObject({ told: 1, asked: 0 });
  });
});

describe('a moved date', () => {
  test('is listed and shown with the answer that the merchant entered', async () => {
    const given = await sellTwo();
    const { data } = await move(given);
    const shown = async () => (await cli.run('promises', 'show', data.promise.id, ...given.store)).out;
    expect(await shown()).toMatch(new RegExp(`${given.reference} +asked .* none yet`));
    const cancelled = await cli.json('promises', 'answer', given.reference, 'cancel', ...given.store);
    expect(cancelled.data.changed_lines).toHaveLength(2);
    expect(await shown()).toMatch(new RegExp(`${given.reference} +asked .* cancel \\(merchant\\)`));
    const late = await cli.json('promises', 'answer', given.reference, 'wait', ...given.store);
    expect(late).toMatchObject({ code: 1, error: { code: 'promise_not_found' } });
    expect((await cli.run('promises', 'list', ...given.store)).out).toMatch(/holds .* 0 +1 +0 +1 +0 /);
    expect(await cli.json('promises', 'show', 'nonsense', ...given.store)).toMatchObject({
      code: 1,
      error: { code: 'promise_not_found' },
    });
  });

  test('is exported as evidence without names and without formulas', async () => {
    const [given, other] = [await sellTwo(), await sellTwo()];
    await move(given);
    await move(other);
    await cli.run('promises', 'answer', given.reference, 'wait', ...given.store);
    const file = join(folder, 'evidence.csv');
    expect((await cli.run('promises', 'export', ...given.store, '--file', file)).code).toBe(0);
    const csv = await readFile(file, 'utf8');
    const [row, ...more]: Record<string, string>[] = parse(csv, { bom: true, columns: true });
    expect(more).toEqual([]);
    expect(row).toMatchObject({
      reference: given.reference,
      kind: 'asked',
      required_by: 'merchant',
      days_late: '20',
      silence: 'cancel',
      agreed_until: '2030-06-15',
      before_until: '2030-06-15',
      ships_until: '2030-07-05',
      reason: `'${REASON}`,
      answer: 'wait',
      answered_by: 'merchant',
      lines: '2',
      batch_id: given.batch,
      mail_id: expect.stringContaining('date_asked'),
    });
    expect(Date.parse(row?.mail_sent_at ?? '')).not.toBeNaN();
    expect(csv).not.toMatch(/shopper\.example|Lovelace|Invaliden/);
    const { data } = await cli.json('promises', 'export', ...given.store, '--reference', given.reference);
    expect(data).toEqual([{ ...row, reason: REASON }]);
    const none = await cli.json('promises', 'export', ...given.store, '--reference', other.reference);
    expect(none).toMatchObject({ code: 1, error: { code: 'preorder_not_found' } });
    const waitlist = ['--waitlist-id', given.offer.waitlistId];
    expect((await cli.json('promises', 'export', ...given.store, ...waitlist)).data).toHaveLength(1);
    const printed = await cli.run('promises', 'export', ...given.store, '--no-bom');
    expect(printed.out.startsWith('"reference"')).toBe(true);
  });
});

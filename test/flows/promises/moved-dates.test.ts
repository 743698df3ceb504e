import { describe, expect, test } from 'vitest';
import type { Job } from '../../../src/core/jobs/topics.ts';
import { settle } from '../../../src/core/payments/commands/settle.ts';
import { advanceLines } from '../../../src/core/preorders/commands/advance.ts';
import { listPreorders } from '../../../src/core/preorders/queries/list.ts';
import { readPreorder } from '../../../src/core/preorders/queries.ts';
import { moveBatch, previewWindow } from '../../../src/core/promises/commands/move.ts';
import { tellPromise } from '../../../src/core/promises/commands/tell.ts';
import { tellLateBuyers, tellMovedDate } from '../../../src/core/promises/jobs.ts';
import { listPromises } from '../../../src/core/promises/queries.ts';
import { updateStore } from '../../../src/core/stores/commands.ts';
import { changeWaitlistState } from '../../../src/core/waitlists/commands/state.ts';
import { updateWaitlist } from '../../../src/core/waitlists/commands/update.ts';
import { viewPreorder } from '../../../src/surfaces/frames/status/view.ts';
import { buyFrom, placeFrom } from '../../support/buy.ts';
import { createOffer, type Offer, shiftClock } from '../../support/core.ts';
import { AUTUMN, buyPromised, factsOf, LATER, moveDates, noticesOf, SOON } from '../../support/promises.ts';
import { firstBatch } from '../../support/release.ts';
import { useCore } from '../../support/use-core.ts';

const { core } = await useCore();

const on = (offer: Offer) => ({ core, offer });

const DAY = 86_400;

const buyOne = (purchase = {}) => buyPromised(core, purchase);
const facts = (offer: Offer, topic: string) => factsOf(core, offer, topic);

describe('a moved date', () => {
  test('by a few days is told with its reason, its author and the window that was bought', async () => {
    const { offer, reference } = await buyOne({ quantity: 2 });
    expect(await moveDates(on(offer), SOON, { madeBy: 'ada' })).toBe(1);
    const [notice, ...more] = await noticesOf(core, offer.storeId, reference);
    expect(more).toEqual([]);
    expect(notice).toMatchObject({
      kind: 'told',
      reference,
      daysLate: 3,
      answerBy: null,
      open: false,
      answers: [],
      promise: { version: 2, from: '2030-06-13', until: '2030-06-18', reason: 'The dye house burned down.' },
      agreed: { version: 1, from: '2030-06-10', until: '2030-06-15', reason: '' },
    });
    const { lines } = await readPreorder(core.db, offer.storeId, reference);
    expect(lines[0]).toMatchObject({ promise: { version: 1 }, promisedNow: { version: 2, from: '2030-06-13' } });
    expect(await listPromises(core.db, offer.storeId, {})).toMatchObject([
      { version: 2, madeBy: 'ada', told: 1, asked: 0, current: true },
      { version: 1, madeBy: '', told: 0, current: false },
    ]);
    const noticed = { noticeId: notice?.id, kind: 'told', linkId: null };
    expect(await facts(offer, 'promise.noticed')).toEqual([{ subject_id: notice?.preorderId, detail: noticed }]);
  });

  test('after a release does not change the window that is shown', async () => {
    const { offer, reference } = await buyOne();
    await moveDates(on(offer), SOON);
    const { id: preorderId, lines } = await readPreorder(core.db, offer.storeId, reference);
    const lineIds = lines.map(({ id }) => id);
    await advanceLines(core, { storeId: offer.storeId, preorderId, to: 'released', lineIds });
    await moveDates(on(offer), LATER);
    const preorder = await readPreorder(core.db, offer.storeId, reference);
    expect(preorder.lines[0]).toMatchObject({ promise: { version: 1 }, promisedNow: { version: 2 } });
    const [line] = viewPreorder(
      preorder,
      {
        fulfilments: [],
        lines: [],
        withdraw: '',
        sendBack: '',
        receipt: '',
        calendar: '',
        withdrawn: false,
        today: '2027-01-01',
      },
      { locale: 'en', timeZone: 'UTC', masked: false },
    ).lines;
    expect(line?.ships).toMatch(/^13\s?–\s?18 June 2030$/);
  });

  test('by more days is asked about, with a link, a last day in the store’s time zone and the meaning of silence', async () => {
    const { offer, reference } = await buyOne();
    await moveDates(on(offer), LATER);
    const [notice] = await noticesOf(core, offer.storeId, reference);
    expect(notice).toMatchObject({
      kind: 'asked',
      daysLate: 20,
      requiredBy: 'merchant',
      silence: 'cancel',
      open: true,
    });
    const [zone] = await core.db.query<{ at: string; day: string }>(
      `SELECT to_char($1::timestamptz AT TIME ZONE 'Europe/Berlin', 'HH24:MI') AS at,
              to_char((app_now() AT TIME ZONE 'Europe/Berlin')::date + 14, 'YYYY-MM-DD') AS day`,
      [notice?.answerByAt],
    );
    expect(zone).toEqual({ at: '00:00', day: notice?.answerBy });
    const links = await core.db.query('SELECT detail FROM link WHERE preorder_id = $1 AND purpose = $2', [
      notice?.preorderId,
      'answer',
    ]);
    expect(links).toEqual([{ detail: { noticeId: notice?.id } }]);
  });

  test('is told once, however often the job runs and by how many workers', async () => {
    const { offer, reference } = await buyOne();
    await moveDates(on(offer), SOON);
    const [promise] = await listPromises(core.db, offer.storeId, {});
    const key = { storeId: offer.storeId, promiseId: promise?.id ?? '' };
    expect(await tellPromise(core, key)).toBe(0);
    const batchId = await firstBatch(core, offer);
    const shipWindow = { from: AUTUMN[0], until: AUTUMN[1] };
    await moveBatch(core, { storeId: offer.storeId, batchId }, { shipWindow, reason: 'Fog.' });
    const [newest] = await listPromises(core.db, offer.storeId, {});
    const newestKey = { ...key, promiseId: newest?.id ?? '' };
    const told = await Promise.all([1, 2, 3].map(() => tellPromise(core, newestKey)));
    expect(told.toSorted()).toEqual([0, 0, 1]);
    expect(await noticesOf(core, offer.storeId, reference)).toHaveLength(2);
    // A promise that a later one replaced has nothing to tell.
    expect(await tellPromise(core, key)).toBe(0);
  });

  test('needs a new date, and is told also for a closed waitlist', async () => {
    const { offer, reference } = await buyOne();
    const batchId = await firstBatch(core, offer);
    const key = { storeId: offer.storeId, batchId };
    const same = { shipWindow: { from: '2030-06-10', until: '2030-06-15' }, reason: 'Nothing.' };
    expect(await moveBatch(core, key, same)).toEqual({ moved: false });
    await changeWaitlistState(core, offer, 'close');
    expect(await moveDates(on(offer), SOON)).toBe(1);
    expect(await noticesOf(core, offer.storeId, reference)).toHaveLength(1);
  });

  test('is told in the same way when the waitlist is updated', async () => {
    const { offer, reference } = await buyOne();
    const shipWindow = { from: SOON[0], until: SOON[1] };
    await expect(updateWaitlist(core, offer, { shipWindow })).rejects.toMatchObject({
      code: 'missing_parameter',
      info: { param: 'reason' },
    });
    await updateWaitlist(core, offer, { shipWindow, moved: { reason: 'Fog.', madeBy: 'ada' } });
    const [promise] = await listPromises(core.db, offer.storeId, {});
    expect(promise).toMatchObject({ reason: 'Fog.', madeBy: 'ada', version: 2 });
    expect((await facts(offer, 'promise.due')).map(({ subject_id }) => subject_id)).toEqual([promise?.id]);
    await tellPromise(core, { storeId: offer.storeId, promiseId: promise?.id ?? '' });
    expect(await noticesOf(core, offer.storeId, reference)).toHaveLength(1);
  });

  test('needs no reason while nobody waits, and is not told for released line items', async () => {
    const offer = await createOffer(core, { allocation: 5 });
    expect(await moveDates(on(offer), SOON, { reason: '' })).toBe(0);
    const reference = await buyFrom(core, offer);
    const { id: preorderId } = await readPreorder(core.db, offer.storeId, reference);
    await advanceLines(core, { storeId: offer.storeId, preorderId, to: 'released', lineIds: null });
    expect(await moveDates(on(offer), AUTUMN, { reason: '' })).toBe(0);
    expect(await noticesOf(core, offer.storeId, reference)).toEqual([]);
  });

  test('is told by a later round to a shopper who was paying meanwhile', async () => {
    const { offer } = await buyOne();
    const sold = await listPromises(core.db, offer.storeId, {});
    await moveDates(on(offer), SOON);
    // This checkout began under the old window.
    const late = await buyFrom(core, offer);
    await core.db.query('UPDATE preorder_line SET promise_id = $2 WHERE store_id = $1', [offer.storeId, sold[0]?.id]);
    await shiftClock(core.db, 120);
    await tellLateBuyers(core);
    await shiftClock(core.db, -120);
    expect(await noticesOf(core, offer.storeId, late)).toMatchObject([{ kind: 'told', promise: { version: 2 } }]);
  });

  test('is told to a shopper who had paid before, however late the provider answers', async () => {
    const offer = await createOffer(core, { allocation: 5 });
    await expect(placeFrom(core, offer, { card: '4000000000006975' })).rejects.toThrow('no pre-order was placed');
    expect(await moveDates(on(offer), SOON)).toBe(0);
    await shiftClock(core.db, 3 * DAY);
    const [attempt] = await core.db.query<{ id: string }>('SELECT id FROM attempt WHERE store_id = $1', [
      offer.storeId,
    ]);
    await settle(core, { storeId: offer.storeId, attemptId: attempt?.id ?? '' });
    const [, told] = await facts(offer, 'promise.due');
    const detail = (told?.detail ?? null) as Job<'promise.due'>['detail'];
    const job = { storeId: offer.storeId, subjectId: told?.subject_id ?? '', detail };
    await tellMovedDate(core, job);
    await tellMovedDate(core, job);
    await shiftClock(core.db, -3 * DAY);
    const [placed] = await listPreorders(core.db, offer.storeId, { limit: 1 });
    expect(await noticesOf(core, offer.storeId, placed?.reference ?? '')).toMatchObject([
      { kind: 'told', promise: { version: 2 } },
    ]);
  });

  test.each([
    ['ends before it begins', ['2030-07-05', '2030-07-01'], { code: 'invalid_dates', param: 'ships_until' }],
    ['is over', ['2020-06-10', '2020-06-15'], { code: 'invalid_dates', param: 'ships_until' }],
    ['begins in another century', ['1930-06-10', '2030-06-15'], { code: 'invalid_dates', param: 'ships_until' }],
    ['is in another century', ['2130-06-10', '2130-06-15'], { code: 'invalid_dates', param: 'ships_until' }],
    ['is longer than a year', ['2030-06-10', '2031-07-15'], { code: 'invalid_dates', param: 'ships_until' }],
    [
      'has a leap day in a common year',
      ['2030-02-29', '2030-03-15'],
      { code: 'invalid_parameter', param: 'ships_from' },
    ],
    ['has a 31st of June', ['2030-06-10', '2030-06-31'], { code: 'invalid_parameter', param: 'ships_until' }],
    ['is no date', ['soon', '2030-06-15'], { code: 'invalid_parameter', param: 'ships_from' }],
  ] as const)('that %s is refused, also in the preview', async (_, [from, until], { code, param }) => {
    const { offer } = await buyOne();
    const key = { storeId: offer.storeId, batchId: await firstBatch(core, offer) };
    const request = { shipWindow: { from, until }, reason: 'Fog.' };
    await expect(moveBatch(core, key, request)).rejects.toMatchObject({ code, info: { param } });
    await expect(previewWindow(core, key, request.shipWindow)).rejects.toMatchObject({ code, info: { param } });
    expect(await listPromises(core.db, offer.storeId, {})).toHaveLength(1);
  });

  test('is counted in days, across a leap day and a midnight that does not exist', async () => {
    // In Santiago clocks jump from 24:00 to 1:00 in September, so that midnight does not exist. The test shifts the
    // clock to a noon shortly before, so that its own date and season do not matter.
    const [row] = await core.db.query<{ seconds: number }>(
      "SELECT extract(epoch FROM timestamp '2027-08-21 12:00' AT TIME ZONE 'America/Santiago' - app_now())::float AS seconds",
    );
    const seconds = row?.seconds ?? 0;
    await shiftClock(core.db, seconds);
    const { offer, reference } = await buyOne();
    await updateStore(core, offer.storeId, { timeZone: 'America/Santiago', answerDays: 14 });
    await moveDates(on(offer), ['2031-12-01', '2032-02-29']);
    await shiftClock(core.db, -seconds);
    const [notice] = await noticesOf(core, offer.storeId, reference);
    // The jump comes after 4 September. That day ends at 4:00 UTC, when clocks there show 1:00.
    expect(notice).toMatchObject({ daysLate: 624, answerBy: '2027-09-04' });
    expect(notice?.answerByAt?.toISOString()).toBe('2027-09-05T04:00:00.000Z');
  });
});

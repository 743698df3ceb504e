import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { erase } from '../../src/core/people/commands/erase.ts';
import { advanceLines } from '../../src/core/preorders/commands/advance.ts';
import { readPreorder } from '../../src/core/preorders/queries.ts';
import { endSilentQuestions } from '../../src/core/promises/commands/silence.ts';
import { formatShipWindow } from '../../src/domain/ship-window.ts';
import type { MailMessage } from '../../src/integrations/mail/port.ts';
import { type Api, startApi } from '../support/api.ts';
import { expectSoundBooks } from '../support/books.ts';
import { buyFrom } from '../support/buy.ts';
import { type Core, createCore, createOffer, type Offer, shiftClock } from '../support/core.ts';
import { sendMails } from '../support/mails.ts';
import { answerPath, moveDates, noticesOf } from '../support/promises.ts';
import { createStatusClient, tokenFor } from '../support/status-client.ts';

let api: Api;
let core: Core;
let client: ReturnType<typeof createStatusClient>;
const mails: MailMessage[] = [];
beforeAll(async () => {
  api = await startApi({ deps: { mail: { send: async (mail) => void mails.push(mail) } } });
  core = createCore(api.db);
  client = createStatusClient(api);
});
afterAll(async () => {
  await expectSoundBooks(api.db, false); // no job moved the money
  await core.stop();
  await api.stop();
});

const DAY = 86_400;
const LATER = ['2030-07-01', '2030-07-05'] as const;
const AUTUMN = ['2030-08-01', '2030-08-15'] as const;
const SOONER = ['2030-06-08', '2030-06-14'] as const;
const inWords = ([from, until]: readonly [string, string]) =>
  formatShipWindow({ from, until }, 'en', { style: 'long' });
const REASON = 'The <b>dye house</b> & its roof burned down.';

type AskedPreorder = { offer: Offer; reference: string; path: string; email: string };

/** Creates a pre-order whose shopper was asked by mail. */
async function asked({ quantity = 1 } = {}): Promise<AskedPreorder> {
  const email = `${crypto.randomUUID()}@shopper.example`;
  const offer = await createOffer(core, { allocation: 20 });
  const reference = await buyFrom(core, offer, { quantity, email });
  await moveDates({ core, offer }, LATER, { reason: REASON });
  return { offer, reference, email, path: await answerPath(core, offer.storeId, reference) };
}

const statesOf = async ({ offer, reference }: Pick<AskedPreorder, 'offer' | 'reference'>) =>
  (await readPreorder(api.db, offer.storeId, reference)).lines.map(({ state }) => state);

/** Returns the page's form, filled in like its button. */
async function press(path: string, choice: string, changes: Record<string, string> = {}) {
  const { text } = await api.ask(path);
  const notice = /name="notice" value="([^"]+)"/.exec(text)?.[1] ?? '';
  return post(path, { notice, choice, ...changes });
}

function post(path: string, fields: Record<string, string>) {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  return api.ask(path, { method: 'POST', headers, body: new URLSearchParams(fields).toString() });
}

describe('the page of a moved date', () => {
  test('opens from the link in the mail', async () => {
    const { reference, path } = await asked();
    await sendMails(api.deps);
    const mail = mails.findLast(({ subject }) => subject.includes(reference));
    expect(mail?.text).toContain(`${api.deps.baseUrl}${path}`);
    expect(mail?.messageId).toContain('date_asked');
  });

  test('shows both windows, the reason as text, the last day, and the effect of each choice', async () => {
    const given = await asked({ quantity: 2 });
    const { status, text, headers } = await api.ask(given.path);
    expect(status).toBe(200);
    expect(text).toContain(`<s>${inWords(['2030-06-10', '2030-06-15'])}</s>`);
    expect(text).toContain(`<strong>${inWords(LATER)}</strong>`);
    expect(text).toContain('The &lt;b&gt;dye house&lt;/b&gt; &amp; its roof burned down.');
    expect(text).toMatch(/Choose by \d+ \w+ \d{4}\./);
    expect(text).toContain('If we do not hear from you by then, it is cancelled and you get everything back.');
    expect(text).toContain('Cancel and get €262.90 back');
    expect(text).toContain(
      '<li><span>2 × <bdi>Aurora Jacket</bdi><br><bdi class="muted">Medium</bdi></span><span class="money">€262.90</span></li>',
    );
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(text).not.toMatch(/<script|src=|@shopper\.example|Invaliden/);
    for (let scanners = 0; scanners < 3; scanners += 1) await api.ask(given.path, { method: 'HEAD' });
    expect(await noticesOf(core, given.offer.storeId, given.reference)).toMatchObject([{ answers: [] }]);
  });

  test('keeps a choice to wait, also when it is sent twice, and allows to cancel later', async () => {
    const given = await asked();
    for (const answer of [await press(given.path, 'wait'), await press(given.path, 'wait')]) {
      expect([answer.status, answer.headers.get('location')]).toEqual([303, given.path]);
    }
    const waiting = await api.ask(given.path);
    expect(waiting.text).toContain('You are waiting');
    expect(waiting.text).not.toContain('value="wait"');
    expect(await statesOf(given)).toEqual(['placed']);
    const answers = await Promise.all([1, 2, 3].map(() => press(given.path, 'cancel')));
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
    expect(await statesOf(given)).toEqual(['cancelled']);
    const done = await api.ask(given.path);
    expect([done.text.includes('It is cancelled'), done.text.includes('<form')]).toEqual([true, false]);
    await press(given.path, 'wait');
    expect(await statesOf(given)).toEqual(['cancelled']);
    expect((await noticesOf(core, given.offer.storeId, given.reference))[0]?.answers).toMatchObject([
      { answer: 'wait', givenBy: 'link' },
      { answer: 'cancel', givenBy: 'link' },
    ]);
  });

  test('of an old mail shows the newest dates, and takes no answer to the old ones', async () => {
    const given = await asked();
    const [first] = await noticesOf(core, given.offer.storeId, given.reference);
    await moveDates({ core, offer: given.offer }, AUTUMN, { reason: 'Fog.' });
    const stale = await post(given.path, { notice: first?.id ?? '', choice: 'cancel' });
    expect(stale.status).toBe(303);
    expect(await statesOf(given)).toEqual(['placed']);
    const { text } = await api.ask(given.path);
    expect([text.includes(inWords(AUTUMN)), text.includes('Fog.')]).toEqual([true, true]);
    await press(given.path, 'wait');
    expect(await noticesOf(core, given.offer.storeId, given.reference)).toMatchObject([
      { answers: [{ answer: 'superseded' }] },
      { answers: [{ answer: 'wait' }] },
    ]);
  });

  test('says that no choice is needed when the date moved back to the agreed one', async () => {
    const given = await asked();
    await moveDates({ core, offer: given.offer }, SOONER, { reason: 'Good news.' });
    const { text } = await api.ask(given.path);
    expect([text.includes('The date has moved again'), text.includes(inWords(SOONER))]).toEqual([true, true]);
    expect([text.includes('Good news.'), text.includes('dye house'), text.includes('<form')]).toEqual([
      true,
      false,
      false,
    ]);
  });

  test('tells the effect of silence, and that released line items need no choice', async () => {
    const [silent, kept, released] = [await asked(), await asked(), await asked()];
    await press(kept.path, 'wait');
    const { id } = await readPreorder(api.db, released.offer.storeId, released.reference);
    await advanceLines(core, { storeId: released.offer.storeId, preorderId: id, to: 'released', lineIds: null });
    await press(released.path, 'cancel', {
      notice: (await noticesOf(core, released.offer.storeId, released.reference))[0]?.id ?? '',
    });
    expect(await statesOf(released)).toEqual(['released']);
    await shiftClock(api.db, 20 * DAY);
    await endSilentQuestions(core);
    expect((await api.ask(silent.path)).text).toMatch(/We did not hear from you by \d+ \w+ \d{4}, so it was cancelled/);
    expect((await api.ask(kept.path)).text).toContain('Your place is kept');
    const over = (await api.ask(released.path)).text;
    expect(over).toContain('There is nothing left to choose');
    expect(over).toContain(
      '<span><bdi>Aurora Jacket</bdi><br><bdi class="muted">Medium</bdi></span><span class="money">Being prepared</span>',
    );
    await press(silent.path, 'wait');
    expect(await statesOf(silent)).toEqual(['cancelled']);
    await shiftClock(api.db, -20 * DAY);
  });

  test('is refused for a link that is changed, expired, of another purpose or store, or of an erased person', async () => {
    const [given, other] = [await asked(), await asked()];
    const token = given.path.split('/').at(-1) ?? '';
    const [id = '', secret = ''] = token.split('.');
    const otherId = other.path.split('/').at(-1)?.split('.')[0];
    const dead = [
      `${given.path}x`,
      given.path.slice(0, -1),
      `/links/answer/${otherId}.${secret}`,
      `/links/answer/${id}`,
    ];
    for (const path of [...dead, '/links/answer/%00', `/links/cancel/${token}`, `/links/manage/${token}`]) {
      for (const method of ['GET', 'POST']) {
        const { status, text } = await api.ask(path, { method });
        expect([status >= 400, status < 500, text.includes(given.reference)], path).toEqual([true, true, false]);
      }
    }
    for (const path of [
      '/links/answer/%ff',
      `/links/answer/${'x'.repeat(400)}`,
      '/links/other/x',
      '/links',
      '/links?a',
    ]) {
      const { status, text, headers } = await api.ask(path);
      expect([status, headers.get('content-type'), headers.get('referrer-policy')], path).toEqual([
        404,
        'text/html; charset=utf-8',
        'no-referrer',
      ]);
      expect(text, path).toContain('Use the newest mail about your pre-order, or write to the store.');
    }
    expect((await api.ask('/linksx')).json.error.code).toBe('not_found');
    await erase(core, { storeId: given.offer.storeId, email: given.email }, { openToo: true });
    expect((await api.ask(given.path)).status).toBe(404);
    await shiftClock(api.db, 75 * DAY);
    expect((await api.ask(other.path)).status).toBe(404);
    await shiftClock(api.db, -75 * DAY);
    expect(await statesOf(other)).toEqual(['placed']);
  });

  test('takes only its own two choices about its own question', async () => {
    const [given, other] = [await asked(), await asked()];
    const [theirs] = await noticesOf(core, other.offer.storeId, other.reference);
    const forms: Record<string, string>[] = [
      {},
      { choice: 'cancel' },
      { choice: 'cancel', notice: 'nonsense' },
      { choice: 'cancel', notice: theirs?.id ?? '' },
      { choice: 'both', notice: theirs?.id ?? '' },
      { choice: 'x'.repeat(10_000), notice: '\0' },
    ];
    for (const form of forms) expect((await post(given.path, form)).status).toBeLessThan(400);
    const json = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"choice":"cancel"}' };
    expect((await api.ask(given.path, json)).status).toBeLessThan(500);
    expect([await statesOf(given), await statesOf(other)]).toEqual([['placed'], ['placed']]);
  });
});

describe('the status page', () => {
  const answer = (session: string | undefined, reference: string, body: unknown) =>
    client.call<{ state: string }>('POST', `/preorders/${reference}/answer`, { session, body });

  async function signedIn({ offer, email }: AskedPreorder): Promise<string> {
    const { data } = await client.signIn(offer.storeKey, await tokenFor(api.deps, offer.storeId, { email }));
    return data.session;
  }
  const questionOf = async ({ offer, reference }: AskedPreorder) =>
    (await noticesOf(core, offer.storeId, reference)).at(-1)?.id ?? '';

  test('takes the customer’s answer, also twice, and refuses a late one', async () => {
    const given = await asked();
    const [session, questionId] = [await signedIn(given), await questionOf(given)];
    for (let again = 0; again < 2; again += 1) {
      const { status, data } = await answer(session, given.reference, { questionId, choice: 'wait' });
      expect([status, data.state]).toEqual([200, 'placed']);
    }
    expect((await answer(session, given.reference, { questionId, choice: 'cancel' })).data.state).toBe('cancelled');
    const late = await answer(session, given.reference, { questionId, choice: 'wait' });
    expect([late.status, late.error]).toMatchObject([409, { code: 'question_over', data: { given: 'cancel' } }]);
    expect((await noticesOf(core, given.offer.storeId, given.reference))[0]?.answers).toMatchObject([
      { answer: 'wait', givenBy: 'status_page' },
      { answer: 'cancel', givenBy: 'status_page' },
    ]);
  });

  test('asks a guest for the link, and answers 404 for pre-orders and questions of others', async () => {
    const [given, other] = [await asked(), await asked()];
    const questionId = await questionOf(given);
    const guest = await client.lookUp(given.offer.storeKey, { reference: given.reference, place: '10115' });
    const refusals: [session: string | undefined, reference: string, body: unknown, code: string][] = [
      [guest.data.session, given.reference, { questionId, choice: 'cancel' }, 'link_required'],
      [undefined, given.reference, { questionId, choice: 'cancel' }, 'session_ended'],
      [await signedIn(other), given.reference, { questionId, choice: 'cancel' }, 'preorder_not_found'],
      [await signedIn(other), other.reference, { questionId, choice: 'cancel' }, 'promise_not_found'],
      [await signedIn(given), given.reference, { questionId: 'nonsense', choice: 'cancel' }, 'promise_not_found'],
      [await signedIn(given), given.reference, { questionId, choice: 'both' }, 'invalid_parameter'],
      [await signedIn(given), given.reference, { questionId }, 'missing_parameter'],
    ];
    for (const [session, reference, body, code] of refusals) {
      const { status, error } = await answer(session, reference, body);
      expect([error.code, status >= 400 && status < 500]).toEqual([code, true]);
    }
    expect([await statesOf(given), await statesOf(other)]).toEqual([['placed'], ['placed']]);
  });
});

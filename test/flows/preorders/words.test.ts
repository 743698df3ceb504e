import { beforeEach, describe, expect, test } from 'vitest';
import { findLink } from '../../../src/core/links/queries.ts';
import { changeContact } from '../../../src/core/people/commands/change-contact.ts';
import { erase } from '../../../src/core/people/commands/erase.ts';
import { writeToShopper } from '../../../src/core/preorders/commands/write-to-shopper.ts';
import { readHistory } from '../../../src/core/preorders/queries/history.ts';
import { listPreorders } from '../../../src/core/preorders/queries/list.ts';
import { readPreorder } from '../../../src/core/preorders/queries.ts';
import type { MailMessage } from '../../../src/integrations/mail/port.ts';
import { buyFrom } from '../../support/buy.ts';
import { createOffer, type Offer } from '../../support/core.ts';
import { sendMails } from '../../support/mails.ts';
import { useCore } from '../../support/use-core.ts';

const started = await useCore();
const { db } = started.database;
const outbox: MailMessage[] = [];
const core = { ...started.core, mail: { send: async (message: MailMessage) => void outbox.push(message) } };

let offer: Offer;
let key: { storeId: string; preorderId: string };
beforeEach(async () => {
  offer = await createOffer(core, { allocation: 10 });
  const reference = await buyFrom(core, offer, { email: 'Ada@shopper.example', locale: 'de' });
  const { id } = await readPreorder(db, offer.storeId, reference);
  key = { storeId: offer.storeId, preorderId: id };
  await sendMails(core, id);
  outbox.length = 0;
});

async function sentMails(): Promise<MailMessage[]> {
  await sendMails(core, key.preorderId);
  return outbox;
}

const answer = (text: string) => writeToShopper(core, { ...key, text, by: 'Bo' });

describe('what the store writes to a shopper', () => {
  test('is mailed once in their language, and stands in the history', async () => {
    await answer('Ja, gern.\u0007\r\n\r\nBis bald <b>!');
    const [mail, ...more] = await sentMails();
    expect(more).toEqual([]);
    expect(mail?.to.address).toBe('Ada@shopper.example');
    expect(mail?.replyTo?.address).toBe('help@shop.example');
    expect(mail?.subject).toContain('Nachricht von North & Pine');
    expect(mail?.text).toContain('> Ja, gern.\n> \n> Bis bald <b>!');
    expect(mail?.html).toContain('Bis bald &lt;b&gt;!');
    expect(mail?.html).toMatch(/\/links\/manage\//);
    const history = await readHistory(db, key.storeId, key.preorderId);
    expect(history.findLast(({ kind }) => kind === 'written')).toMatchObject({
      what: 'Bo',
      reason: 'Ja, gern.\n\nBis bald <b>!',
    });
  });

  test('is refused when it is empty or too long, too often, and once they are erased', async () => {
    for (const text of ['  ', '\u0007', 'x'.repeat(2_001)]) {
      await expect(answer(text)).rejects.toMatchObject({ code: 'invalid_parameter', info: { param: 'text' } });
    }
    for (let nth = 0; nth < 20; nth += 1) await answer(`${nth}`);
    await expect(answer('x')).rejects.toMatchObject({ code: 'rate_limited' });
    await erase(core, { storeId: key.storeId, email: 'ada@shopper.example' }, { openToo: true });
    await expect(answer('x')).rejects.toMatchObject({ code: 'preorder_not_found' });
    const left = await db.query('SELECT 1 FROM store_message WHERE preorder_id = $1', [key.preorderId]);
    expect(left).toEqual([]);
    expect(await sentMails()).toEqual([]);
  });
});

describe('another e-mail address', () => {
  const change = (email: string) => changeContact(core, { ...key, email, by: 'Bo' });
  const links = () => db.query<{ id: string }>('SELECT id FROM link WHERE preorder_id = $1', [key.preorderId]);

  test('gets the mails, the link and the place in every list, and the earlier one is told', async () => {
    const earlier = await links();
    expect(earlier.length).toBeGreaterThan(0);
    expect(await change(' grace@shopper.example ')).toBe(true);
    const mails = await sentMails();
    expect(mails).toHaveLength(2);
    const [toNew, toOld] = ['grace@shopper.example', 'Ada@shopper.example'].map((address) =>
      mails.find(({ to }) => to.address === address),
    );
    expect(toNew?.html).toMatch(/\/links\/manage\//);
    expect(toOld?.subject).toContain('Andere E-Mail-Adresse');
    expect(`${toOld?.html} ${toOld?.text}`).not.toMatch(/grace|\/links\//);
    for (const { id } of earlier) expect(await findLink(db, id)).toMatchObject({ expired: true });
    const byEmail = (email: string) => listPreorders(db, key.storeId, { email, limit: 10 });
    expect(await byEmail('ada@shopper.example')).toEqual([]);
    expect((await byEmail('grace@shopper.example')).map(({ id }) => id)).toEqual([key.preorderId]);
    const history = await readHistory(db, key.storeId, key.preorderId);
    expect(history.find(({ kind }) => kind === 'contact')).toMatchObject({ what: 'Bo' });
    const [kept] = await db.query('SELECT old_email FROM contact_change WHERE preorder_id = $1', [key.preorderId]);
    expect(kept).toEqual({ old_email: null });
  });

  test('is the person that an erasure then finds, and nothing of both addresses is left', async () => {
    await change('grace@shopper.example');
    await erase(core, { storeId: key.storeId, email: 'grace@shopper.example' }, { openToo: true });
    const text = JSON.stringify(
      await Promise.all(
        ['preorder_contact', 'checkout_contact', 'contact_change', 'mail', 'outbox', 'activity'].map((table) =>
          db.query(`SELECT * FROM ${table} WHERE store_id = $1`, [key.storeId]),
        ),
      ),
    );
    expect(text).not.toMatch(/ada@|grace@/i);
    await expect(change('x@shopper.example')).rejects.toMatchObject({ code: 'preorder_not_found' });
  });

  test('is refused when it is none, and changes nothing when it is the same', async () => {
    for (const email of ['', 'ada', 'ada@', 'a b@c.example', `${'a'.repeat(250)}@c.example`]) {
      await expect(change(email)).rejects.toMatchObject({ code: 'invalid_parameter', info: { param: 'email' } });
    }
    expect(await change('Ada@shopper.example')).toBe(false);
    expect(await sentMails()).toEqual([]);
  });
});

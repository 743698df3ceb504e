import { afterAll, beforeAll, expect, test } from 'vitest';
import { setLogo, updateBrand } from '../../../src/core/stores/commands/brand.ts';
import type { MailMessage } from '../../../src/integrations/mail/port.ts';
import { type Api, startApi } from '../../support/api.ts';
import { pngOf, webpOf } from '../../support/asset-files.ts';
import { buyFrom } from '../../support/buy.ts';
import { type Core, createCore, createOffer } from '../../support/core.ts';
import { sendMails } from '../../support/mails.ts';

let api: Api;
let core: Core;
const mails: MailMessage[] = [];
beforeAll(async () => {
  api = await startApi({ deps: { mail: { send: async (mail) => void mails.push(mail) } } });
  core = createCore(api.db);
});
afterAll(async () => {
  await core.stop();
  await api.stop();
});

/** Places a pre-order in a new store with this brand. Resolves with its confirmation. */
async function confirmation(brand: (storeId: string) => Promise<void>): Promise<MailMessage> {
  const offer = await createOffer(core, { allocation: 5 });
  await brand(offer.storeId);
  const email = `${crypto.randomUUID()}@shopper.example`;
  await buyFrom(core, offer, { email });
  await sendMails(api.deps);
  const mail = mails.find(({ to }) => to.address === email);
  if (!mail) throw new Error('no mail');
  return mail;
}

test('a mail is from the store’s sender, and its answers go to the store’s address', async () => {
  const mail = await confirmation((id) =>
    updateBrand(api, id, { senderName: 'Fjord Kundendienst', replyTo: 'help@fjord.example' }),
  );
  expect(mail.from).toEqual({ name: 'Fjord Kundendienst', address: api.deps.mailFrom });
  expect(mail.replyTo).toEqual({ name: 'Fjord Kundendienst', address: 'help@fjord.example' });
});

test('without its own, it is from the store, and answers go to the contact', async () => {
  const mail = await confirmation(async () => {});
  expect(mail.replyTo?.name).toBe(mail.from.name);
  expect(mail.pictures).toBeUndefined();
});

test('the logo goes along as bytes, and one that mail programs cannot show does not', async () => {
  const file = pngOf(120, 40);
  const mail = await confirmation((id) => setLogo(api, id, file));
  expect(mail.pictures).toEqual([{ cid: 'logo@brand', type: 'image/png', bytes: file }]);
  expect(mail.html).toContain('src="cid:logo@brand"');
  const other = await confirmation((id) => setLogo(api, id, webpOf(120, 40)));
  expect(other.pictures).toBeUndefined();
  expect(other.html).not.toContain('cid:');
});

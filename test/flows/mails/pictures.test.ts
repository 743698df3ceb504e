import { createServer, type Server } from 'node:http';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { showMail } from '../../../src/core/mails/commands/show.ts';
import { listMails } from '../../../src/core/mails/queries.ts';
import { readPreorder } from '../../../src/core/preorders/queries.ts';
import { setGuaranteeLabel, setGuaranteeNotice } from '../../../src/core/stores/commands/guarantee-files.ts';
import { createSmtpMail } from '../../../src/integrations/mail/smtp.ts';
import { pngOf } from '../../support/asset-files.ts';
import { buyFrom } from '../../support/buy.ts';
import { createOffer, type Offer } from '../../support/core.ts';
import { sendMails } from '../../support/mails.ts';
import { startSmtpServer } from '../../support/smtp.ts';
import { useCore } from '../../support/use-core.ts';

const { database, core } = await useCore();

// The smallest PNG: one pixel.
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
let storeServer: Server;
let shopUrl: string;
let asked = 0;
let smtp: Awaited<ReturnType<typeof startSmtpServer>>;
let transport: ReturnType<typeof createSmtpMail>;

beforeAll(async () => {
  storeServer = createServer((request, response) => {
    asked += 1;
    if (request.url === '/jacket.png') response.end(PNG);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => storeServer.listen(0, '127.0.0.1', resolve));
  const address = storeServer.address();
  shopUrl = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  smtp = await startSmtpServer();
  transport = createSmtpMail(smtp.url);
});
afterAll(async () => {
  transport.close();
  await smtp.close();
  storeServer.close();
});

async function offerWith(path: string): Promise<Offer> {
  const offer = await createOffer(core, { allocation: 20 });
  await database.db.query('UPDATE product SET image_url = $2 WHERE store_id = $1', [offer.storeId, shopUrl + path]);
  return offer;
}

async function confirmationOf(offer: Offer) {
  const reference = await buyFrom(core, offer, { quantity: 2 });
  const { id } = await readPreorder(database.db, offer.storeId, reference);
  const before = smtp.mails.length;
  await sendMails({ ...core, mail: transport }, id);
  const raw = String(smtp.mails[before]);
  return { reference, raw, mail: await PostalMime.parse(raw) };
}

test('a mail carries the picture of its product with it, and loads nothing', async () => {
  const offer = await offerWith('/jacket.png');
  const { raw, mail } = await confirmationOf(offer);
  expect(mail.attachments).toMatchObject([
    { mimeType: 'image/png', disposition: 'inline', related: true, filename: 'picture-1.png' },
  ]);
  const [picture] = mail.attachments;
  expect(Buffer.from(new Uint8Array(picture?.content as ArrayBuffer))).toEqual(PNG);
  const cid = picture?.contentId?.replace(/^<|>$/g, '');
  expect([...(mail.html ?? '').matchAll(/<img src="([^"]+)"/g)].map(([, src]) => src)).toEqual([`cid:${cid}`]);
  expect(mail.html).not.toContain(shopUrl);
  // Text and HTML are alternatives; the picture belongs to the HTML.
  const types = [...raw.matchAll(/^Content-Type: ([a-z]+\/[a-z]+)/gim)].map(([, type]) => type);
  expect(types).toEqual(['multipart/alternative', 'text/plain', 'multipart/related', 'text/html', 'image/png']);
  expect(raw.length).toBeLessThan(102 * 1024);
  const before = asked;
  await confirmationOf(offer);
  expect(asked).toBe(before);
});

test('a mail without a picture goes out without attachments', async () => {
  const { raw, mail } = await confirmationOf(await offerWith('/gone.png'));
  expect(mail.attachments).toEqual([]);
  expect(mail.html).not.toContain('<img');
  expect(raw).not.toMatch(/multipart\/related/i);
});

test('the confirmation brings the official files of the guarantee, to keep', async () => {
  const offer = await offerWith('/gone.png');
  const [notice, label] = [pngOf(300, 400), pngOf(301, 200)];
  await setGuaranteeNotice(core, offer.storeId, { language: 'en', country: null, bytes: notice });
  await setGuaranteeLabel(core, offer.storeId, { productId: offer.productId, bytes: label });
  const { mail } = await confirmationOf(offer);
  const brought = mail.attachments.map(({ content }) => Buffer.from(new Uint8Array(content as ArrayBuffer)));
  expect(brought).toEqual([notice, label]);
  const shown = [...(mail.html ?? '').matchAll(/<img class="official" src="cid:[\w@]+" width="(\d+)" alt="([^"]+)">/g)];
  expect(shown.map(([, width, alt]) => [width, alt])).toEqual([
    ['300', expect.stringContaining('legal guarantee')],
    ['301', expect.stringContaining('guarantee')],
  ]);
});

test('who looks at a mail sees its picture without a mail program', async () => {
  const offer = await offerWith('/jacket.png');
  const { reference } = await confirmationOf(offer);
  const [mail] = await listMails(database.db, offer.storeId, { reference, limit: 5 });
  if (!mail) throw new Error('no mail');
  const shown = await showMail(core, mail);
  expect(shown?.html).toContain(`<img src="data:image/png;base64,${PNG.toString('base64')}"`);
});

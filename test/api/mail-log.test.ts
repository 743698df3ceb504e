import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { linkToken } from '../../src/core/links/commands.ts';
import type { Link } from '../../src/core/links/queries.ts';
import { ROLE_SCOPES } from '../../src/domain/role.ts';
import { createFileMail } from '../../src/integrations/mail/files.ts';
import { tokenClient } from '../support/admin-client.ts';
import { type Api, startApi } from '../support/api.ts';
import { buyFrom } from '../support/buy.ts';
import { type Core, createCore, createOffer, type Offer } from '../support/core.ts';
import { sendMails } from '../support/mails.ts';

// What the log of mails must not give: the secrets of links, with which anybody acts as the shopper, and people to those who may not
// see them.

const ADA = 'ada@mail.example';
let folder: string;
let api: Api;
let core: Core;
let offer: Offer;
let reference: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mail-log-'));
  const mail = createFileMail(folder);
  api = await startApi({ deps: { mail } });
  core = { ...createCore(api.db), mail };
});
beforeEach(async () => {
  offer = await createOffer(core, { allocation: 50 });
  reference = await buyFrom(core, offer, { email: ADA });
  await sendMails(core);
});
afterAll(async () => {
  await core.stop();
  await api.stop();
  await rm(folder, { recursive: true });
});

/** Returns the tokens of all links of the store. */
async function tokens(): Promise<string[]> {
  const links = await api.db.query<Pick<Link, 'id' | 'purpose'>>('SELECT id, purpose FROM link WHERE store_id = $1', [
    offer.storeId,
  ]);
  expect(links.length).toBeGreaterThan(0);
  return links.map(({ id, purpose }) => linkToken(api.deps, id, purpose));
}

test.each(['as it went out', 'as it is written again'])('a mail shows no link that works, %s', async (how) => {
  const isKept = how === 'as it went out';
  const client = await tokenClient(api, offer.storeId);
  const { data } = (await client.get(`/mails?preorder=${reference}`)).json;
  const [file = ''] = (await core.mail.archive?.filesOf(data[0].message_id)) ?? [];
  const eml = (await readFile(file, 'utf8')).replaceAll(/=\r?\n/g, '');
  if (!isKept) await core.mail.archive?.remove(data[0].message_id);
  const shown = await client.get(`/mails/${data[0].id}`);
  expect(shown.json.data).toMatchObject({
    as_sent: true,
    to: expect.stringContaining(ADA),
    evidence: {
      to: ADA,
      subject: shown.json.data.subject,
      template: 'placed',
      own_words: null,
      same: true,
      written_from: { lines: [{ lines: [1], state: 'placed', refunded: '0.00' }] },
    },
  });
  for (const part of ['text', 'html']) expect(shown.json.data[part]).toContain('/links/manage/•••');
  for (const token of await tokens()) {
    expect(eml, 'the file stays whole').toContain(token);
    expect(shown.text).not.toContain(token);
    expect(shown.text).not.toContain(token.split('.')[1]);
  }
});

test('who may not see people learns which mail it was, and nothing that it says', async () => {
  const reader = await tokenClient(api, offer.storeId, ROLE_SCOPES['read-only']);
  const { data } = (await reader.get(`/mails?preorder=${reference}`)).json;
  const shown = await reader.get(`/mails/${data[0].id}`);
  expect(shown.json.data).toEqual({ ...data[0], evidence: null, text: null, html: null });
  for (const personal of [ADA, 'Ada', 'Lovelace', 'Invaliden', ...(await tokens())]) {
    expect(shown.text).not.toContain(personal);
  }
});

import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { lookForContracts } from '../../src/core/withdrawals/commands/look-for-contract.ts';
import { sendReceipts } from '../../src/core/withdrawals/commands/send-receipts.ts';
import type { MailError, MailMessage } from '../../src/integrations/mail/port.ts';
import type { AdminWithdrawal } from '../../src/protocol/schema/admin-api/withdrawals.ts';
import { type AdminClient, tokenClient } from './admin-client.ts';
import { startApi } from './api.ts';
import { buyFrom } from './buy.ts';
import { createCore, createOffer } from './core.ts';

const address = {
  firstName: 'Zoë',
  lastName: 'Müller',
  line1: 'Weg 1',
  line2: '',
  city: 'Köln',
  region: '',
  postalCode: '50667',
  country: 'DE',
  phoneNumber: '',
};

export type Fields = Record<string, string>;

/** A system with stores that sell, the page on which people withdraw, and the mails that go out. */
export async function startWithdrawals() {
  const mails: MailMessage[] = [];
  const server: { refuses: MailError | null } = { refuses: null };
  const send = async (mail: MailMessage) => {
    if (server.refuses) throw server.refuses;
    mails.push(mail);
  };
  const api = await startApi({ deps: { mail: { send } } });
  const core = createCore(api.db);

  const post = (path: string, fields: Fields) =>
    api.ask(path, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields).toString(),
    });

  return {
    api,
    core,
    server,
    mails,
    post,
    /** Makes a store with a pre-order of one person, its page, and a client of its private API. */
    async sold(quantity = 1) {
      const email = `${randomUUID()}@shopper.example`;
      const offer = await createOffer(core, { allocation: 20 });
      const reference = await buyFrom(core, offer, { quantity, email, address });
      const { storeId } = offer;
      return {
        storeId,
        offer,
        email,
        reference,
        path: `/withdraw/${offer.storeKey}`,
        client: await tokenClient(api, storeId),
      };
    },
    /** Declares in both steps. Resolves with the receipt on screen. */
    async declare(path: string, fields: Fields) {
      const review = await post(path, { ...fields, step: 'review' });
      expect(review.status).toBe(200);
      const receipt = await post(path, { ...hiddenOf(review.text), step: 'confirm' });
      await lookForContracts(api.deps); // as the service does a moment later
      return receipt;
    },
    /** Sends the receipts that are due, and returns those to an address. */
    async receiptsTo(email: string) {
      await sendReceipts(api.deps);
      return mails.filter(({ to }) => to.address === email);
    },
    async stop() {
      await core.stop();
      await api.stop();
    },
  };
}

/** Returns the hidden fields of the page that repeats a declaration. */
export const hiddenOf = (page: string): Fields =>
  Object.fromEntries(
    [...page.matchAll(/<input type="hidden" name="([\w.-]+)" value="([^"]*)">/g)].map(([, name = '', value = '']) => [
      name,
      value
        .replaceAll('&#39;', "'")
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&quot;', '"')
        .replaceAll('&amp;', '&'),
    ]),
  );

export const withdrawalsOf = async (client: AdminClient, query = ''): Promise<AdminWithdrawal[]> =>
  (await client.get(`/withdrawals${query}`)).json.data;

/** Returns the path of the link in a receipt that undoes the declaration; empty where it has none. */
export const undoPathIn = (mail: MailMessage | undefined) =>
  /\/links\/withdrawal\/[\w.-]+/.exec(mail?.text ?? '')?.[0] ?? '';

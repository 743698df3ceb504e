import { describe, expect, test } from 'vitest';
import { askForSync } from '../../../src/core/connections/commands/ask.ts';
import { disconnect } from '../../../src/core/connections/commands/connect.ts';
import { ordersByConnection } from '../../../src/core/connections/commands/store-orders.ts';
import { cancelLines } from '../../../src/core/preorders/commands/cancel.ts';
import { readFulfilments } from '../../../src/core/preorders/queries/fulfilments.ts';
import { listStoreOrders } from '../../../src/core/releases/queries.ts';
import { sendStaffMails } from '../../../src/core/staff/commands/send-mails.ts';
import { CommerceError } from '../../../src/integrations/commerce/port.ts';
import type { MailMessage } from '../../../src/integrations/mail/port.ts';
import { buyFrom } from '../../support/buy.ts';
import { useConnectedStore } from '../../support/connected-store.ts';
import { newSecret } from '../../support/connector-store.ts';
import { type Core, createOffer, type Offer } from '../../support/core.ts';
import { preorderOf, releaseAll, runJobs } from '../../support/release.ts';

const own = await useConnectedStore();
const { db } = own;

const files = { name: 'files', put: async () => ({ ref: 'a file' }) };
const core: Core = { ...own.core, commerce: ordersByConnection(own.core, files) };

const TRACKING = { carrier: 'DHL', tracking_number: '00340434161094000000', tracking_url: 'https://dhl.example/0034' };

/** Sells two units on a connected store and releases them. */
async function sell(): Promise<{ offer: Offer; reference: string; preorderId: string }> {
  const offer = await createOffer(core, { allocation: 5 });
  own.storeId = offer.storeId;
  await own.connect();
  await own.readAll();
  const reference = await buyFrom(core, offer, { quantity: 2, lineItemProperties: { Engraving: 'For Ada' } });
  await releaseAll(core, offer, 2);
  const preorderId = await preorderOf(core, offer, reference).then(({ id }) => id);
  return { offer, reference, preorderId };
}

const onPlatform = () => [...own.served.shop.orders.values()];
const orders = () => listStoreOrders(db, own.storeId, { limit: 10 });

describe('an order', () => {
  test('reaches the platform once, with properties and reference', async () => {
    const { offer, reference, preorderId } = await sell();
    await Promise.all([1, 2, 3].map(() => runJobs(core, offer.storeId)));
    expect(onPlatform()).toMatchObject([
      { reference, paid: true, lines: [{ properties: { Engraving: 'For Ada' } }, {}] },
    ]);
    expect(await orders()).toMatchObject([{ state: 'handed_over', externalRef: '#1001' }]);
    const [line] = (await preorderOf(core, offer, reference)).lines;
    await cancelLines(core, { storeId: offer.storeId, preorderId, lineIds: [line?.id ?? ''], reason: 'merchant' });
    await runJobs(core, offer.storeId);
    expect(
      onPlatform()[0]
        ?.lines.map((one) => Reflect.get(one, 'cancelled'))
        .sort(),
    ).toEqual([false, true]);
  });

  test('is handed over by one process at a time', async () => {
    const { offer } = await sell();
    const [order] = await orders();
    await db.query(`UPDATE connection_order SET claimed_until = app_now() + interval '1 minute' WHERE store_id = $1`, [
      offer.storeId,
    ]);
    const again = core.commerce.put({ ...onPlatform()[0], id: order?.id, store: await slugOf(offer.storeId) } as never);
    await expect(again).rejects.toBeInstanceOf(CommerceError);
  }, 30_000);

  test('waits while the secret is dead, and goes when it is replaced', async () => {
    const offer = await createOffer(core, { allocation: 5 });
    own.storeId = offer.storeId;
    await own.connect();
    await own.readAll();
    const next = newSecret();
    Object.assign(own.served.shop, { secrets: [next] });
    await buyFrom(core, offer, { quantity: 1 });
    await releaseAll(core, offer, 1).catch((error: unknown) => expect(error).toMatchObject({ kind: 'unauthorised' }));
    expect(await orders()).toMatchObject([{ state: 'waiting' }]);
    expect((await own.alerts()).map(({ code }) => code)).toContain('connection_refused');
    const sent: MailMessage[] = [];
    const mail = { send: async (message: MailMessage) => void sent.push(message) };
    await own.ask().catch(() => {});
    await sendStaffMails({ ...core, mail });
    expect(sent.map(({ to, subject }) => [to.address, subject])).toEqual([
      ['help@shop.example', 'North & Pine: the platform no longer takes the credentials'],
    ]);
    expect(sent[0]?.text).toContain('1 order waits to be handed over.');
    expect(sent[0]?.text).toMatch(/:4004\/stores\/\S+\/settings\/connection/);
    await own.connect({ secret: next });
    const due = await db.query(`SELECT 1 FROM outbox WHERE store_id = $1 AND topic = 'order.due'`, [offer.storeId]);
    expect(due.length).toBeGreaterThan(0);
    await runJobs(core, offer.storeId);
    expect(await orders()).toMatchObject([{ state: 'handed_over' }]);
    expect(onPlatform()).toHaveLength(1);
    Object.assign(own.served.shop, { secrets: [newSecret()] });
    await own.ask().catch(() => {});
    await sendStaffMails({ ...core, mail });
    expect(sent).toHaveLength(2); // another outage
  });

  test('is a file where no platform is connected', async () => {
    const { offer } = await sell();
    await disconnect(core, offer.storeId);
    await buyFrom(core, offer, { quantity: 1, email: 'grace@example.com' });
    await releaseAll(core, offer, 3);
    expect((await orders()).map(({ externalRef }) => externalRef)).toContain('a file');
  });
});

async function slugOf(storeId: string): Promise<string> {
  const [row] = await db.query<{ slug: string }>('SELECT slug FROM store WHERE id = $1', [storeId]);
  return row?.slug ?? '';
}

describe('what the platform sends', () => {
  const fulfil = (more: Record<string, unknown>) => {
    const [id = ''] = own.served.shop.orders.keys();
    return own.served.example.hand.fulfil(own.served.shop, id, { ...TRACKING, ...more });
  };
  const sent = async (preorderId: string) => readFulfilments(db, own.storeId, [preorderId]);

  test('is told with its tracking, once, and corrected and delivered later', async () => {
    const { preorderId } = await sell();
    await fulfil({});
    await own.ask();
    expect(await sent(preorderId)).toMatchObject([
      {
        tracking: { carrier: 'DHL', number: TRACKING.tracking_number, link: TRACKING.tracking_url },
        deliveredAt: null,
      },
    ]);
    const [first] = onPlatform()[0]?.fulfilments ?? [];
    Object.assign(first ?? {}, { tracking_number: '00340434161094999999', delivered_at: '2030-06-20T10:00:00Z' });
    const [ref = ''] = own.served.shop.orders.keys();
    own.served.shop.changes.push({ what: 'order', ref });
    await own.ask();
    const [parcel, ...others] = await sent(preorderId);
    expect(others).toEqual([]);
    expect(parcel?.tracking.number).toBe('00340434161094999999');
    expect(parcel?.deliveredAt).not.toBeNull();
  });

  test('is told without the part of a tracking that cannot be kept', async () => {
    const { preorderId } = await sell();
    await fulfil({ carrier: 'x'.repeat(100), tracking_url: 'javascript:alert(1)' });
    await own.ask();
    expect(await sent(preorderId)).toMatchObject([
      { tracking: { carrier: '', number: TRACKING.tracking_number, link: '' } },
    ]);
  });

  test('raises an alert if it was cancelled here', async () => {
    const { offer, reference, preorderId } = await sell();
    const lineIds = (await preorderOf(core, offer, reference)).lines.map(({ id }) => id);
    await cancelLines(core, { storeId: offer.storeId, preorderId, lineIds, reason: 'merchant' });
    await fulfil({ line_ids: lineIds });
    await own.ask();
    expect((await own.alerts()).map(({ code }) => code)).toContain('fulfilment_not_expected');
    expect(await sent(preorderId)).toEqual([]);
  });

  test('of orders that are not ours is left alone', async () => {
    await sell();
    own.served.shop.changes.push({ what: 'order', ref: '00000000-0000-4000-8000-000000000000' });
    await own.ask();
    await db.transaction((tx) => askForSync(tx, own.storeId, { dryRun: false, productId: undefined }));
    expect(await own.alerts()).toEqual([]);
  });
});

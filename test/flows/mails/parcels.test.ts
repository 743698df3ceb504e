import { beforeAll, expect, test } from 'vitest';
import { advanceLines } from '../../../src/core/preorders/commands/advance.ts';
import { correctTracking } from '../../../src/core/preorders/commands/correct-fulfilment.ts';
import { sendLines } from '../../../src/core/preorders/commands/send.ts';
import { readPreorder } from '../../../src/core/preorders/queries.ts';
import type { MailMessage } from '../../../src/integrations/mail/port.ts';
import { buyFrom } from '../../support/buy.ts';
import { createOffer, type Offer } from '../../support/core.ts';
import { sendMails } from '../../support/mails.ts';
import { useCore } from '../../support/use-core.ts';

const { database, core } = await useCore();
let offer: Offer;
beforeAll(async () => {
  offer = await createOffer(core, { allocation: 20 });
});

const outgoing: MailMessage[] = [];
const deps = { ...core, mail: { send: async (message: MailMessage) => void outgoing.push(message) } };

test('each parcel has a mail of its own, and a corrected one only where the merchant asks', async () => {
  const { storeId } = offer;
  const reference = await buyFrom(core, offer, { quantity: 3 });
  const { id: preorderId, lines } = await readPreorder(database.db, storeId, reference);
  const key = { storeId, preorderId };
  const [first = '', ...rest] = lines.map(({ id }) => id);
  await advanceLines(core, { ...key, to: 'released', lineIds: null });
  await sendMails(deps);
  outgoing.length = 0;

  await sendLines(core, { ...key, lineIds: [first], tracking: { carrier: 'UPS', number: '1Z9' }, key: null });
  await sendLines(core, { ...key, lineIds: rest, tracking: { carrier: 'Bike' }, key: null });
  await sendMails(deps);
  const [one, two, ...more] = outgoing.splice(0);
  expect(more).toEqual([]);
  expect(one?.text).toMatch(
    /Parcel: 1\nCarrier: UPS\nTracking number: 1Z9\n\nFollow your parcel:\nhttps:\/\/www\.ups\.com\/track\?tracknum=1Z9\n[^\n]+:\nhttp\S+\/links\/manage\/\S+\n\n1 × /,
  );
  expect(one?.html).toContain('href="https://www.ups.com/track?tracknum=1Z9">Follow your parcel</a>');
  expect(two?.text).toMatch(/Parcel: 2\nCarrier: Bike\n\n[^\n]+:\nhttp\S+\/links\/manage\/\S+\n\n2 × /);
  expect(two?.text).not.toContain('Follow your parcel');

  await correctTracking(core, { ...key, number: 2 }, { carrier: 'DHL', number: '34', mail: false });
  await sendMails(deps);
  expect(outgoing).toEqual([]);
  await correctTracking(core, { ...key, number: 2 }, { link: 'https://bike.example/2', mail: true });
  await sendMails(deps);
  expect(outgoing.map(({ subject }) => subject)).toEqual([`New tracking for ${reference} from North & Pine`]);
  expect(outgoing[0]?.text).toContain('Follow your parcel:\nhttps://bike.example/2');
});

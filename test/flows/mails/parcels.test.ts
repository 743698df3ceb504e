import { beforeAll, expect, test } from 'vitest';
import { advanceLines } from '../../../src/core/preorders/commands/advance.ts';
import { correctTracking } from '../../../src/core/preorders/commands/correct-fulfilment.ts';
import { sendLines } from '../../../src/core/preorders/commands/send.ts';
import { readPreorder } from '../../../src/core/preorders/queries.ts';
import type { MailMessage } from '../../../src/integrations/mail/port.ts';
import { buyFrom } from '../../support/buy.ts';
import { stageEngine } from '../../support/engine-stage.ts';
import { sendMails } from '../../support/mails.ts';
import { createOffer, type Offer } from '../../support/shop.ts';

const { database, engine } = await stageEngine();
let offer: Offer;
beforeAll(async () => {
  offer = await createOffer(engine, { allocation: 20 });
});

const outgoing: MailMessage[] = [];
const deps = { ...engine, mail: { send: async (message: MailMessage) => void outgoing.push(message) } };

test('each parcel has a mail of its own, and a corrected one only where the merchant asks', async () => {
  const { storeId } = offer;
  const reference = await buyFrom(engine, offer, { quantity: 3 });
  const { id: preorderId, lines } = await readPreorder(database.db, storeId, reference);
  const key = { storeId, preorderId };
  const [first = '', ...rest] = lines.map(({ id }) => id);
  await advanceLines(engine, { ...key, to: 'released', lineIds: null });
  await sendMails(deps);
  outgoing.length = 0;

  await sendLines(engine, { ...key, lineIds: [first], tracking: { carrier: 'UPS', number: '1Z9' }, key: null });
  await sendLines(engine, { ...key, lineIds: rest, tracking: { carrier: 'Bike' }, key: null });
  await sendMails(deps);
  const [one, two, ...more] = outgoing.splice(0);
  expect(more).toEqual([]);
  expect(one?.text).toMatch(
    /Parcel: 1\nCarrier: UPS\nTracking number: 1Z9\n\nFollow your parcel:\nhttps:\/\/www\.ups\.com\/track\?tracknum=1Z9\n\n1 × /,
  );
  expect(one?.html).toContain('href="https://www.ups.com/track?tracknum=1Z9">Follow your parcel</a>');
  expect(two?.text).toMatch(/Parcel: 2\nCarrier: Bike\n\n2 × /);
  expect(two?.text).not.toContain('Follow your parcel');

  await correctTracking(engine, { ...key, number: 2 }, { carrier: 'DHL', number: '34', mail: false });
  await sendMails(deps);
  expect(outgoing).toEqual([]);
  await correctTracking(engine, { ...key, number: 2 }, { link: 'https://bike.example/2', mail: true });
  await sendMails(deps);
  expect(outgoing.map(({ subject }) => subject)).toEqual([`New tracking for ${reference} from North & Pine`]);
  expect(outgoing[0]?.text).toContain('Follow your parcel:\nhttps://bike.example/2');
});

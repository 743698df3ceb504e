import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { linkToken } from '../../../src/core/links/commands.ts';
import { readSharedSecrets } from '../../../src/core/stores/queries.ts';
import { createLog } from '../../../src/platform/log.ts';
import { createCheckoutClient, shippingStep, tokenOf } from '../../support/checkout-client.ts';
import { eraseWithRetries } from '../../support/footprint.ts';
import { createStatusClient, tokenFor } from '../../support/status-client.ts';
import { createStoreWithWaitlist, type System, startSystem } from '../../support/system.ts';

let system: System;
let mailServer: SMTPServer;
let logged = '';
let refusing = true;

beforeAll(async () => {
  mailServer = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo({ address }, _session, done) {
      const refusal = Object.assign(new Error(`5.1.1 <${address}>: no mailbox of Quillon Featherstone`), {
        responseCode: 550,
      });
      done(refusing ? refusal : undefined);
    },
    onData(stream, _session, done) {
      stream.resume().on('end', () => done());
    },
  });
  const readAddress = mailServer.listen(0, '127.0.0.1');
  await once(readAddress, 'listening');
  const address = readAddress.address();
  if (address === null || typeof address === 'string') throw new Error('no TCP port');
  const destination = {
    write(text: string) {
      logged += text;
    },
  };
  system = await startSystem({
    log: createLog('trace', destination),
    smtpUrl: `smtp://127.0.0.1:${address.port}`,
    baseUrl: 'https://pre.example',
    mailFrom: 'shop@pre.example',
  });
});
afterAll(async () => {
  await system.stop();
  await new Promise<void>((done) => mailServer.close(done));
});

const EMAIL = 'quillon.featherstone@mail.example';
const CLIENT = '198.51.77.23';
const ADDRESS = {
  firstName: 'Quillon',
  lastName: 'Featherstone',
  line1: '7 Brambleby Lane',
  line2: 'Attic',
  city: 'Berlin',
  region: '',
  postalCode: '10999',
  country: 'DE',
  phoneNumber: '+49 30 5550199',
};

/** Does everything that a shopper does, with all failures on the way, and returns the secrets that were used. */
async function wholePurchase(): Promise<string[]> {
  const local = { ...system, baseUrl: `http://127.0.0.1:${new URL(await readAddress()).port}` };
  const [testStore, client, status] = [
    await createStoreWithWaitlist(system),
    createCheckoutClient(local),
    createStatusClient(local),
  ];
  const step = shippingStep(testStore, {
    email: EMAIL,
    address: ADDRESS,
    lineItemProperties: { Engraving: 'For Featherstone’s niece' },
  });
  const request = { address: CLIENT, key: `idempotent-${randomUUID()}` };
  await client.reserve({ ...step, email: 'quillon.featherstone' }, request);
  await client.reserve({ ...step, surname: 'Featherstone' }, request);
  await client.reserve(undefined, { ...request, raw: `{"email": "${EMAIL}", ` });
  await whileBroken(() => client.reserve(step, { ...request, key: randomUUID() }));

  const checkout = await client.hold(step, request);
  await client.change(checkout, { ...step, quantity: 2 });
  const held = await client.read(checkout);
  await client.pay(held.data, 'declined');
  const { data } = await client.pay(held.data, 'succeeds');
  const reference = data.checkout.preorder?.reference ?? '';
  const token = await tokenFor(system.deps, testStore.storeId, { email: EMAIL });
  await status.signIn(testStore.storeKey, `${token.slice(0, -43)}${'A'.repeat(43)}`);
  const session = (await status.signIn(testStore.storeKey, token)).data.session;
  await status.lookUp(testStore.storeKey, { reference, place: '99999', address: CLIENT });
  const guest = (await status.lookUp(testStore.storeKey, { reference, place: '10999', address: CLIENT })).data.session;
  const page = await status.page(session);
  const lineItemIds = page.data.preorders[0]?.lines.map(({ id }) => id) ?? [];
  await status.call('POST', `/preorders/${reference}/links`, { session: guest, body: { lineItemIds } });
  const [link] = await system.db.query<{ id: string }>("SELECT id FROM link WHERE purpose = 'cancel'");
  const confirming = linkToken(system.deps, link?.id ?? '', 'cancel');
  for (const path of [
    `/links/cancel/${confirming}`,
    `/api/v1/waitlists?api_key=${testStore.storeKey}&email=${EMAIL}`,
  ]) {
    await fetch(local.baseUrl + path, { headers: { 'x-forwarded-for': CLIENT } });
  }
  await status.call('POST', `/preorders/${reference}/cancel`, { session, body: { lineItemIds } });
  const [secret] = await readSharedSecrets(system.deps, testStore.storeId);
  // The erasure would drop mails that were not tried yet, so the test waits for the refusal first.
  await expect.poll(() => logged).toContain('a mail was refused for good');
  await eraseWithRetries(system.deps, { storeId: testStore.storeId, email: EMAIL });
  return [checkout.secret, token, session, guest, confirming, secret?.text ?? '', tokenOf('succeeds'), request.key];
}

/** The configured address is a proxy's. This reads the address that the service listens on from its log. */
async function readAddress(): Promise<string> {
  const [line] = logged.match(/http:\/\/127\.0\.0\.1:\d+/) ?? [];
  if (line) return line;
  throw new Error('no address in the log');
}

/** Makes the database refuse a shopper's data, with an error that quotes the row. */
async function whileBroken(work: () => Promise<unknown>): Promise<void> {
  await system.db.query(`ALTER TABLE checkout_contact ADD CONSTRAINT broken CHECK (email = 'nobody')`);
  await work();
  await system.db.query('ALTER TABLE checkout_contact DROP CONSTRAINT broken');
}

// What only the debug and trace levels tell.
const EVERY_KIND = [
  'request refused',
  'sale',
  'sale batch',
  'provider call',
  'outbox dispatched',
  'a job begins',
  'a job is done',
  'statement',
];

test('contains no personal data and no secret after a whole purchase with all its failures', async () => {
  const secrets = await wholePurchase();
  refusing = false;
  expect(secrets.map((secret) => secret.length > 8)).toEqual(secrets.map(() => true));

  // The log must contain the events, or the search below would prove nothing.
  for (const msg of EVERY_KIND) expect(logged).toContain(`"msg":"${msg}"`);
  expect(logged).toContain('"msg":"request failed"');
  expect(logged).toContain('"code":"23514"');
  expect(logged).toContain('the mail server refused the mail with 550 5.1.1 after RCPT TO');
  expect(logged).toContain('/frames/1/api/checkouts/:id/payments');
  const told = [
    'quillon',
    'featherstone',
    'brambleby',
    'attic',
    '5550199',
    'niece',
    CLIENT,
    'mail.example',
    ...secrets,
  ];
  for (const word of told) expect(logged.toLowerCase()).not.toContain(word.toLowerCase());
  expect(logged).not.toMatch(/\b10999\b/); // word boundaries, because ids and times contain any five digits by chance
});

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEMO_STORE } from '../../../demo/catalogue.ts';
import { seedDemo } from '../../../demo/seed.ts';
import type { PaymentResult } from '../../../src/protocol/schema/frame-api.ts';
import { createCheckoutClient, shippingStep } from '../../support/checkout-client.ts';
import { commandLine } from '../../support/command-line.ts';
import { TEST_SECRET_KEY } from '../../support/merchant.ts';
import { STRIPE_CARDS } from '../../support/stripe.ts';
import { type System, startSystem } from '../../support/system.ts';

let system: System;
let folder: string;

beforeAll(async () => {
  system = await startSystem({ standIn: true });
  folder = await mkdtemp(join(tmpdir(), 'whole-sale-'));
  // The clock starts in December 2026, so that the dates in the guide lie in the future.
  await system.db.query(`INSERT INTO clock_shift (shift) VALUES (timestamptz '2026-12-01' - clock_timestamp())`);
  await seedDemo(system.deps, 'http://localhost:4001');
});
afterAll(async () => {
  await system.stop();
  await rm(folder, { recursive: true, force: true });
});

test('runs the guide to a whole sale', async () => {
  const cli = commandLine({ DATABASE_URL: system.db.directUrl, DATA_DIR: folder, SECRET_KEY: TEST_SECRET_KEY });
  const guide = await readFile(new URL('../../../docs/guides/whole-sale.md', import.meta.url), 'utf8');
  const checkouts = createCheckoutClient(system);
  const buy = async (email: string, token: string) => {
    const tent = { storeKey: DEMO_STORE.publicKey, product: { variants: [{ externalId: '100701' }] } };
    const checkout = await checkouts.hold(shippingStep(tent, { email }));
    const { data } = await checkouts.pay(checkout, 'succeeds', { token });
    return (data as PaymentResult).checkout.preorder?.reference ?? '';
  };
  const [first, second] = [
    await buy('ada@example.com', STRIPE_CARDS.declinedAway),
    await buy('grace@example.com', STRIPE_CARDS.good),
  ];
  const run = async (line: string) => {
    const words = [...line.matchAll(/'([^']*)'|(\S+)/g)].map((match) => match[1] ?? match[2] ?? '');
    const { code, out, err } = await cli.run(...words.slice(1));
    expect(code, `${line}\n${out}\n${err}`).toBe(0);
    return out;
  };
  const stateOf = async (reference: string) =>
    (await cli.json('preorders', 'show', reference, '--store', 'demo')).data.state;
  /** Returns the link of a mail once the mail is there. */
  const linkOf = async (purpose: string) => {
    const found = async () => {
      const mails = (await system.mails()).map((mail) => mail.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '='));
      return mails.map((mail) => new RegExp(`http\\S+/links/${purpose}/[\\w.-]+`).exec(mail)?.[0]).find(Boolean);
    };
    await expect.poll(found, { timeout: 10_000 }).toBeDefined();
    return (await found()) ?? '';
  };

  let batch = '';
  const blocks = [...guide.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block = '']) => block.replaceAll('\\\n', ' '));
  const lines = blocks.flatMap((block) => block.split('\n')).filter((line) => line.startsWith('./service '));
  expect(lines.length).toBeGreaterThan(8);
  for (const line of lines) {
    const out = await run(line.replace('BATCH', batch).replace('REFERENCE', first));
    if (line.includes('batches list')) batch = /^ +1 +(\S+)/m.exec(out)?.[1] ?? '';
    if (line.includes('promises move')) {
      for (const reference of [first, second]) {
        const wait = async () => (await cli.run('promises', 'answer', reference, 'wait', '--store', 'demo')).code;
        await expect.poll(wait, { timeout: 10_000 }).toBe(0); // the question may take a moment
      }
    }
    if (line.includes('releases preview')) expect(out).toContain(first);
    if (line.includes('releases run')) {
      await expect.poll(() => stateOf(first), { timeout: 10_000 }).toBe('payment_due');
      expect(await stateOf(second)).toBe('placed');
      const paid = await fetch(`${await linkOf('pay')}/payments`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ token: STRIPE_CARDS.good, amount: 34_232 }),
      });
      expect(await paid.json()).toMatchObject({ data: { outcome: 'completed' } });
      await expect.poll(() => run('x orders list --store demo'), { timeout: 10_000 }).toContain(first);
      expect(await stateOf(first)).toBe('released');
    }
  }
}, 60_000);

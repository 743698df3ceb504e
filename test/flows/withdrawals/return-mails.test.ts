import { expect, test } from 'vitest';
import { followWithdrawals } from '../../../src/core/withdrawals/commands/follow.ts';
import type { MailMessage } from '../../../src/integrations/mail/port.ts';
import { shiftClock } from '../../support/core.ts';
import { sendMails } from '../../support/mails.ts';
import { soldAndSent } from '../../support/sold-and-sent.ts';
import { useCore } from '../../support/use-core.ts';

const { core } = await useCore();
const DAY = 86_400;

const outgoing: MailMessage[] = [];
const deps = { ...core, mail: { send: async (message: MailMessage) => void outgoing.push(message) } };

/** Somebody withdraws from what was sent. `mailsAfter`: does something, and resolves with the mails that follow. */
async function withdrawn(quantity: number) {
  const made = await soldAndSent(core, { quantity });
  const declared = await made.declare();
  const mailsAfter = async (act: () => Promise<unknown>) => {
    await sendMails(deps);
    outgoing.length = 0;
    await act();
    await made.money();
    await sendMails(deps);
    return outgoing.filter(({ to }) => to.address === made.email).map(({ text }) => text);
  };
  return { ...declared, mailsAfter };
}

const FOLLOWS = 'Another mail tells you what you get back';
const WHY = 'You get no money back for this';

test('a return that gets nothing says why, and promises no other mail', async () => {
  const { receive, mailsAfter } = await withdrawn(2);
  const [mail, ...more] = await mailsAfter(() => receive({ reduced: { amount: 0, reason: 'The soles are worn.' } }));
  expect(more).toEqual([]);
  expect(mail).toContain(WHY);
  expect(mail).toContain('What North & Pine says:\n> The soles are worn.');
  expect(mail).not.toContain(FOLLOWS);
});

test('a line item that gets nothing is named beside those that do', async () => {
  const { receive, mailsAfter, withdrawal } = await withdrawn(2);
  const { returns } = await withdrawal();
  expect(returns).toHaveLength(1);
  const mails = await mailsAfter(() => receive({ reduced: { amount: 100, reason: 'One was never worn.' } }));
  const mail = mails.find((text) => text.includes('has received what you sent back'));
  expect(mail).toContain(FOLLOWS);
  expect(mail).toMatch(new RegExp(`${WHY}:\\n+1 × [^]+> One was never worn\\.`));
  expect(mails).toHaveLength(2); // the other tells of the refund
});

test('what is paid back in full has no such words, and goods after their money promise nothing', async () => {
  const full = await withdrawn(1);
  const [mail] = await full.mailsAfter(() => full.receive());
  expect(mail).toContain(FOLLOWS);
  expect(mail).not.toContain(WHY);

  const proven = await withdrawn(1);
  await proven.track();
  await shiftClock(core.db, 15 * DAY);
  await proven.mailsAfter(() => followWithdrawals(core));
  const [late, ...more] = await proven.mailsAfter(() => proven.receive());
  expect(more).toEqual([]);
  expect(late).toContain('What you paid for it has gone back to you before.');
  expect(late).not.toContain(FOLLOWS);
});

import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { sendReceipts } from '../../src/core/withdrawals/commands/send-receipts.ts';
import { MailError } from '../../src/integrations/mail/port.ts';
import { shiftClock } from '../support/core.ts';
import { type Fields, hiddenOf, startWithdrawals, withdrawalsOf } from '../support/withdrawals.ts';

const world = await startWithdrawals();
const { api, core, server, post, sold, declare, receiptsTo } = world;
afterAll(() => world.stop());

describe('the page', () => {
  test('is open to everybody, in the language of the browser or the link, with what the link knows', async () => {
    const { path, reference } = await sold();
    const page = await api.ask(`${path}?reference=${reference}&lang=de`);
    expect(page.status).toBe(200);
    expect(page.text).toContain('<h1>Vertrag widerrufen</h1>');
    expect(page.text).toContain(`value="${reference}"`);
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    const english = await api.ask(path, { headers: { 'accept-language': 'en-GB,en' } });
    expect(english.text).toContain('<h1>Withdraw from contract here</h1>');
  });

  test.each(['/withdraw/nobody', `/withdraw/${randomUUID()}`, '/withdraw/%00'])(
    'of no store is none: %s',
    async (path) => {
      const page = await api.ask(path);
      expect(page.status).toBeGreaterThanOrEqual(400);
      expect(page.status).toBeLessThan(500);
    },
  );

  test('marks every wrong field and keeps what was typed', async () => {
    const { path } = await sold();
    const page = await post(path, { name: ' ', email: 'nobody@', items: '<b>one</b>', step: 'review' });
    expect(page.text).toContain('&lt;b&gt;one&lt;/b&gt;</textarea>');
    expect(page.text.match(/aria-invalid="true"/g)).toHaveLength(2);
    expect(page.text).toContain('id="name-wrong">Enter your name.');
    expect(page.text).toContain('id="email-wrong">Enter your whole e-mail address.');
  });

  test('repeats the declaration before it counts, and goes back to change it', async () => {
    const { path, client, email } = await sold();
    const review = await post(path, { name: 'Zoë Müller', email, items: '1 × <Moss> & "Lichen"', step: 'review' });
    expect(review.text).toContain('Confirm withdrawal');
    expect(await withdrawalsOf(client)).toEqual([]);
    const edit = await post(path, { ...hiddenOf(review.text), step: 'edit' });
    expect(edit.text).toContain('1 × &lt;Moss&gt; &amp; &quot;Lichen&quot;</textarea>');
  });

  test.each([
    ['a NUL', '\0'],
    ['half a surrogate pair', '\ud83d'],
    ['a line break', 'a\r\nb'],
    ['a long text', 'x'.repeat(10_000)],
    ['a formula', "=cmd|'/c calc'!A1"],
    ['markup', '<script>alert(1)</script>'],
  ])('takes or marks %s in every field, and never fails', async (_name, text) => {
    const { path, email } = await sold();
    const whole: Fields = { name: 'Zoë', email, reference: 'PO', postal_code: '1', items: 'all', step: 'confirm' };
    for (const field of [...Object.keys(whole), 'id', 'seller']) {
      const page = await post(path, { ...whole, [field]: text });
      expect(page.status, field).toBe(200);
      expect(page.text).not.toContain('<script>alert');
    }
  });

  test('is shown for bodies that are no form', async () => {
    const { path } = await sold();
    const headers = { 'content-type': 'application/json' };
    for (const body of ['{}', '[[[', 'null', '']) {
      const { status } = await api.ask(path, { method: 'POST', headers, body });
      expect(status).toBeLessThan(500);
    }
  });
});

describe('a declaration', () => {
  test('counts from the second in which it was confirmed, whatever was typed around it', async () => {
    const { path, client, email, reference } = await sold();
    const page = await declare(path, {
      name: ' Zoë  Müller',
      email: email.toUpperCase(),
      reference: ` ${reference.toLowerCase()} `,
    });
    expect(page.text).toContain('Your withdrawal was received');
    const [only, ...others] = await withdrawalsOf(client);
    expect(others).toEqual([]);
    expect(only).toMatchObject({ state: 'declared', preorder: { reference }, items: '', ended_at: null });
    expect(Math.abs(Date.now() - Date.parse(only?.declared_at ?? ''))).toBeLessThan(60_000);
    expect(page.text).toMatch(/\d{1,2}:\d{2}:\d{2}/);
  });

  test('is found by name, e-mail and postcode, and by nothing less', async () => {
    const { path, client, email, reference } = await sold();
    const stateOf = async (fields: Fields) => {
      await declare(path, { name: 'zoe muller', email, ...fields });
      const [newest] = await withdrawalsOf(client);
      return newest?.preorder?.reference ?? null;
    };
    expect(await stateOf({ postal_code: ' 50 667' })).toBe(reference);
    expect(await stateOf({ postal_code: '50668' })).toBe(null);
    expect(await stateOf({})).toBe(null);
    expect(await stateOf({ name: 'Max Mustermann', postal_code: '50667' })).toBe(null);
    expect(await stateOf({ email: 'other@shopper.example', reference })).toBe(null);
  });

  test('looks the same whether or not its pre-order was found', async () => {
    const { path, email, reference } = await sold();
    const masked = (text: string) =>
      text.replaceAll(/\d{1,2}:\d{2}:\d{2}/g, '').replaceAll(/[\w-]+@shopper\.example/g, 'E');
    const found = await declare(path, { name: 'A', email, reference });
    const other = await declare(path, { name: 'A', email: 'x@shopper.example', reference });
    expect(masked(found.text)).toBe(masked(other.text));
  });

  test('that is confirmed twice is one; with other words it is another', async () => {
    const { path, client, email } = await sold();
    const review = await post(path, { name: 'Zoë', email, step: 'review' });
    const fields = { ...hiddenOf(review.text), step: 'confirm' };
    const [first, second] = await Promise.all([post(path, fields), post(path, fields)]);
    expect(second.text).toBe(first.text);
    expect(await withdrawalsOf(client)).toHaveLength(1);
    await post(path, { ...fields, items: 'only the lamp' });
    expect(await withdrawalsOf(client)).toHaveLength(2);
    expect(await receiptsTo(email)).toHaveLength(2);
  });

  test('never changes', async () => {
    const { path, email, storeId } = await sold();
    await declare(path, { name: 'Zoë', email });
    const change = (set: string) => api.db.query(`UPDATE withdrawal SET ${set} WHERE store_id = $1`, [storeId]);
    await expect(change(`name = 'Max'`)).rejects.toThrow('never changes');
    await expect(change(`declared_at = declared_at + interval '1 day'`)).rejects.toThrow('never changes');
    await expect(api.db.query('DELETE FROM withdrawal WHERE store_id = $1', [storeId])).rejects.toThrow('append-only');
  });

  test('is taken from a client that sends many', async () => {
    const { path, client, email } = await sold();
    const fields = { name: 'Zoë', email, step: 'confirm' };
    const answers = await Promise.all(Array.from({ length: 230 }, () => post(path, { ...fields, id: randomUUID() })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const counted = await api.db.query(
      'SELECT 1 FROM withdrawal w JOIN store s ON s.id = w.store_id WHERE s.public_key = $1',
      [path.slice(10)],
    );
    expect(counted).toHaveLength(230);
    expect(await withdrawalsOf(client, '?limit=250')).toHaveLength(230);
  });
});

describe('the receipt', () => {
  test('says what was declared and when, to the address that was typed', async () => {
    const { path, email } = await sold();
    await declare(`${path}?lang=de`, { name: 'Zoë', email, items: '1 × Moos' });
    const [mail, ...others] = await receiptsTo(email);
    expect(others).toEqual([]);
    expect(mail?.subject).toContain('Eingangsbestätigung');
    expect(mail?.text).toContain('1 × Moos');
    expect(mail?.text).toMatch(/Eingegangen: .*\d{2}:\d{2}:\d{2}/);
    await sendReceipts(api.deps);
    expect(await receiptsTo(email)).toHaveLength(1);
  });

  test('comes slower to an address that others may be flooding', async () => {
    const { path, email } = await sold();
    for (let count = 0; count < 5; count += 1) await declare(path, { name: 'Zoë', email, items: `${count}` });
    expect(await receiptsTo(email)).toHaveLength(3);
    await shiftClock(core.db, 16 * 60);
    expect(await receiptsTo(email)).toHaveLength(4);
    await shiftClock(core.db, 16 * 60);
    expect(await receiptsTo(email)).toHaveLength(5);
  });

  test('waits for a mail server that is away, and ends at a mailbox that does not exist', async () => {
    const { path, email, client } = await sold();
    await declare(path, { name: 'Zoë', email });
    server.refuses = new MailError('unreachable', 'ECONNREFUSED', 'away');
    await sendReceipts(api.deps);
    server.refuses = null;
    expect(await receiptsTo(email)).toHaveLength(0);
    await shiftClock(core.db, 20);
    expect(await receiptsTo(email)).toHaveLength(1);
    await declare(path, { name: 'Zoë', email, items: 'again' });
    server.refuses = new MailError('no_mailbox', '550 5.1.1', 'gone');
    await sendReceipts(api.deps);
    server.refuses = null;
    const [newest] = await withdrawalsOf(client);
    expect(newest?.receipts[0]?.failure).toBeTruthy();
  });
});

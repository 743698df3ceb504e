import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type SmtpAnswer, startSmtpServer } from '../../../test/support/smtp.ts';
import { createFileMail } from './files.ts';
import type { MailMessage, MailTransport } from './port.ts';
import { createSmtpMail } from './smtp.ts';

const MESSAGE: MailMessage = {
  messageId: 'po-7k2m-9qxt-4.placed.1@shop.example',
  from: { name: 'Fjord, “Outdoor” & Söhne', address: 'orders@shop.example' },
  replyTo: { name: 'Fjord Outdoor', address: 'hello@shop.example' },
  to: { name: 'Zoë "Z" O’Neill, 山田', address: 'zoe+waitlist@example.com' },
  subject: 'Your pre-order PO-7K2M-9QXT-X – Käse & 山 🎿',
  text: `Guten Tag Zoë\n\n.a line that begins with a dot\n${'word '.repeat(400)}\nEnde`,
  html: `<!doctype html><html><body><p>Guten Tag Zoë – ${'long '.repeat(400)}</p>\n.dot\n</body></html>`,
};

/** An adapter under test. `sent` returns the mails that it has sent, oldest first. */
type Adapter = { transport: MailTransport; sent(): Promise<Email[]>; end(): Promise<void> };

async function fileAdapter(): Promise<Adapter & { folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'mail-'));
  return {
    folder,
    transport: createFileMail(join(folder, 'mail')),
    async sent() {
      const names = await readdir(join(folder, 'mail')).catch(() => []);
      const mails = names.filter((name) => name.endsWith('.eml')).sort();
      return Promise.all(mails.map(async (name) => PostalMime.parse(await readFile(join(folder, 'mail', name)))));
    },
    end: () => rm(folder, { recursive: true }),
  };
}

async function smtpAdapter(): Promise<Adapter> {
  const server = await startSmtpServer();
  const transport = createSmtpMail(server.url);
  return {
    transport,
    sent: () => Promise.all(server.mails.map((mail) => PostalMime.parse(mail))),
    async end() {
      transport.close();
      await server.close();
    },
  };
}

describe.each<[name: string, open: () => Promise<Adapter>]>([
  ['files', fileAdapter],
  ['SMTP', smtpAdapter],
])('%s', (_name, open) => {
  let adapter: Adapter;
  beforeAll(async () => {
    adapter = await open();
  });
  afterAll(() => adapter.end());

  const HOSTILE = 'Mallory\r\nBcc: everyone@example.com';

  test.each<[string, Partial<MailMessage>]>([
    ['a recipient’s name', { to: { name: HOSTILE, address: 'm@example.com' } }],
    ['the sender’s name', { from: { name: 'Shop\nX-Evil: 1', address: 'orders@shop.example' } }],
    ['the reply address’s name', { replyTo: { name: 'Shop\rX', address: 'hello@shop.example' } }],
    ['an address', { to: { name: 'M', address: 'm@example.com\r\nRCPT TO:<x@example.com>' } }],
    ['the subject', { subject: 'Hello\nBcc: x@example.com' }],
    ['the subject, as a Unicode line separator', { subject: 'Hello\u2028Bcc: x@example.com' }],
    ['the id', { messageId: '1@shop.example>\r\nX: <' }],
    ['the id of another mail', { references: '1@shop.example>\r\nX: <' }],
  ])('a line break in %s is refused, and nothing is sent', async (_what, change) => {
    await expect(adapter.transport.send({ ...MESSAGE, ...change })).rejects.toThrow();
    expect(await adapter.sent()).toEqual([]);
  });

  test.each([
    'a@example.com, b@example.com',
    'Group: a@example.com;',
    '<a@example.com>',
    'a b@example.com',
    'no-at-sign',
    '',
  ])('a mail to “%s” is refused, because that is not one address', async (address) => {
    await expect(adapter.transport.send({ ...MESSAGE, to: { name: '', address } })).rejects.toThrow('one address');
    expect(await adapter.sent()).toEqual([]);
  });

  test('a mail arrives unchanged, as text and as HTML', async () => {
    await adapter.transport.send(MESSAGE);
    const [mail, ...others] = await adapter.sent();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      messageId: `<${MESSAGE.messageId}>`,
      from: MESSAGE.from,
      replyTo: [MESSAGE.replyTo],
      to: [MESSAGE.to],
      subject: MESSAGE.subject,
      attachments: [],
    });
    expect(mail?.text?.trimEnd()).toBe(MESSAGE.text);
    expect(mail?.html?.trimEnd()).toBe(MESSAGE.html);
    expect(mail?.headers).toContainEqual(expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }));
  });

  test('a mail that continues another one refers to its id', async () => {
    await adapter.transport.send({ ...MESSAGE, references: 'po-1.placed.1@shop.example' });
    const [mail] = (await adapter.sent()).slice(-1);
    expect(mail).toMatchObject({
      inReplyTo: '<po-1.placed.1@shop.example>',
      references: '<po-1.placed.1@shop.example>',
    });
  });

  test('a mail that is sent again keeps its id', async () => {
    await adapter.transport.send(MESSAGE);
    const ids = (await adapter.sent()).map(({ messageId }) => messageId);
    expect(new Set(ids)).toEqual(new Set([`<${MESSAGE.messageId}>`]));
  });
});

describe('files', () => {
  let adapter: Awaited<ReturnType<typeof fileAdapter>>;
  afterEach(() => adapter.end());

  test('a mail and its HTML are files that only the owner can read', async () => {
    adapter = await fileAdapter();
    await adapter.transport.send(MESSAGE);
    await adapter.transport.send(MESSAGE);
    const folder = join(adapter.folder, 'mail');
    const names = await readdir(folder);
    expect(names.sort()).toEqual(['eml', 'html'].map((ending) => `po-7k2m-9qxt-4.placed.1_shop.example.${ending}`));
    expect(await readFile(join(folder, names[1] ?? ''), 'utf8')).toBe(MESSAGE.html);
    expect((await stat(join(folder, names[0] ?? ''))).mode & 0o777).toBe(0o600);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
  });

  test('the folder is made again after it was removed', async () => {
    adapter = await fileAdapter();
    await adapter.transport.send(MESSAGE);
    await rm(join(adapter.folder, 'mail'), { recursive: true });
    await adapter.transport.send(MESSAGE);
    expect(await adapter.sent()).toHaveLength(1);
  });
});

describe('SMTP', () => {
  // Answers of mail servers, and whether each means that this mail or the whole mailbox is refused.
  test.each<[at: 'recipient' | 'data', answer: SmtpAnswer, error: [kind: string, codes: string]]>([
    ['recipient', { code: 550, words: '5.1.1 No such user zoe@example.com' }, ['no_mailbox', '550 5.1.1']],
    ['recipient', { code: 550, words: 'No such user zoe@example.com' }, ['no_mailbox', '550']],
    ['recipient', { code: 550, words: '5.2.1 Mailbox disabled' }, ['no_mailbox', '550 5.2.1']],
    ['recipient', { code: 550, words: '5.7.1 Blocked, see https://example.com' }, ['refused', '550 5.7.1']],
    ['recipient', { code: 552, words: '5.2.2 Mailbox full' }, ['put_off', '552 5.2.2']],
    ['recipient', { code: 450, words: '4.2.0 Greylisted, try again' }, ['put_off', '450 4.2.0']],
    ['data', { code: 554, words: '5.7.1 Looks like spam' }, ['refused', '554 5.7.1']],
    ['data', { code: 550, words: '5.1.1 No such user after all' }, ['no_mailbox', '550 5.1.1']],
    ['data', { code: 550, words: 'Administrative prohibition' }, ['refused', '550']],
    ['data', { code: 451, words: '4.3.0 Try again' }, ['put_off', '451 4.3.0']],
  ])('the %s answered with %j is %j, and the words of the answer are not kept', async (at, answer, [kind, codes]) => {
    const server = await startSmtpServer({ [at]: () => answer });
    const transport = createSmtpMail(server.url);
    const error = await transport.send(MESSAGE).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'MailError', kind, codes });
    expect(JSON.stringify([String(error), error])).not.toMatch(/zoe|user|spam|Blocked/i);
    transport.close();
    await server.close();
  });

  test('a mail fails as unreachable without a server', async () => {
    const server = await startSmtpServer();
    await server.close();
    const transport = createSmtpMail(server.url);
    await expect(transport.send(MESSAGE)).rejects.toMatchObject({
      kind: 'unreachable',
      message: expect.stringContaining('ECONNREFUSED'),
    });
    transport.close();
  });

  test('a silent server is given up after a time-out', async () => {
    const silent = await new Promise<Server>((resolve) => {
      const server = createServer((socket) => socket.on('error', () => {})).listen(0, '127.0.0.1', () =>
        resolve(server),
      );
    });
    const address = silent.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const transport = createSmtpMail(`smtp://127.0.0.1:${port}`, { answerMsMax: 100 });
    await expect(transport.send(MESSAGE)).rejects.toThrow(/timeout|greeting/i);
    transport.close();
    silent.close();
  });
});

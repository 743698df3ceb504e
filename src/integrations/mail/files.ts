import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { toNodemailer } from './nodemailer-message.ts';
import type { MailTransport } from './port.ts';

/**
 * For installations that have no mail server yet: keeps every mail as a file that mail programs open (`.eml`), and its
 * HTML beside it for a browser.
 */
export function createFileMail(folder: string): MailTransport {
  const composer = createTransport({ streamTransport: true, buffer: true });
  return {
    async send(message) {
      const { message: raw } = await composer.sendMail(toNodemailer(message));
      if (!Buffer.isBuffer(raw)) throw new Error('a buffered transport gives a buffer');
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // Named by the message, so a repeated send replaces its files.
      const name = message.messageId.replaceAll(/[^\w.-]/g, '_');
      await writeWhole(join(folder, `${name}.html`), message.html);
      await writeWhole(join(folder, `${name}.eml`), raw);
    },
  };

  /** The rename shows no reader half of a file. Only its owner may read it: it holds a shopper's address. */
  async function writeWhole(path: string, content: string | Buffer): Promise<void> {
    const draft = join(folder, `.${randomUUID()}`);
    await writeFile(draft, content, { mode: 0o600 });
    await rename(draft, path);
  }
}

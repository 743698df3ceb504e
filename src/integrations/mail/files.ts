import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { toNodemailer } from './nodemailer-message.ts';
import type { MailArchive, MailTransport } from './port.ts';

/**
 * For installations that have no mail server yet: keeps every mail as a file that mail programs open (`.eml`), and its
 * HTML beside it for a browser.
 */
export function createFileMail(folder: string): MailTransport & { archive: MailArchive } {
  const composer = createTransport({ streamTransport: true, buffer: true });
  return {
    async send(message) {
      const { message: raw } = await composer.sendMail(toNodemailer(message));
      if (!Buffer.isBuffer(raw)) throw new Error('a buffered transport gives a buffer');
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const [eml, html] = pathsOf(message.messageId);
      await writeWhole(html, message.html);
      await writeWhole(eml, raw);
    },
    archive: {
      filesOf: async (messageId) => pathsOf(messageId).filter((path) => existsSync(path)),
      async read(messageId) {
        const [eml] = pathsOf(messageId);
        return existsSync(eml) ? readFile(eml) : null;
      },
      async remove(messageId) {
        for (const path of pathsOf(messageId)) await rm(path, { force: true });
      },
    },
  };

  /** Named by the message, so a repeated send replaces its files. */
  function pathsOf(messageId: string): [eml: string, html: string] {
    const path = join(folder, messageId.replaceAll(/[^\w.-]/g, '_'));
    return [`${path}.eml`, `${path}.html`];
  }

  /** The rename shows no reader half of a file. Only its owner may read it: it holds a shopper's address. */
  async function writeWhole(path: string, content: string | Buffer): Promise<void> {
    const draft = join(folder, `.${randomUUID()}`);
    await writeFile(draft, content, { mode: 0o600 });
    await rename(draft, path);
  }
}

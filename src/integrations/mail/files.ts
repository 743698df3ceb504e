import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { MailTransport } from './port.ts';

/** Keeps every mail as a file that mail programs open (`.eml`), for installations that have no mail server yet. */
export function createFileMail(folder: string): MailTransport {
  const composer = createTransport({ streamTransport: true, buffer: true, disableFileAccess: true, disableUrlAccess: true });
  return {
    async send(message) {
      const { message: raw } = await composer.sendMail(message);
      if (!Buffer.isBuffer(raw)) throw new Error('a buffered transport gives a buffer');
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // Named by the message, so a repeated send replaces its file; the rename shows no reader half of one.
      const path = join(folder, `${message.messageId.replaceAll(/[^\w.-]/g, '_')}.eml`);
      const draft = join(folder, `.${randomUUID()}`);
      await writeFile(draft, raw, { mode: 0o600 });
      await rename(draft, path);
    },
  };
}

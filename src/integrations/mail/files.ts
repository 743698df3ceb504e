import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { withPicturesInside } from '../../platform/inline-pictures.ts';
import { writeAtomically } from '../../platform/whole-file.ts';
import { toNodemailer } from './nodemailer-message.ts';
import type { MailArchive, MailTransport } from './port.ts';

/**
 * Returns the transport for an installation without a mail server. It keeps every mail as an `.eml` file for mail programs, and
 * its HTML in another file for browsers.
 */
export function createFileMail(folder: string): MailTransport & { archive: MailArchive } {
  const composer = createTransport({ streamTransport: true, buffer: true });
  return {
    async send(message) {
      const { message: raw } = await composer.sendMail(toNodemailer(message));
      if (!Buffer.isBuffer(raw)) throw new Error('composed mail is not a buffer');
      const [eml, html] = namesOf(message.messageId);
      await writeAtomically(folder, { name: html, content: withPicturesInside(message.html, message.pictures ?? []) });
      await writeAtomically(folder, { name: eml, content: raw });
    },
    archive: {
      filesOf: async (messageId) => pathsOf(messageId).filter((path) => existsSync(path)),
      async read(messageId) {
        const [eml = ''] = pathsOf(messageId);
        return existsSync(eml) ? readFile(eml) : null;
      },
      async remove(messageId) {
        for (const path of pathsOf(messageId)) await rm(path, { force: true });
      },
    },
  };

  function pathsOf(messageId: string): string[] {
    return namesOf(messageId).map((name) => join(folder, name));
  }
}

/** Returns file names made from the message id, so a repeated send replaces its files. */
function namesOf(messageId: string): [eml: string, html: string] {
  const name = messageId.replaceAll(/[^\w.-]/g, '_');
  return [`${name}.eml`, `${name}.html`];
}

import PostalMime, { type Address, type Attachment } from 'postal-mime';
import { maskLinks } from '../../../domain/masking.ts';
import { type AttachedPicture, withPicturesInside } from '../../../platform/inline-pictures.ts';
import { PICTURE_TYPES } from '../../../platform/remote-pictures.ts';
import type { Deps } from '../../deps.ts';
import { digestOf, sourcesOf } from '../evidence.ts';
import type { WordsDeps } from '../port.ts';
import { findEvidence } from '../queries/evidence.ts';
import { readSources } from '../queries/sources.ts';
import type { Mail } from '../queries.ts';
import { linkReader, linkRepeater } from './mail-links.ts';

export type ShownMail = {
  subject: string;
  from: string;
  to: string;
  /** For a browser: its pictures are inside. */
  html: string;
  text: string;
  /** True: these are the words that went out. False: this is what it would say now. */
  asSent: boolean;
};

/**
 * Returns what a mail says: the archived file, or else the text written again, with the mail's own links. A mail that went out is
 * written from the facts that were kept of it, others from the current ones. Null when there is nothing to tell any more, or no person to tell it to.
 */
export async function showMail(
  deps: WordsDeps & Pick<Deps, 'writeMail' | 'mail'>,
  mail: Mail,
): Promise<ShownMail | null> {
  const kept = await readKeptMail(deps, mail.messageId);
  if (kept !== null) return kept;
  const [sources] = await readSources(deps.db, [mail]);
  if (!sources) return null;
  const evidence = await findEvidence(deps.db, mail);
  const message = evidence
    ? await deps.writeMail(deps, { mail, ...sourcesOf(sources, evidence.writtenFrom) }, linkRepeater(deps, mail))
    : await deps.writeMail(deps, { mail, ...sources }, linkReader(deps, mail));
  if (message === null) return null;
  const { subject, text, from, to, pictures = [] } = message;
  const html = withPicturesInside(message.html, pictures);
  const asSent = evidence !== null && digestOf(text) === evidence.digest;
  const name = { name: to.name, address: evidence?.to ?? to.address };
  return { subject, from: addressText(from), to: addressText(name), html, text, asSent };
}

/** Returns a mail as its file has it. Null where no file is kept of it. */
export async function readKeptMail({ mail }: Pick<Deps, 'mail'>, messageId: string): Promise<ShownMail | null> {
  const kept = await mail.archive?.read(messageId);
  if (!kept) return null;
  const { subject = '', from, to, html = '', text = '', attachments } = await PostalMime.parse(kept);
  return {
    subject,
    from: addressText(from),
    to: (to ?? []).map(addressText).join(', '),
    html: withPicturesInside(html, attachments.flatMap(toPicture)),
    text,
    asSent: true,
  };
}

/** Returns what a mail says without the secrets of its links: for everybody but the person whom it went to. */
export async function showLoggedMail(...asked: Parameters<typeof showMail>): Promise<ShownMail | null> {
  const shown = await showMail(...asked);
  if (shown === null) return null;
  return { ...shown, subject: maskLinks(shown.subject), html: maskLinks(shown.html), text: maskLinks(shown.text) };
}

function toPicture({ contentId = '', mimeType, content }: Attachment): AttachedPicture[] {
  const type = PICTURE_TYPES.find((known) => known === mimeType);
  const bytes = typeof content === 'string' ? Buffer.from(content) : Buffer.from(new Uint8Array(content));
  return type ? [{ cid: contentId.replace(/^<|>$/g, ''), type, bytes }] : [];
}

function addressText(given: Pick<Address, 'name' | 'address'> | undefined): string {
  const { name = '', address = '' } = given ?? {};
  return name === '' ? address : `${name} <${address}>`;
}

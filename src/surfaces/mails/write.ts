import type { MailKind } from '../../core/mails/kinds.ts';
import type { LinkMaker, MailToWrite, WordsDeps } from '../../core/mails/port.ts';
import { findOldAddress, type Mail } from '../../core/mails/queries.ts';
import type { KnownPreorder } from '../../core/preorders/known-link.ts';
import {
  findLabelOfPreorder,
  listGuaranteeNotices,
  type OfficialFile,
} from '../../core/stores/queries/guarantee-files.ts';
import { findAsset, type Store } from '../../core/stores/queries.ts';
import { chooseNotice } from '../../domain/guarantee-notice.ts';
import type { MailMessage } from '../../integrations/mail/port.ts';
import type { AttachedPicture } from '../../platform/inline-pictures.ts';
import { assetPath } from '../brand.ts';
import { instructionsOn } from '../instructions.ts';
import { knownPath } from '../known-address.ts';
import { contractPath, mayWithdraw, withdrawPath } from '../withdraw-address.ts';
import { CONTENTS } from './contents.ts';
import { readPictures, shownIn } from './pictures.ts';
import type { MailContent, MailFacts, OfficialFileOfMail } from './templates/facts.ts';
import { LOGO_ID, mailLogo } from './templates/logo.ts';
import type { Writing } from './writing.ts';

// Long enough for shoppers who read their mail late. Each mail has a new link.
const MANAGE_DAYS = 30;

/** Writes a mail from the current state (`WriteMail`). */
export async function writeMail(deps: WordsDeps, given: MailToWrite, link: LinkMaker): Promise<MailMessage | null> {
  const { mail, preorder, store, today, texts, movement } = given;
  if (!preorder.contact) return null;
  const left =
    mail.kind === 'contact_left' ? await findOldAddress(deps.db, mail.storeId, mail.detail.changeId) : undefined;
  if (left === null) return null;
  const { card, firstMessageId, pictures: addresses } = given.surroundings;
  const facts: MailFacts = {
    store,
    preorder: { ...preorder, contact: preorder.contact },
    today,
    card,
    pictures: PICTURELESS.includes(mail.kind) ? new Map() : await readPictures(deps, addresses),
    texts,
    withdrawUrl: withdrawUrl(deps, store, { mail, preorder: { ...preorder, contact: preorder.contact }, today }),
    receiptUrl: RECEIPTED.includes(mail.kind)
      ? deps.baseUrl + knownPath(deps, { purpose: 'receipt', store }, { ...preorder, contact: preorder.contact })
      : null,
    manageUrl: WITHOUT_PAGE.includes(mail.kind) ? null : await link('manage', MANAGE_DAYS * 24 * 60),
    ...(mail.kind === 'placed' && (await toldBefore(deps, store, { ...preorder, contact: preorder.contact }))),
  };
  const content = await contentOf({ deps, mail, store, facts, movement, link });
  if (content === null) return null;
  const references = mail.kind === 'placed' ? null : firstMessageId;
  const official = (facts.official ?? []).flatMap(({ picture }) => picture ?? []);
  const pictures = [...shownIn(content.html, facts.pictures), ...(await logoPicture(deps, store)), ...official];
  return {
    ...addressed({ deps, mail, store, facts }, content, left),
    ...(references !== null && { references }),
    ...(pictures.length > 0 && { pictures }),
  };
}

/** Returns what the shopper was told before the contract, to keep. */
async function toldBefore(
  deps: Pick<WordsDeps, 'db' | 'baseUrl'>,
  store: Store,
  { id, locale, contact, withdrawalExclusion: exclusion }: MailFacts['preorder'],
): Promise<Pick<MailFacts, 'instructions' | 'official'>> {
  const { db, baseUrl } = deps;
  const country = contact.address.country ?? null;
  const instructions = instructionsOn(store, { locale, country, exclusion, baseUrl });
  const notices = await listGuaranteeNotices(db, store.id);
  const countries = country === null ? [] : [country];
  const chosen = chooseNotice(notices, { locale, storeLocale: store.locale, countries });
  const notice = chosen && (chosen.own[country ?? ''] ?? chosen.every);
  const label = await findLabelOfPreorder(db, store.id, id);
  const official = [
    ...(notice ? [await officialFile(deps, store, { title: 'checkout.guarantee.notice', file: notice })] : []),
    ...(label ? [await officialFile(deps, store, { title: 'checkout.guarantee.label', file: label })] : []),
  ];
  return { ...(instructions && { instructions }), official };
}

async function officialFile(
  { db, baseUrl }: Pick<WordsDeps, 'db' | 'baseUrl'>,
  store: Store,
  { title, file }: { title: OfficialFileOfMail['title']; file: OfficialFile },
): Promise<OfficialFileOfMail> {
  const { hash, type, width } = file;
  const asset = type === 'image/webp' ? null : await findAsset(db, store.publicKey, hash); // Outlook shows no WebP
  const picture = asset && type !== 'image/webp' ? { cid: `${hash}@official`, type, bytes: asset.bytes } : null;
  return { title, url: baseUrl + assetPath(store, file), width, picture };
}

/** Whom the mail reaches knows the pre-order, unless the mail goes to the address that its customer had before. */
function withdrawUrl(
  deps: WordsDeps,
  store: Store,
  { mail, preorder, today }: { mail: Mail; preorder: KnownPreorder; today: string },
): string | null {
  if (mail.kind === 'message') return null;
  if (!mayWithdraw(preorder, store, today)) return null;
  const isTheirs = mail.kind !== 'contact_left';
  return `${deps.baseUrl}${isTheirs ? contractPath(deps, store, preorder) : withdrawPath(store, preorder)}`;
}

/** Writes the content. The cast is safe, because `CONTENTS` has for each kind a function for mails of that kind. */
const contentOf = (writing: Writing) =>
  (CONTENTS[writing.mail.kind] as (writing: Writing) => ReturnType<(typeof CONTENTS)[MailKind]>)(writing);

// They list no products, or go to the store.
const PICTURELESS: readonly MailKind[] = [
  'manage_link',
  'address_changed',
  'contact_changed',
  'contact_left',
  'message',
  'written',
];

/** Reads the logo, which is a part of the mail like the pictures of products. */
export async function logoPicture({ db }: Pick<WordsDeps, 'db'>, store: Store): Promise<AttachedPicture[]> {
  const logo = mailLogo(store);
  const asset = logo && (await findAsset(db, store.publicKey, logo.hash));
  return asset ? [{ cid: LOGO_ID, type: logo.type, bytes: asset.bytes }] : [];
}

// They tell of a payment.
const RECEIPTED: readonly MailKind[] = ['placed', 'charged', 'refunded'];

// The two that bring another link to the pre-order, the one for the store, and the one to an address that mails no longer go to.
const WITHOUT_PAGE: readonly MailKind[] = ['manage_link', 'cancel_link', 'message', 'contact_left'];

/**
 * Adds sender and recipient. A shopper's message goes to the store with the shopper's address as Reply-To; all others
 * go to the shopper, one of them to the address that they had before.
 */
function addressed(
  { deps, mail, store, facts }: Omit<Writing, 'link' | 'movement'>,
  content: MailContent,
  left: string | undefined,
): MailMessage {
  const { address, email: present } = facts.preorder.contact;
  const email = left ?? present;
  const merchant = { name: headerText(store.name), address: store.contactEmail };
  const sender = senderOf(store);
  const shopper = { name: headerText(`${address.firstName ?? ''} ${address.lastName ?? ''}`), address: email };
  const [to, replyTo] = mail.kind === 'message' ? [merchant, shopper] : [shopper, sender];
  return {
    messageId: mail.messageId,
    from: { name: sender.name, address: deps.mailFrom },
    replyTo,
    to,
    ...content,
    subject: headerText(content.subject),
  };
}

/** Returns the name that mails of the store are from, and the address to which answers go. */
export function senderOf({ name, contactEmail, brand }: Store): { name: string; address: string } {
  return { name: headerText(brand?.senderName ?? name), address: brand?.replyTo ?? contactEmail };
}

/** Turns any typed text into one line, so that it cannot break a mail's headers. */
export function headerText(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029\s]+/gu, ' ').trim();
}

import { randomUUID } from 'node:crypto';
import { AppError } from '../../../domain/error.ts';
import { MailError } from '../../../integrations/mail/port.ts';
import { withPicturesInside } from '../../../platform/inline-pictures.ts';
import type { Deps } from '../../deps.ts';
import type { Store } from '../../stores/queries.ts';
import { checkTextLanguage, checkTexts, type TextChanges, withChanges } from '../../texts/commands.ts';
import { TEXT_GROUPS } from '../../texts/list.ts';
import { readOwnTexts } from '../../texts/queries.ts';
import type { MailKind } from '../kinds.ts';
import type { Sample } from '../port.ts';

/** Which mail, in which language, and with which words that are not saved. */
export type SampleOf = { mail: string; language: string; texts?: TextChanges | undefined };

const MAIL_KINDS = TEXT_GROUPS.filter((group): group is MailKind => group !== 'button');

type WriteDeps = Pick<Deps, 'db' | 'mailFrom' | 'writeSampleMail'>;

/** Returns what a mail would say, in HTML for a browser and as text. Throws as a change of the texts would. */
export async function previewMail(
  deps: WriteDeps,
  store: Store,
  of: SampleOf,
): Promise<{ subject: string; from: string; html: string; text: string }> {
  const { subject, from, html, text, pictures = [] } = await write(deps, store, of);
  return { subject, from: `${from.name} <${from.address}>`, html: withPicturesInside(html, pictures), text };
}

/** Sends a mail about a made-up pre-order to an address of the merchant. Throws `mail_not_sent`. */
export async function sendSampleMail(
  deps: WriteDeps & Pick<Deps, 'mail' | 'log' | 'baseUrl'>,
  store: Store,
  { to, ...of }: SampleOf & { to: string },
): Promise<void> {
  const message = await write(deps, store, of);
  const messageId = `sample-${randomUUID()}@${new URL(deps.baseUrl).hostname}`;
  try {
    await deps.mail.send({
      messageId,
      to: { name: '', address: to },
      ...message,
      subject: `[Test] ${message.subject}`,
    });
  } catch (error) {
    const codes = error instanceof MailError ? error.codes : 'unknown';
    deps.log.warn({ store: store.slug, codes }, 'a test mail was not sent');
    throw new AppError('mail_not_sent', 'The mail server did not take the mail. Try again in a moment.');
  }
}

async function write(deps: WriteDeps, store: Store, { mail, language, texts = {} }: SampleOf) {
  const kind = MAIL_KINDS.find((one) => one === mail);
  if (!kind) {
    const message = `“${mail.slice(0, 40)}” is no kind of mail. There are: ${MAIL_KINDS.join(', ')}.`;
    throw new AppError('invalid_parameter', message, { param: 'mail' });
  }
  const locale = checkTextLanguage(language);
  const saved = await readOwnTexts(deps.db, { storeId: store.id, locale }, 'mails');
  const sample: Sample = { kind, locale, texts: withChanges(saved, checkTexts(language, texts)) };
  return deps.writeSampleMail(deps, store, sample);
}

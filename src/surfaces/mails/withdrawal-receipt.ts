import type { ReceiptFacts, WriteReceipt } from '../../core/withdrawals/port.ts';
import { formatMoment, formatSecond } from '../../domain/moment.ts';
import { type MessageKey, translate } from '../../messages/catalogue.ts';
import type { MessageValues } from '../../protocol/wire/message-format.ts';
import { writeMail } from './templates/frame.ts';
import { actions, facts, heading, lines, text } from './templates/letter.ts';
import { headerText, logoPicture, senderOf } from './write.ts';

/** Writes the receipt of a withdrawal in the language in which it was declared: its words, and when they were received. */
export const writeReceipt: WriteReceipt = async (deps, given) => {
  const { store } = given;
  const sender = senderOf(store);
  const pictures = await logoPicture(deps, store);
  const { subject, ...content } = contentOf(given);
  return {
    from: { name: sender.name, address: deps.mailFrom },
    replyTo: sender,
    subject: headerText(subject),
    ...content,
    ...(pictures.length > 0 && { pictures }),
  };
};

function contentOf({ store, withdrawal, undo }: ReceiptFacts) {
  const { locale, name, email, reference, postalCode, items } = withdrawal;
  const t = (key: MessageKey, values?: MessageValues) => translate(locale, key, { store: store.name, ...values });
  const subject = t('mail.withdrawal.subject');
  const said: (readonly [string, string])[] = [
    [t('withdrawal.name'), name],
    [t('withdrawal.email'), email],
    [t('withdrawal.reference'), reference],
    [t('withdrawal.postcode'), postalCode],
    [t('withdrawal.items'), items || t('withdrawal.everything')],
  ];
  const { timeZone } = store;
  // Where no pre-order is known, the merchant finds the declaration by its own id.
  const own = withdrawal.preorder?.reference ?? (reference || withdrawal.id);
  return writeMail(
    { t, store, locale, reference: own, withdrawUrl: null, official: [] },
    {
      subject,
      preheader: t('mail.withdrawal.intro'),
      title: t('withdrawal.received'),
      blocks: [
        text(t('mail.withdrawal.intro')),
        facts([t('withdrawal.received.at'), formatSecond(withdrawal.declaredAt, { locale, timeZone })]),
        heading(t('withdrawal.statement')),
        facts(...said.filter(([, value]) => value !== '')),
        heading(t('withdrawal.to')),
        lines([store.legalName, ...store.legalAddress.split('\n')]),
        text(t('withdrawal.received.next', { email: store.contactEmail })),
        undo !== null &&
          text(t('mail.withdrawal.not_you', { until: formatMoment(undo.by, { locale, timeZone }), reference: own })),
        undo !== null && actions({ label: t('withdrawal.undo.button'), url: undo.url }),
      ],
    },
  );
}

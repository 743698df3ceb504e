import type { AlertRow } from '../core/alerts/queries.ts';
import { alerts as alertsDe } from '../messages/alerts/de.ts';
import { alerts as alertsEn } from '../messages/alerts/en.ts';
import { alertText } from '../messages/alerts/text.ts';
import { faults as faultsDe } from '../messages/portal/faults-de.ts';
import { office as officeDe } from '../messages/portal/office-de.ts';
import { office as officeEn } from '../messages/portal/office-en.ts';
import type { Message } from '../protocol/wire/message-format.ts';

type Texts = Readonly<Record<string, Message>>;
const TEXTS: Readonly<Record<string, Texts>> = {
  en: { ...officeEn, ...alertsEn },
  de: { ...faultsDe, ...officeDe, ...alertsDe },
};

/** Says an alert in the language of who reads it, for mails to staff; in English where it is of an earlier version. */
export function alertLine(
  { message, messageCode, messageValues }: Pick<AlertRow, 'message' | 'messageCode' | 'messageValues'>,
  locale: string,
): string {
  const texts = TEXTS[locale.slice(0, 2)];
  if (!texts || messageCode === null) return message;
  return alertText({ locale, message: (key) => texts[key] }, messageCode, messageValues ?? {}) ?? message;
}

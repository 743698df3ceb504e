import type { NewsFacts, WriteStaffMail } from '../../core/staff/port.ts';
import { formatMoney } from '../../domain/money.ts';
import { formatShipWindow } from '../../domain/ship-window.ts';
import { html } from '../../platform/html.ts';
import { alertLine } from '../alert-line.ts';
import { portalTexts, type Translate } from '../portal-texts.ts';
import { oneLine, staffMailPage } from './staff-page.ts';

type Words = { subject: string; sentences: string[]; points: string[] };

/** Writes a mail about a store to a member of staff, in their language. */
export function writeNewsMail(facts: NewsFacts): ReturnType<WriteStaffMail> {
  const { locale, t } = portalTexts(facts.language);
  const words = wordsOf(facts, locale, t);
  const subject = oneLine(words.subject);
  const button = t('news.button');
  const wanted = facts.kind !== 'connection_refused';
  const ending = t(wanted ? 'news.ending' : 'news.connection.ending', { store: facts.store });
  const content = html`${words.sentences.map((sentence) => html`<p>${sentence}</p>`)}
${words.points.length > 0 && html`<ul>${words.points.map((point) => html`<li>${point}</li>`)}</ul>`}
<p><a href="${facts.url}">${button}</a></p>
<p class="muted">${ending} ${wanted && html`<a href="${facts.settingsUrl}">${facts.settingsUrl}</a>`}</p>`;
  const text = [
    ...words.sentences,
    ...(words.points.length > 0 ? [words.points.map((point) => `- ${point}`).join('\n')] : []),
    `${button}:\n${facts.url}`,
    wanted ? `${ending}\n${facts.settingsUrl}` : ending,
  ].join('\n\n');
  return { subject, html: staffMailPage(locale, subject, content), text };
}

function wordsOf(facts: NewsFacts, locale: string, t: Translate): Words {
  if (facts.kind === 'daily') return dailyWords(facts, locale, t);
  return facts.kind === 'nearly_sold' ? nearlySoldWords(facts, locale, t) : refusedWords(facts, t);
}

function refusedWords(
  { store, account, reason, waiting }: NewsFacts & { kind: 'connection_refused' },
  t: Translate,
): Words {
  return {
    subject: t('news.connection.subject', { store }),
    sentences: [
      t('news.connection.refused', { account }),
      t('news.connection.means'),
      ...(waiting > 0 ? [t('news.connection.waiting', { count: waiting })] : []),
      t('news.connection.next'),
      reason,
    ],
    points: [],
  };
}

function dailyWords(facts: NewsFacts & { kind: 'daily' }, locale: string, t: Translate): Words {
  const { sales, store, currency, alerts, critical } = facts;
  const amount = (minor: number) => formatMoney(minor, currency, locale);
  const points = [
    ...alerts.map((alert) => alertLine(alert, locale)),
    ...critical.map(({ product, late, waiting: count }) =>
      t(late ? 'news.daily.late' : 'news.daily.at_risk', { product, count }),
    ),
  ];
  return {
    subject: t('news.daily.subject', { store, day: dayText(facts.day, locale) }),
    sentences: [
      t('news.daily.sold', { count: sales.sold.units, amount: amount(sales.sold.amount) }),
      t('news.daily.money', { charged: amount(sales.charged), refunded: amount(sales.refunded) }),
      t('news.daily.units', { released: sales.released.units, cancelled: sales.cancelled.units }),
      t(points.length > 0 ? 'news.daily.needs' : 'news.daily.nothing'),
    ],
    points,
  };
}

function nearlySoldWords(facts: NewsFacts & { kind: 'nearly_sold' }, locale: string, t: Translate): Words {
  const { product, left: count, allocated, earliest, latest } = facts;
  const window =
    count > 0 && earliest !== null && latest !== null
      ? [t('news.nearly_sold.window', { from: dayText(earliest, locale), until: dayText(latest, locale) })]
      : [];
  return {
    subject: t('news.nearly_sold.subject', { product }),
    sentences: [t('news.nearly_sold.left', { count, allocated }), ...window, t('news.nearly_sold.text')],
    points: [],
  };
}

const dayText = (day: string, locale: string) => formatShipWindow({ from: day, until: day }, locale, { style: 'long' });

import { t, textOf } from '../../texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Facts } from '../../ui/facts.tsx';
import { day, days, money } from '../../ui/format.ts';
import { languageName } from '../../ui/languages.ts';
import { Card } from '../../ui/page.tsx';
import { mailName } from './parts.tsx';
import type { ShownMail } from './reads.ts';

type Kept = NonNullable<ShownMail['evidence']>;

/** Shows what was kept when the mail went out: it proves what a shopper was told. */
export function Evidence({ kind, evidence }: { kind: ShownMail['kind']; evidence: Kept }) {
  const { to, subject, language, template_version: version, own_words: own, digest, written_from: from } = evidence;
  return (
    <Card title={t('mail.evidence')} hint={t('mail.evidence.text')}>
      <Facts
        facts={[
          [t('mail.evidence.check'), <Digest key="check" same={evidence.same} />],
          [t('mail.evidence.to'), <Long key="to" text={to} />],
          [t('mail.evidence.subject'), subject],
          [t('mail.evidence.language'), languageName(language)],
          [t('mail.evidence.template'), t('mail.evidence.version', { name: mailName(kind), version })],
          ...(own === null ? [] : [[t('mail.evidence.own'), <Long key="own" text={own} />] as const]),
          [t('mail.evidence.day'), day(from.day)],
          ...(from.card === null ? [] : [[t('column.card'), from.card] as const]),
          ...from.lines.map((line) => [numbers(line.lines), <Line key={line.lines[0]} line={line} />] as const),
          [t('mail.evidence.digest'), <Long key="digest" text={digest} />],
        ]}
      />
    </Card>
  );
}

const Long = ({ text }: { text: string }) => <span class="long">{text}</span>;

function Digest({ same }: Pick<Kept, 'same'>) {
  if (same === null) return <Badge>{t('mail.evidence.gone')}</Badge>;
  return <Badge tone={same ? 'good' : 'warn'}>{t(same ? 'mail.evidence.same' : 'mail.evidence.differs')}</Badge>;
}

function numbers(lines: readonly number[]): string {
  const [first = 0] = lines;
  return lines.length === 1
    ? t('mail.evidence.unit', { number: first })
    : t('mail.evidence.units', { first, last: lines.at(-1) ?? first });
}

function Line({
  line: { state, variant, total, paid, refunded, currency, ship_window: window },
}: {
  line: Kept['written_from']['lines'][number];
}) {
  const amounts = [
    t('mail.evidence.total', { amount: money(total, currency) }),
    t('mail.evidence.paid', { amount: money(paid, currency) }),
    ...(Number(refunded) > 0 ? [t('mail.evidence.refunded', { amount: money(refunded, currency) })] : []),
  ];
  return (
    <>
      {variant} · {textOf(`preorder.state.${state}`) ?? state}
      <span class="sub">{amounts.join(' · ')}</span>
      <span class="sub">{days(window)}</span>
    </>
  );
}

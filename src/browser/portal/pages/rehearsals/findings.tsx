import { Notice } from '../../../ui/notice.tsx';
import { storePath, useCurrentStore } from '../../requests/where.ts';
import { currentLocale, t, textOf } from '../../texts.ts';
import { countryName } from '../../ui/countries.ts';
import { count } from '../../ui/format.ts';
import { Card } from '../../ui/page.tsx';
import type { Finding, Rehearsal, Report } from './reads.ts';

/** The settings that would have failed, each with the screen that mends it. */
export function Findings({ rehearsal, report: { findings } }: { rehearsal: Rehearsal; report: Report }) {
  const { slug } = useCurrentStore();
  if (findings.length === 0) {
    return (
      <Notice kind="success" title={t('findings.none')}>
        <p>{t('findings.none.text')}</p>
      </Notice>
    );
  }
  return (
    <Card title={t('findings.title')} hint={t('findings.text')}>
      <ul class="rows">
        {findings.map((finding) => (
          <li key={`${finding.code} ${finding.message}`} class="rows__row">
            <div class="rows__text">
              <strong>{titleOf(finding)}</strong>
              <p>{wordsOf(finding)}</p>
              <span class="sub">{t('findings.shoppers', { count: finding.shoppers })}</span>
            </div>
            <a class="button button--secondary" href={storePath(slug, placeOf(finding, rehearsal))}>
              {t(`findings.mend.${finding.place as Place}`)}
            </a>
          </li>
        ))}
      </ul>
    </Card>
  );
}

type Place = 'waitlist' | 'shipping' | 'tax' | 'rules' | 'payments';
type FindingCode =
  | 'would_not_open'
  | 'closes_in_launch'
  | 'country_not_shipped'
  | 'tax_missing'
  | 'hold_too_short'
  | 'limit_refuses_many'
  | 'sold_out_early'
  | 'other_refusals';

/** The store ships there, and the waitlist does not. */
const isLeftOut = ({ code, place }: Pick<Finding, 'code' | 'place'>): boolean =>
  code === 'country_not_shipped' && place === 'waitlist';

const titleOf = (finding: Finding): string =>
  t(isLeftOut(finding) ? 'finding.country_left_out' : `finding.${finding.code as FindingCode}`);

/** Says a finding in the reader's language. */
function wordsOf({ code, place, data, shoppers }: Finding): string {
  const refusal = data.refusal ?? '';
  const key = isLeftOut({ code, place })
    ? 'finding.country_left_out.text'
    : (`finding.${code as FindingCode}.text` as const);
  return t(key, {
    count: shoppers,
    shoppers: count(shoppers),
    places: listed((data.countries ?? []).map(countryName)),
    variants: listed(data.variants ?? []),
    units: count(data.units ?? 0),
    limit: count(data.limit ?? 0),
    refusal: textOf(`fault.${refusal}`) ?? refusal,
  });
}

const listed = (names: readonly string[]): string => new Intl.ListFormat(currentLocale()).format(names);

/** The address, in the store, of the page that mends it. */
function placeOf({ code, place }: Finding, { waitlist_id: id }: Rehearsal): string {
  if (place === 'payments') return '/settings/payments';
  if (place === 'rules') return '/settings/rules';
  if (place !== 'waitlist') return '/settings/delivery';
  const isTerm = /^(closes_in_launch|limit_refuses_many|country_not_shipped)$/.test(code);
  return isTerm ? `/waitlists/${id}/edit` : `/waitlists/${id}`;
}

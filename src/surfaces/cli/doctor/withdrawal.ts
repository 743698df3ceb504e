import type { Store } from '../../../core/stores/queries.ts';
import { NEGLECTED_DAYS, type Neglected } from '../../../core/withdrawals/queries/neglected.ts';
import { countriesWithWithdrawal } from '../../../domain/withdrawal-right.ts';
import { formatCount } from '../terminal.ts';
import { type CheckResult, ok, warning } from './finding.ts';

type Seller = Pick<
  Store,
  'slug' | 'mode' | 'withdrawalUrl' | 'shipping' | 'legalName' | 'legalAddress' | 'contactEmail' | 'termsUrl'
>;

/** Says what a store that sells where shoppers may withdraw still lacks. `sendsMails`: a mail server takes the receipts. */
export function seeWithdrawal(store: Seller, { sendsMails }: { sendsMails: boolean }): CheckResult {
  if (store.mode === 'test') return ok('Nobody buys in a test store.');
  const [first, ...more] = countriesWithWithdrawal(store.shipping);
  if (first === undefined) return ok('It ships to no country with a general right of withdrawal.');
  const lacks = lacksOf(store);
  if (lacks.length === 0 && sendsMails) return ok(store.withdrawalUrl ?? '');
  const others = more.length === 0 ? '' : ` and ${more.length} more`;
  const names = [...lacks.map(({ name }) => name), ...(sendsMails ? [] : ['a mail server that sends the receipts'])];
  const options = lacks.map(({ option }) => option).join(' ');
  const todos = [
    ...(lacks.length > 0 ? [`Run ./service stores update --store ${store.slug} ${options}`] : []),
    ...(sendsMails ? [] : ['Set SMTP_URL and MAIL_FROM.']),
  ];
  return warning(
    `It ships to ${first}${others}, where shoppers may withdraw, and lacks ${names.join(', ')}.`,
    todos.join(' '),
  );
}

/** What the page on which people withdraw, and its receipt, name of the seller. */
function lacksOf({ legalName, legalAddress, contactEmail, termsUrl, withdrawalUrl }: Seller) {
  return [
    { value: legalName, name: 'the legal name', option: '--legal-name …' },
    { value: legalAddress, name: 'the legal address', option: '--legal-address …' },
    { value: contactEmail, name: 'the e-mail address for shoppers', option: '--contact-email …' },
    { value: termsUrl, name: 'the page of its terms', option: '--terms-url https://…' },
    { value: withdrawalUrl, name: 'a page that says so', option: '--withdrawal-url https://…' },
  ].filter(({ value }) => !value?.trim());
}

/** Says which declarations somebody has to look at. */
export function seeDeclarations({ slug }: Pick<Store, 'slug'>, { late, unreceipted }: Neglected): CheckResult {
  const found = [
    ...(late > 0 ? [`${formatCount(late, 'has', 'have')} waited for more than ${NEGLECTED_DAYS} days`] : []),
    ...(unreceipted > 0 ? [`of ${unreceipted} a receipt was refused, so the person does not have it`] : []),
  ];
  if (found.length === 0) return ok('None waits too long, and no receipt was refused.');
  const todo = `Run ./service withdrawals list --store ${slug} --state declared, deal with each, and write to the person who has no receipt.`;
  return warning(`Of the declarations, ${found.join('; ')}.`, todo);
}

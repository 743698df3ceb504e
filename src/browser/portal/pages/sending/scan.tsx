import { useEffect, useState } from 'preact/hooks';
import type { PreorderDetail } from '../../requests/kinds.ts';
import { readPreorder } from '../../requests/reads.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { useForm } from '../../requests/use-form.ts';
import { storePath, useCurrentStore } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { Input } from '../../ui/form.tsx';
import { FormView } from '../../ui/form-view.tsx';
import { count } from '../../ui/format.ts';
import { Card, Page } from '../../ui/page.tsx';
import { addressLines } from '../preorders/address-lines.ts';
import { ParcelFields, type Tracking } from '../preorders/parcel-fields.tsx';
import { restOf } from '../preorders/rest.ts';
import { shopperOf } from '../preorders/state.tsx';
import { itemsOf } from './contents.ts';
import { lastCarrier, rememberCarrier } from './mark-window.tsx';
import { parcelsSent } from './reads.ts';

type Sent = Pick<Tracking, 'carrier' | 'tracking_number'> & { reference: string };

/** Sends one parcel after the other by a scanner or the keyboard: the reference, then the number, and the next reference. */
export function Scan() {
  const { slug } = useCurrentStore();
  const [found, setFound] = useState<PreorderDetail>();
  const [sent, setSent] = useState<readonly Sent[]>([]);
  // Also after a parcel is sent: its form goes, and with it the focus.
  useEffect(() => {
    if (!found) focusOn('reference');
  }, [found]);
  return (
    <Page
      title={t('scan.title')}
      intro={t('scan.intro')}
      back={{ href: storePath(slug, '/sending'), text: t('nav.sending') }}
    >
      <div class="columns">
        <div class="columns__main">
          <Card title={t('scan.parcel')}>
            <Find isSecond={found !== undefined} onFound={setFound} />
            {found && (
              <Send
                key={found.id}
                preorder={found}
                onSent={(one) => {
                  setSent([one, ...sent]);
                  setFound(undefined);
                }}
              />
            )}
          </Card>
        </div>
        <div class="columns__side">
          <SentHere sent={sent} />
        </div>
      </div>
    </Page>
  );
}

function focusOn(id: string): void {
  const field = document.getElementById(id);
  if (!(field instanceof HTMLInputElement)) return;
  field.focus();
  field.select(); // what is scanned next takes its place
}

type FindProps = { isSecond: boolean; onFound: (found: PreorderDetail | undefined) => void };

/** Finds the pre-order of a reference, and says at once if nothing of it can leave. */
function Find({ isSecond, onFound }: FindProps) {
  const form = useForm({
    free: true,
    values: () => ({ reference: '' }),
    check: ({ reference }) => ({ reference: reference.trim() === '' && t('fault.invalid_parameter.empty') }),
    at: (fault) => (fault.code === 'preorder_not_found' ? { ...fault, param: 'reference' } : fault),
    save: async ({ reference }) => {
      onFound(undefined);
      try {
        const found = await readPreorder(reference.trim());
        const why = whyNot(found);
        if (why !== undefined) throw Object.assign(new Error(why), { code: 'not_ready', param: 'reference' });
        return found;
      } finally {
        focusOn('reference');
      }
    },
    done: onFound,
  });
  return (
    <FormView form={form} submit={t('scan.find')} kind={isSecond ? 'secondary' : 'primary'}>
      <Input {...form.field('reference')} label={t('scan.reference')} autoComplete="off" placeholder="PO-" />
    </FormView>
  );
}

const readyLines = ({ lines }: PreorderDetail) => lines.filter(({ state }) => state === 'released');

/** Returns why nothing of a pre-order can leave now; undefined if something can. */
function whyNot(preorder: PreorderDetail): string | undefined {
  const ready = readyLines(preorder);
  const values = { reference: preorder.reference };
  if (preorder.waits_for !== null) return t('scan.held', values);
  if (ready.length > 0) return Number(restOf(ready)) > 0 ? t('scan.unpaid', values) : undefined;
  return t(`scan.not.${preorder.state === 'released' ? 'fulfilled' : preorder.state}`, values);
}

function Send({ preorder, onSent }: { preorder: PreorderDetail; onSent: (sent: Sent) => void }) {
  const { reference, product } = preorder;
  const ready = readyLines(preorder);
  const form = useForm({
    values: (): Tracking => ({ carrier: lastCarrier(), tracking_number: '', tracking_link: '' }),
    // Somebody scanned the next parcel before this one had a number.
    check: ({ tracking_number: number }) => ({
      tracking_number: /^po[- ]/i.test(number.trim()) && t('scan.is_reference'),
    }),
    save: async (tracking) => {
      const params = { path: { reference } };
      const body = { lines: ready.map(({ number }) => number), ...tracking };
      bodyOf(await api.POST('/admin/api/v1/preorders/{reference}/fulfilments', { params, body }));
      rememberCarrier(tracking.carrier.trim());
      parcelsSent();
      return { reference, ...tracking };
    },
    done: onSent,
  });
  useEffect(() => focusOn(lastCarrier() === '' ? 'carrier' : 'tracking_number'), []);
  return (
    <div class="scan">
      <div role="status">
        <h3>{reference}</h3>
        <ul class="scan__items">
          {itemsOf([{ product, lines: ready }]).map(({ key, quantity, name, properties }) => (
            <li key={key}>
              <strong>{t('work.item', { quantity: count(quantity), name })}</strong>
              {properties.map(([property, value]) => (
                <span key={property} class="sub">
                  {property}: {value}
                </span>
              ))}
            </li>
          ))}
        </ul>
        <Address preorder={preorder} />
      </div>
      <FormView form={form} submit={t('send.button', { count: ready.length })}>
        <ParcelFields tracking={form.values} onTracking={form.set} />
      </FormView>
    </div>
  );
}

function Address({ preorder }: { preorder: PreorderDetail }) {
  const { contact } = preorder;
  if (!contact) return <p class="muted">{t('hidden')}</p>;
  return <p class="lines muted">{[shopperOf(preorder), ...addressLines(contact.address)].join('\n')}</p>;
}

/** What was sent on this page: a person sees that the last one is done, and finds a mistake again. */
function SentHere({ sent }: { sent: readonly Sent[] }) {
  const { slug } = useCurrentStore();
  return (
    <Card title={t('scan.sent')}>
      <p role="status">{t('scan.sent.count', { count: sent.length })}</p>
      <ol class="scan__sent">
        {sent.slice(0, 20).map(({ reference, carrier, tracking_number: number }) => (
          <li key={reference}>
            <a class="reference" href={storePath(slug, `/preorders/${reference}`)}>
              {reference}
            </a>
            <span class="sub">{[carrier, number].filter((part) => part !== '').join(' ')}</span>
          </li>
        ))}
      </ol>
    </Card>
  );
}

import { alertText } from '../../../../messages/alerts/text.ts';
import { Button } from '../../../ui/button.tsx';
import { keyOf } from '../../requests/reads.ts';
import { useSending } from '../../requests/send.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { changed } from '../../requests/use-data.ts';
import { storePath, useCurrentStore, useScopes } from '../../requests/where.ts';
import { currentReader, t } from '../../texts.ts';
import { ago, days } from '../../ui/format.ts';
import { FaultNotice, Shown } from '../../ui/loaded.tsx';
import { Card } from '../../ui/page.tsx';
import { type Delivery, useDeliveries } from '../deliveries/reads.ts';
import { DeliveryStatus } from '../deliveries/state.tsx';
import { SaveReport } from './figure.tsx';
import { type Alert, useAlerts } from './reads.ts';

/** What needs somebody: alerts with what to do, and deliveries that are late or at risk. */
export function Attention() {
  const alerts = useAlerts();
  const { entries } = useDeliveries({ waiting: true });
  const critical = entries.filter(({ status }) => status === 'late' || status === 'at_risk');
  const title = t('attention.title');
  return (
    <Card title={title} actions={<SaveReport report="deliveries" title={t('nav.deliveries')} />}>
      <Shown of={alerts}>
        {(open) =>
          open.length + critical.length === 0 ? (
            <p class="muted">{t('attention.none')}</p>
          ) : (
            <ul class="rows">
              {open.map((alert) => (
                <AlertRow key={alert.id} alert={alert} />
              ))}
              {critical.map((delivery) => (
                <DeliveryRow key={delivery.id} delivery={delivery} />
              ))}
            </ul>
          )
        }
      </Shown>
    </Card>
  );
}

export function AlertRow({ alert }: { alert: Alert }) {
  const { id, next, created_at: at } = alert;
  const can = useScopes();
  const sending = useSending();
  const resolve = async () => {
    await sending.send(async () => {
      bodyOf(
        await api.POST('/admin/api/v1/alerts/{alert_id}/resolve', { params: { path: { alert_id: id } }, body: {} }),
      );
    });
    changed(keyOf('alerts'));
  };
  return (
    <li class="rows__row">
      <span class="attention__text">
        <What alert={alert} />
        {next && <NextLink next={next} />}
        <span class="sub">{ago(at)}</span>
        {sending.fault && <FaultNotice fault={sending.fault} />}
      </span>
      {can('operations:write') && (
        <Button kind="secondary" busy={sending.busy} onPress={() => void resolve()}>
          {t('attention.done')}
        </Button>
      )}
    </li>
  );
}

const MARK = '\u0000'; // stands in no text

/** What happened in the reader's language, and in it, marked as English, what another system said. */
function What({ alert: { message, message_code: code, message_values: values } }: { alert: Alert }) {
  const { said, ...others } = values ?? {};
  const reader = currentReader();
  const text = code === null ? undefined : alertText(reader, code, { ...others, said: MARK });
  if (text === undefined) return <span lang="en">{message}</span>;
  const [before, after] = text.split(MARK);
  return (
    <>
      {before}
      {after !== undefined && <span lang="en">{said}</span>}
      {after}
    </>
  );
}

/** A link to the page where something can be done about it, if the portal has one. */
function NextLink({ next: { step, about } }: { next: NonNullable<Alert['next']> }) {
  const { slug } = useCurrentStore();
  const page = pageOf(step, about ?? '');
  if (!page) return null;
  return (
    <span class="sub">
      <a href={storePath(slug, page.path)}>{t(`attention.open.${page.what}`)}</a>
    </span>
  );
}

// The page of each step that needs nothing but its name.
const PAGES = {
  look_at_refunds: { what: 'money', path: '/payments' },
  look_at_disputes: { what: 'money', path: '/payments' },
  audit_books: { what: 'books', path: '/payments/books' },
  look_at_mails: { what: 'mails', path: '/mails?state=refused' },
  look_at_suppressions: { what: 'blocked', path: '/mails/blocked' },
  look_at_account: { what: 'account', path: '/settings/payments' },
  connect_account: { what: 'account', path: '/settings/payments' },
  look_at_jobs: { what: 'jobs', path: '/settings/jobs?state=dead' },
  retry_orders: { what: 'connection', path: '/settings/connection?orders=refused' },
  connect_platform: { what: 'connection', path: '/settings/connection' },
  answer_person: { what: 'people', path: '/customers/data' },
  look_at_waitlists: { what: 'waitlists', path: '/waitlists' },
  change_contact: { what: 'settings', path: '/settings' },
} as const;

function pageOf(step: string, about: string) {
  if (about !== '' && /^(answer_question|look_at_preorder|look_at_disputes)$/.test(step))
    return { what: 'preorder', path: `/preorders/${about}` } as const;
  if (step === 'look_at_withdrawal') return { what: 'withdrawal', path: `/withdrawals/${about}` } as const;
  if (/_webhook$/.test(step)) return { what: 'webhook', path: `/settings/webhooks/${about}` } as const;
  if (step === 'compare_payments')
    return { what: 'comparison', path: `/payments/comparison?${new URLSearchParams({ from: about })}` } as const;
  return step in PAGES ? PAGES[step as keyof typeof PAGES] : undefined;
}

export function DeliveryRow({ delivery }: { delivery: Delivery }) {
  const { slug } = useCurrentStore();
  const { id, product, position, ship_window: window, status, waiting, free } = delivery;
  return (
    <li class="rows__row">
      <span class="attention__text">
        <a href={storePath(slug, `/deliveries/${id}`)}>
          {product.title}, {t('batch.name', { number: position })}
        </a>
        <span class="sub">
          {t('delivery.ships', { window: days(window) })} ·{' '}
          {t('attention.missing', { count: Math.max(0, waiting - free) })}
        </span>
        <span class="sub">{t(status === 'late' ? 'attention.late' : 'attention.at_risk')}</span>
      </span>
      <DeliveryStatus status={status} />
    </li>
  );
}

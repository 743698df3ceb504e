import { useOpenWork } from '../../requests/open-work.ts';
import { storePath, useCurrentStore, useScopes } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { Card } from '../../ui/page.tsx';
import { useDeliveries } from '../deliveries/reads.ts';
import { AlertRow, DeliveryRow } from '../reports/attention.tsx';
import { useAlerts } from '../reports/reads.ts';
import { useReadyCount } from '../sending/reads.ts';

/** What waits for somebody, each with the page where it is done. A part is left out where the role may not see it. */
export function NeedsYou() {
  const can = useScopes();
  return (
    <Card title={t('attention.title')}>
      <ul class="rows needs">
        {can('operations:read') && <Alerts />}
        {can('waitlists:read') && <Deliveries />}
        {can('payments:read') && <Refunds />}
        {can('preorders:read') && <Ready />}
        <li class="needs__none muted">{t('needs.none')}</li>
      </ul>
    </Card>
  );
}

function Alerts() {
  const { data = [] } = useAlerts();
  return (
    <>
      {data.map((alert) => (
        <AlertRow key={alert.id} alert={alert} />
      ))}
    </>
  );
}

function Deliveries() {
  const { entries } = useDeliveries({ waiting: true });
  return (
    <>
      {entries
        .filter(({ status }) => status === 'late' || status === 'at_risk')
        .map((delivery) => (
          <DeliveryRow key={delivery.id} delivery={delivery} />
        ))}
    </>
  );
}

function Refunds() {
  const { slug } = useCurrentStore();
  const refunds = useOpenWork().data?.refunds;
  if (!refunds) return null;
  return (
    <li class="rows__row">
      <a href={storePath(slug, '/payments')}>{t('needs.refunds', { count: refunds })}</a>
    </li>
  );
}

function Ready() {
  const { slug } = useCurrentStore();
  const { data } = useReadyCount();
  if (!data || data.parcels === 0) return null;
  return (
    <li class="rows__row">
      <a href={storePath(slug, '/sending')}>{t('needs.ready', { count: data.parcels })}</a>
    </li>
  );
}

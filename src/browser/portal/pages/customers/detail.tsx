import { useRoute } from 'preact-iso/router';
import { mailtoLink } from '../../../../protocol/wire/mailto.ts';
import { useStoreSettings } from '../../requests/reads.ts';
import { storePath, useCurrentStore, useScopes } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { Facts } from '../../ui/facts.tsx';
import { money } from '../../ui/format.ts';
import { Empty, Shown } from '../../ui/loaded.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { addressLines } from '../preorders/address-lines.ts';
import { Privacy } from './privacy.tsx';
import { type CustomerDetail, useCustomer } from './reads.ts';
import { Bought, Mailed, Messages, Noted, Withdrew } from './records.tsx';
import { preorderCount } from './spent.tsx';

/** One customer: what they bought, spent and asked, what was mailed and noted, and what the law gives them. */
export function CustomerPage() {
  const { id = '' } = useRoute().params;
  const { slug } = useCurrentStore();
  const loaded = useCustomer(id);
  const { data: customer, fault } = loaded;
  const gone = fault?.code === 'customer_not_found';
  return (
    <Page
      title={customer && !gone ? customer.name || customer.email : t('customers.customer')}
      back={{ href: storePath(slug, '/customers'), text: t('nav.customers') }}
      intro={!gone && customer?.name ? customer.email : undefined}
    >
      {gone ? (
        <Card>
          <Empty title={fault.text} />
        </Card>
      ) : (
        <Shown of={loaded}>{(data) => <Details key={data.id} customer={data} />}</Shown>
      )}
    </Page>
  );
}

function Details({ customer }: { customer: CustomerDetail }) {
  const can = useScopes();
  const { data: store } = useStoreSettings();
  const about = { customer, timeZone: store?.time_zone };
  return (
    <div class="columns">
      <div class="columns__main">
        <Bought {...about} />
        <Messages {...about} />
        <Noted {...about} />
        <Mailed {...about} />
      </div>
      <div class="columns__side">
        <Money customer={customer} />
        <Contact customer={customer} />
        <Withdrew {...about} />
        {can('people:write') && <Privacy email={customer.email} />}
      </div>
    </div>
  );
}

function Money({ customer }: { customer: CustomerDetail }) {
  return (
    <Card title={t('customers.spent')} {...(!customer.complete && { hint: t('customers.newest') })}>
      <Facts
        facts={[
          [t('nav.preorders'), preorderCount(customer)],
          ...customer.spent.flatMap(({ currency, charged, refunded, spent }) => [
            [t('customers.charged'), money(charged, currency)] as const,
            [t('customers.refunded'), money(refunded, currency)] as const,
            [t('customers.stays'), <strong key={currency}>{money(spent, currency)}</strong>] as const,
          ]),
        ]}
      />
    </Card>
  );
}

function Contact({ customer }: { customer: CustomerDetail }) {
  const { name, email, address, marketing_consent: agreed, mails_stopped: stopped } = customer;
  return (
    <Card title={t('customers.contact')}>
      <div class="shopper">
        <p>
          {name !== '' && (
            <>
              <strong>{name}</strong>
              <br />
            </>
          )}
          <a href={mailtoLink(email)}>{email}</a>
        </p>
        <address>
          {addressLines(address).map((line) => (
            <span key={line}>{line}</span>
          ))}
        </address>
        {stopped !== null && <p>{t('customers.stopped')}</p>}
        <p class="muted">{t(agreed ? 'shopper.marketing' : 'shopper.no_marketing')}</p>
      </div>
    </Card>
  );
}

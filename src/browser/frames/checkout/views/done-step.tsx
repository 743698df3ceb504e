import type { WaysOn } from '../../../../protocol/schema/checkout-words.ts';
import { Button } from '../../../ui/button.tsx';
import { calendarAddress } from '../../../ui/calendar-address.ts';
import { Icon } from '../../../ui/icon.tsx';
import { addressText } from '../address-text.ts';
import { orderOf } from '../order.ts';
import { Picture } from './picture.tsx';
import { moneyOf } from './plan.tsx';
import type { ViewProps } from './view-props.ts';

export function DoneStep({ context, flow, state }: ViewProps) {
  const { t, offer } = context;
  const preorder = state.checkout?.preorder;
  if (!preorder) return null;
  const { reference, email, ships, total, dueNow } = preorder;
  const later = total - dueNow;
  return (
    <section class="step">
      <div class="done">
        <span class="done__mark">
          <Icon name="check" size={26} />
        </span>
        <h1 id="heading" tabIndex={-1}>
          {t('done.title')}
        </h1>
        <p class="lead">{t('done.mail', { email })}</p>
      </div>
      <p class="reference">
        <span class="reference__label">{t('done.reference')}</span>
        <span class="reference__code">{reference}</span>
      </p>
      <Bought context={context} flow={flow} state={state} />
      <Facts context={context} flow={flow} state={state} />
      <h2>{t('done.next')}</h2>
      <ol class="next">
        <li>{t('ships', { window: ships })}</li>
        {later > 0 && <li>{t('done.next_charge', { amount: moneyOf(context)(later) })}</li>}
        <li>{t('done.next_change', { email: offer.store.contactEmail })}</li>
      </ol>
      <Onward links={preorder.links ?? []} />
      <div class="actions">
        <Button wide onPress={flow.close}>
          {t('back_to_store')}
        </Button>
        {state.shownAgain && (
          <button type="button" class="link-button" onClick={flow.orderAnother}>
            {t('done.another')}
          </button>
        )}
      </div>
    </section>
  );
}

/** The picture with what was bought. Wide screens show it beside the confirmation already. */
function Bought({ context, state }: ViewProps) {
  const order = orderOf(context, state);
  const { product } = context.offer;
  const image = order?.variant.image ?? product.image;
  if (!order || !image) return null;
  return (
    <div class="product done__product">
      <Picture src={image} />
      <p>
        <bdi class="product__title">{product.title}</bdi>
        <br />
        {order.quantity} × <bdi>{order.variant.title || product.title}</bdi>
      </p>
    </div>
  );
}

function Facts({ context, state: { checkout } }: ViewProps) {
  const { t, offer } = context;
  const money = moneyOf(context);
  if (!checkout?.preorder) return null;
  const { balance } = checkout;
  const { address, total, dueNow } = checkout.preorder;
  const later = total - dueNow;
  const facts = [
    { name: t('done.paid'), value: [balance?.nothing || money(dueNow)] },
    ...(later > 0 ? [{ name: t('due_later'), value: [balance?.sum ?? money(later)] }] : []),
    { name: t('deliver_to'), value: addressText(address, offer) },
  ];
  return (
    <dl class="facts">
      {facts.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          {value.map((line) => (
            <dd key={line}>
              <bdi>{line}</bdi>
            </dd>
          ))}
        </div>
      ))}
    </dl>
  );
}

/** Pages in a tab of their own: closing the confirmation loses none, because the status page has the same. */
function Onward({ links }: { links: WaysOn }) {
  return (
    <ul class="ways">
      {links.map(({ kind, label, path }) => (
        <li key={kind}>
          <a href={kind === 'follow' ? calendarAddress(path) : path} target="_blank" rel="noopener">
            {label}
          </a>
        </li>
      ))}
    </ul>
  );
}

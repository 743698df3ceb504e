import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { addressText } from '../address-text.ts';
import { moneyOf } from './plan.tsx';
import type { ViewProps } from './view-props.ts';

export function DoneStep({ context, flow, state }: ViewProps) {
  const { t, offer } = context;
  const preorder = state.checkout?.preorder;
  if (!preorder) return null;
  const { reference, email, ships, address, total, dueNow, lineItems } = preorder;
  const money = moneyOf(context);
  const later = total - dueNow;
  const balance = state.checkout?.balance;
  const facts = [
    { name: t('done.paid'), value: [balance?.nothing || money(dueNow)] },
    ...(later > 0 ? [{ name: t('done.due_later'), value: [balance?.sum ?? money(later)] }] : []),
    { name: t('done.ships'), value: [ships] },
    { name: t('deliver_to'), value: addressText(address, offer) },
  ];
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
      <h2>{t('done.next')}</h2>
      <ol class="next">
        <li>{t('done.next_reserved', { count: lineItems.length })}</li>
        <li>{t('done.next_ships', { window: ships })}</li>
        {later > 0 && <li>{t('done.next_charge', { amount: money(later) })}</li>}
        <li>{t('done.next_change', { email: offer.store.contactEmail })}</li>
      </ol>
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

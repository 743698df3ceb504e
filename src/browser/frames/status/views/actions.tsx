import type { ComponentChildren } from 'preact';
import { calendarAddress } from '../../../ui/calendar-address.ts';
import { Icon } from '../../../ui/icon.tsx';
import { startAddress } from '../addressing.ts';
import { startCancelling } from '../cancelling.ts';
import { confirmFirst, findPage } from '../details.ts';
import { cancellable, groupLines } from '../lines.ts';
import { arrangeReturn } from '../reading.ts';
import { currentPreorder } from '../state.ts';
import { startSwapping } from '../swapping.ts';
import { startWriting } from '../writing.ts';
import type { ViewProps } from './view-props.ts';

/** What the shopper can do, in the order of use. Cancelling is last and quiet: most who come here look for the date. */
export function Actions({ context, state, screen }: ViewProps<'preorder'>) {
  const { t } = context;
  const preorder = currentPreorder(state);
  if (!preorder || state.expired) return null;
  const { lines } = preorder;
  const { details, busy } = screen;
  const swappable = details?.swaps ? groupLines(lines).filter(({ first }) => first.swap) : [];
  return (
    <>
      <ul class="actions-list" aria-label={t('actions')}>
        {details?.card && (
          <Action name="card" busy={busy === 'card'} onPress={() => void findPage(context, 'card')}>
            {t('card.change')}
          </Action>
        )}
        {preorder.movable && (
          <Action name="address" busy={busy === 'form'} onPress={() => void startAddress(context)}>
            {t('address.change')}
          </Action>
        )}
        {swappable.map(({ key, first, lines: equal }) => (
          <Action key={key} name="swap" onPress={() => void startSwapping(context, equal)}>
            {t('swap', { item: first.title || preorder.product })}
          </Action>
        ))}
        {lines.some((line) => line.state === 'fulfilled') && (
          <Action name="return" onPress={() => arrangeReturn(context)}>
            {t('return')}
          </Action>
        )}
        {preorder.calendar !== '' && (
          <ActionLink name="calendar" href={preorder.calendar}>
            {t('calendar')}
          </ActionLink>
        )}
        <Action name="write" onPress={() => startWriting(context)}>
          {t('write')}
        </Action>
        {preorder.receipt === '' ? (
          <Action name="receipt" onPress={() => confirmFirst(context, screen)}>
            {t('receipt')}
          </Action>
        ) : (
          <ActionLink name="receipt" href={preorder.receipt}>
            {t('receipt')}
          </ActionLink>
        )}
      </ul>
      {preorder.calendar !== '' && (
        <p>
          <a href={calendarAddress(preorder.calendar)} target="_blank" rel="noopener">
            {t('calendar.follow')}
          </a>
        </p>
      )}
      {preorder.sendBack !== '' && (
        <p>
          <a href={preorder.sendBack} target="_blank" rel="noopener">
            {t('send_back')}
          </a>
        </p>
      )}
      {preorder.withdraw !== '' && (
        <p>
          {/* A document of its own: who withdraws may print it, and need not trust the page around this frame. */}
          <a href={preorder.withdraw} target="_blank" rel="noopener">
            {t('withdraw')}
          </a>
        </p>
      )}
      {cancellable(preorder).length > 0 && (
        <button type="button" class="link-button quiet" onClick={() => startCancelling(context)}>
          {t('cancel')}
        </button>
      )}
    </>
  );
}

type LinkProps = { name: string; href: string; children: ComponentChildren };

function ActionLink({ name, href, children }: LinkProps) {
  return (
    <li>
      <a class={`action action--${name}`} href={href} target="_blank" rel="noopener">
        <bdi>{children}</bdi>
        <Icon name="chevron" />
      </a>
    </li>
  );
}

type ActionProps = { name: string; busy?: boolean; onPress: () => void; children: ComponentChildren };

function Action({ name, busy, onPress, children }: ActionProps) {
  return (
    <li>
      <button
        type="button"
        class={`action action--${name}`}
        aria-disabled={busy ? 'true' : undefined}
        onClick={() => busy || onPress()}
      >
        <bdi>{children}</bdi>
        {busy ? <span class="spinner" aria-hidden="true" /> : <Icon name="chevron" />}
      </button>
    </li>
  );
}

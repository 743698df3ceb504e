import * as menu from '@zag-js/menu';
import { normalizeProps, useMachine } from '@zag-js/preact';
import type { ComponentChildren } from 'preact';
import { createPortal } from 'preact/compat';
import { useId, useRef } from 'preact/hooks';

export type MenuItem = {
  value: string;
  text: ComponentChildren;
  /** A smaller line below. */
  hint?: string;
  danger?: boolean;
  /** It is the one that holds now. */
  current?: boolean;
  onSelect: () => void;
};

export type MenuProps = {
  /** The name of the button for screen readers, where its content does not say it. */
  label?: string;
  class?: string;
  items: readonly MenuItem[];
  placement?: 'bottom-start' | 'bottom-end' | 'top-start';
  children: ComponentChildren;
};

/** A button that opens a list of actions. */
export function Menu({ label, class: look = 'icon-button', items, placement = 'bottom-end', children }: MenuProps) {
  const service = useMachine(menu.machine, {
    id: useId(),
    positioning: { placement, gutter: 4 },
    onSelect: ({ value }) => items.find((item) => item.value === value)?.onSelect(),
  });
  const api = menu.connect(service, normalizeProps);
  const button = useRef<HTMLButtonElement>(null);
  // While a window is open, the browser makes all that is outside of it inert.
  const place = button.current?.closest('dialog') ?? document.body;
  return (
    <>
      <button ref={button} class={look} {...api.getTriggerProps()} {...(label && { 'aria-label': label })}>
        {children}
      </button>
      {api.open &&
        createPortal(
          <div {...api.getPositionerProps()}>
            <ul
              class="menu"
              {...api.getContentProps()}
              {...(label && { 'aria-label': label, 'aria-labelledby': undefined })}
            >
              {items.map(({ value, text, hint, danger, current }) => (
                <li
                  key={value}
                  class={`menu__item${danger ? ' menu__item--danger' : ''}`}
                  {...api.getItemProps({ value })}
                  {...(current && { 'aria-current': 'true' })}
                >
                  <span>{text}</span>
                  {hint && <span class="menu__hint">{hint}</span>}
                </li>
              ))}
            </ul>
          </div>,
          place,
        )}
    </>
  );
}

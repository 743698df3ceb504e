import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from './icon.tsx';

const ICONS: Record<string, IconName> = { error: 'alert', warning: 'alert', info: 'info', success: 'check' };

export type NoticeProps = {
  kind: 'error' | 'warning' | 'info' | 'success';
  title?: string | undefined;
  children?: ComponentChildren;
  actions?: ComponentChildren;
  /** With an id the notice can be focused by script, which moves a reader to an error. */
  id?: string;
};

/** A message beside its subject. It is not a live region: the caller has to move the focus or announce it. */
export function Notice({ kind, title, children, actions, id }: NoticeProps) {
  // Its name is all that it says: a screen reader reads that when the focus comes.
  const focused = id && { id, tabIndex: -1, role: 'group' as const, 'aria-labelledby': `${id}-said` };
  return (
    <div class={`notice notice--${kind}`} {...focused}>
      <Icon name={ICONS[kind] ?? 'alert'} />
      <div class="notice__body" id={id && `${id}-said`}>
        {title && <p class="notice__title">{title}</p>}
        {children}
        {actions && <div class="notice__actions">{actions}</div>}
      </div>
    </div>
  );
}

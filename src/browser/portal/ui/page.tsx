import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { t } from '../texts.ts';

export type PageProps = {
  title: string;
  /** Which of the pages beside each other it is. Stands before the title in the tab. */
  part?: string | undefined;
  /** Beside the title, such as a state. */
  badge?: ComponentChildren;
  /** Above the title: the way back. */
  back?: { href: string; text: string };
  intro?: ComponentChildren;
  actions?: ComponentChildren;
  children: ComponentChildren;
};

let first = true;

/** A page of the app. Each new page has its title in the tab, and the focus at its heading, where a reader goes on. */
export function Page({ title, part, badge, back, intro, actions, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = [part, title, t('app')].filter(Boolean).join(' · ');
  }, [part, title]);
  useEffect(() => {
    // The first page of a visit is read from its top by itself.
    if (!first) heading.current?.focus({ preventScroll: true });
    first = false;
  }, []);
  return (
    <div class="page">
      <header class="page__head">
        {back && (
          <a class="page__back" href={back.href}>
            {back.text}
          </a>
        )}
        <div class="page__line">
          <div class="page__title">
            <h1 ref={heading} tabIndex={-1}>
              {title}
            </h1>
            {badge}
          </div>
          {actions && <div class="page__actions">{actions}</div>}
        </div>
        {intro && <p class="page__intro">{intro}</p>}
      </header>
      {children}
    </div>
  );
}

/** A part of a page with a heading of its own. */
export function Card({ id, title, hint, actions, children, flush }: CardProps) {
  return (
    <section {...(id && { id })} class={`card${flush ? ' card--flush' : ''}`}>
      {title && (
        <div class="card__head">
          <div>
            <h2>{title}</h2>
            {hint && <p class="muted">{hint}</p>}
          </div>
          {actions}
        </div>
      )}
      {children}
    </section>
  );
}

export type CardProps = {
  /** So that a link leads to it. */
  id?: string;
  title?: string;
  hint?: ComponentChildren;
  actions?: ComponentChildren;
  /** Its content reaches the edges, such as a table. */
  flush?: boolean;
  children: ComponentChildren;
};

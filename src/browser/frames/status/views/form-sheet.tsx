import type { ComponentChildren } from 'preact';
import type { ViewProps } from './app.tsx';
import { ProblemNotice } from './messages.tsx';

type FormSheetProps = ViewProps & {
  title: string;
  /** What it is for. */
  text: string;
  /** As wide as what is written into it: a few words, or several lines. */
  width: 'narrow' | 'wide';
  onSubmit: () => Promise<void>;
  children: ComponentChildren;
};

/** A form that takes the place of what was on screen: its heading, what stood in its way, its fields. */
export function FormSheet({ context, state, title, text, width, onSubmit, children }: FormSheetProps) {
  return (
    <form
      class={width === 'narrow' ? 'guest' : 'detail'}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void onSubmit();
      }}
    >
      <div>
        <h1 id="heading" tabIndex={-1}>
          {title}
        </h1>
        <p class="muted">{text}</p>
      </div>
      <ProblemNotice context={context} state={state} />
      {children}
    </form>
  );
}

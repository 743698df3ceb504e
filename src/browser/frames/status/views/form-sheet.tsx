import type { ComponentChildren } from 'preact';
import { ProblemNotice } from './messages.tsx';
import type { ViewProps } from './view-props.ts';

type FormSheetProps = ViewProps & {
  title: string;
  /** Says what the form is for. */
  text: string;
  /** Narrow for a few words, wide for several lines. */
  width: 'narrow' | 'wide';
  onSubmit: () => Promise<void>;
  children: ComponentChildren;
};

/** A form that replaces the screen: its heading, its error and its fields. */
export function FormSheet({ context, state, screen, title, text, width, onSubmit, children }: FormSheetProps) {
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
      <ProblemNotice context={context} state={state} screen={screen} />
      {children}
    </form>
  );
}

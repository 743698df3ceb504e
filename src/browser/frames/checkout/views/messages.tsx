import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import type { ViewProps } from './app.tsx';

/** What went wrong with the last request, and the way around it. */
export function ProblemNotice({ state }: ViewProps) {
  const { problem } = state;
  if (!problem) return null;
  return (
    <Notice
      id="problem"
      kind="error"
      title={problem.title}
      actions={
        problem.offer && (
          <Button kind="secondary" busy={state.busy !== null} onPress={problem.offer.act}>
            {problem.offer.text}
          </Button>
        )
      }
    >
      {problem.text && <p>{problem.text}</p>}
    </Notice>
  );
}

/** Every field that has something wrong with it, each a way to it; the same words stand beside the field. */
export function ErrorSummary({ context, state }: ViewProps) {
  const errors = Object.entries(state.errors);
  if (errors.length === 0 || state.focus?.on !== 'errors') return null;
  return (
    <Notice id="errors" kind="error" title={context.t('errors', { count: errors.length })}>
      <ul class="error-list">
        {errors.map(([field, text]) => (
          <li key={field}>
            <a
              href={`#${field}`}
              onClick={(event) => {
                // The fragment holds what the page told the frame.
                event.preventDefault();
                document.getElementById(field)?.focus();
              }}
            >
              {text}
            </a>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

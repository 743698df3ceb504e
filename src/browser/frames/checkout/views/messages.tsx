import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import type { ViewProps } from './view-props.ts';

/** Shows the error of the last request and an action that may solve it. */
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

/** Lists the fields with errors as links to them. The same text is beside each field. */
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
                // A navigation would replace the fragment, which holds the frame's state.
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

import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { missingLabels } from '../form.ts';
import type { ViewProps } from './view-props.ts';

/**
 * Shows the error of the last request and an action that may solve it. `at` is where in the step: a card that was declined
 * is told at the card.
 */
export function ProblemNotice({ state, at = 'top' }: ViewProps & { at?: 'top' | 'card' }) {
  const { problem } = state;
  if (!problem || (problem.at ?? 'top') !== at) return null;
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

/** Lists the fields with errors as links to them. What is only missing is named; the sentence stands beside each field. */
export function ErrorSummary({ context, state }: ViewProps) {
  const errors = Object.entries(state.errors);
  if (errors.length === 0 || state.focus?.on !== 'errors') return null;
  const { t, offer } = context;
  const missing = missingLabels(state.form, offer);
  const others = errors.filter(([field]) => !(field in missing));
  const names = errors.flatMap(([field]) => (missing[field] ? [[field, t(missing[field])] as const] : []));
  return (
    <Notice id="errors" kind="error" title={t('errors', { count: errors.length })}>
      <ul class="error-list">
        {others.map(([field, text]) => (
          <li key={field}>
            <FieldLink field={field} text={text ?? ''} />
          </li>
        ))}
      </ul>
      {names.length > 0 && (
        <>
          <p id="missing">{t('errors.missing')}</p>
          <ul class="error-list error-list--names" aria-labelledby="missing">
            {names.map(([field, text]) => (
              <li key={field}>
                <FieldLink field={field} text={text} />
              </li>
            ))}
          </ul>
        </>
      )}
    </Notice>
  );
}

function FieldLink({ field, text }: { field: string; text: string }) {
  return (
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
  );
}

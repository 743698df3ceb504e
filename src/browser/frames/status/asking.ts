import type { Answer, Refusal } from '../api-client.ts';
import { type Problem, subjectOf } from './screens.ts';
import type { Context } from './state.ts';

/**
 * Sends a request of a screen. Once the shopper has left the screen, its signal is aborted and the promise stays pending:
 * nothing that waits for it runs, so a late answer cannot act on another screen.
 */
export async function ask<T>(
  signal: AbortSignal,
  request: (signal: AbortSignal) => Promise<Answer<T>>,
): Promise<Answer<T>> {
  const answer = await request(signal);
  return signal.aborted ? never() : answer;
}

/**
 * Sends a change from the screen that is shown, which is busy with it. The change goes on when the shopper leaves the
 * screen, and the screen is busy again when they come back, so that nothing is sent twice. What has changed at the service
 * has to be known on all screens: `keep` is called in any case. The promise stays pending on a screen about something else.
 */
export async function askOnce<T>(
  { state, underWay }: Pick<Context, 'state' | 'underWay'>,
  request: () => Promise<Answer<T>>,
  keep: (value: T) => void = () => {},
): Promise<Answer<T>> {
  const { screen } = state();
  const subject = subjectOf(screen);
  if (screen.busy) underWay.set(subject, screen.busy);
  const answer = await request();
  underWay.delete(subject);
  if (answer.ok) keep(answer.value);
  return subjectOf(state().screen) === subject ? answer : never();
}

const never = () => new Promise<never>(() => {});

export function problemOf({ t }: Context, { code, data }: Refusal, again: () => void): Problem {
  if (code !== 'rate_limited') return { title: t('failed.title'), text: t('failed.text'), again };
  const count = Math.max(1, Math.ceil(Number(data.retry_after) / 60));
  return { title: t('rate_limited.title'), text: t('rate_limited.text', { count }) };
}

/** Shows a failure that any request of a session may have: an ended session or a request that did not succeed. */
export function showFailure(context: Context, refusal: Refusal, again: () => void): void {
  const { change, state, t } = context;
  const { screen } = state();
  if (refusal.code === 'session_ended') {
    change(screen, { busy: null }, { expired: true, announcement: t('expired.title') });
  } else showProblem(context, problemOf(context, refusal, again));
}

/** Shows why the request of the screen has failed. */
export function showProblem({ change, state }: Context, problem: Problem): void {
  change(state().screen, { busy: null, problem }, { focus: { on: 'problem' } });
}

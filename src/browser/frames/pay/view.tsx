import { useEffect, useLayoutEffect } from 'preact/hooks';
import type { PayDocument } from '../../../protocol/wire/pay-document.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { Texts } from '../checkout/texts.ts';
import { createObservableState, type ObservableState, useObservableState } from '../observable-state.ts';
import { type PayAnswer, pay, settle } from './api.ts';
import type { PayProvider, SecondStep } from './provider.ts';

type Problem = { title: string; text: string };
type Screen =
  | { name: 'form'; busy: boolean; problem: Problem | null }
  | { name: 'challenge'; action: SecondStep }
  /** The bank has not decided yet. */
  | { name: 'processing' };
type State = { screen: Screen };

// Frequent at first, then at the rate at which an answer of the bank can be expected.
const WATCH_DELAYS_MS = [800, 1200, 2000, 3000, 4000];
const WATCH_DELAY_LATER_MS = 5000;

export const createPayState = () =>
  createObservableState<State>({ screen: { name: 'form', busy: false, problem: null } });

type PageProps = { data: PayDocument; t: Texts; provider: PayProvider };
export type PayFormProps = PageProps & { payState: ObservableState<State> };

/** The part of the page that needs a script: the card form, the second step, and the wait for the bank. */
export function PayForm({ payState, ...props }: PayFormProps) {
  const { data, t, provider } = props;
  const { screen } = useObservableState(payState);
  const show = (next: Screen) => payState.set({ screen: next });
  const take = (answer: PayAnswer) => show(screenAfter(answer, t));
  // Before painting: later it could take the focus from a field that a quick shopper has already reached.
  useLayoutEffect(() => focusOn(screen), [screen]);
  useEffect(() => (screen.name === 'processing' ? watch(take) : undefined), [screen.name]);

  const submit = async () => {
    if (screen.name !== 'form' || screen.busy) return;
    const token = await provider.token();
    if (token === null) return;
    show({ name: 'form', busy: true, problem: null });
    take(await pay({ token, amount: data.amount }));
  };
  return (
    <>
      {screen.name === 'processing' && <Processing t={t} />}
      {screen.name === 'challenge' && (
        <SecondStepOf {...props} answered={() => show({ name: 'processing' })} action={screen.action} />
      )}
      {screen.name === 'form' && <CardForm {...props} screen={screen} submit={() => void submit()} />}
      <p class="visually-hidden" role="status">
        {screen.name === 'processing' && t('processing.text')}
        {screen.name === 'form' && screen.busy && busyText(data, t)}
      </p>
    </>
  );
}

type SecondStepProps = PageProps & { action: SecondStep; answered: () => void };

function SecondStepOf({ data, t, provider: { Challenge }, action, answered }: SecondStepProps) {
  return (
    <section class="step">
      <h2 id="heading" tabIndex={-1}>
        {t('challenge.title')}
      </h2>
      <Challenge t={t} action={action} amount={data.amountText} store={data.store} answered={answered} />
    </section>
  );
}

type CardFormProps = PageProps & { screen: Screen & { name: 'form' }; submit: () => void };

function CardForm({ data, t, provider, screen: { busy, problem }, submit }: CardFormProps) {
  const { Fields } = provider;
  return (
    <form
      class="step"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {problem && (
        <Notice id="problem" kind="error" title={problem.title}>
          <p>{problem.text}</p>
        </Notice>
      )}
      <Fields t={t} />
      <Button type="submit" wide busy={busy}>
        {!busy && <Icon name="lock" />}
        {busy ? busyText(data, t) : t(data.kind === 'save' ? 'save' : 'pay_now', { amount: data.amountText })}
      </Button>
    </form>
  );
}

function busyText({ kind, amountText }: PayDocument, t: Texts): string {
  return t(kind === 'save' ? 'saving' : 'paying', { total: amountText });
}

function Processing({ t }: { t: Texts }) {
  return (
    <section class="step step--centred">
      <span class="spinner spinner--large" aria-hidden="true" />
      <h2 id="heading" tabIndex={-1}>
        {t('processing.title')}
      </h2>
      <p>{t('processing.text')}</p>
    </section>
  );
}

function screenAfter(answer: PayAnswer, t: Texts): Screen {
  const failed = (title: string, text: string): Screen => ({ name: 'form', busy: false, problem: { title, text } });
  if (!answer.ok) return afterRefusal(answer.refusal.code, t);
  const { outcome, message, action } = answer.value;
  if (outcome === 'requires_action' && action) return { name: 'challenge', action };
  if (outcome === 'declined') return failed(t('declined.title'), message);
  // The reloaded page shows what has changed.
  if (outcome === 'completed') location.reload();
  return { name: 'processing' };
}

function afterRefusal(code: string, t: Texts): Screen {
  const failed = (name: string, text = 'text'): Screen => ({
    name: 'form',
    busy: false,
    problem: { title: t(`${name}.title`), text: t(`${name}.${text}`) },
  });
  // Another amount is due, or the link has ended: the reloaded page shows it.
  if (code === 'payment_changed' || code === 'not_found') location.reload();
  if (code === 'payment_in_progress') return { name: 'processing' };
  if (code === 'network') return failed('network', 'text_paying');
  return failed(code === 'rate_limited' ? 'rate_limited' : 'unavailable_now');
}

/** Polls the service for the outcome of a payment until it is known. Returns a function that stops it. */
function watch(take: (answer: PayAnswer) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const ask = (round: number) => {
    timer = setTimeout(async () => {
      const answer = await settle();
      if (answer.ok && answer.value.outcome !== 'processing') take(answer);
      else if (!answer.ok && answer.refusal.code === 'not_found') location.reload();
      else ask(round + 1);
    }, WATCH_DELAYS_MS[round] ?? WATCH_DELAY_LATER_MS);
  };
  ask(0);
  return () => clearTimeout(timer);
}

function focusOn(screen: Screen): void {
  const problem = screen.name === 'form' && screen.problem;
  if (screen.name === 'form' && !problem) return;
  document.getElementById(problem ? 'problem' : 'heading')?.focus();
}

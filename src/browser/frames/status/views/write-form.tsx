import { Button } from '../../../ui/button.tsx';
import { TextArea } from '../../../ui/field.tsx';
import { leave, sendManageLink } from '../details.ts';
import { currentPreorder } from '../state.ts';
import { lengthHint, sendMessage, writeMessage } from '../writing.ts';
import { FormSheet } from './form-sheet.tsx';
import { ProblemNotice } from './messages.tsx';
import { Questions } from './questions.tsx';
import type { ViewProps } from './view-props.ts';

/** A form for a message to the store, which answers by mail. */
export function WriteForm({ context, state, screen }: ViewProps<'write'>) {
  const { t, store, locale } = context;
  return (
    <FormSheet
      context={context}
      state={state}
      screen={screen}
      title={t('write.title', { store: store.name })}
      text={t('write.text', { email: store.contactEmail, own: currentPreorder(state)?.email ?? '' })}
      width="wide"
      onSubmit={() => sendMessage(context)}
    >
      <TextArea
        id="message"
        label={t('write.label')}
        hint={lengthHint(state.message, locale)}
        value={state.message}
        error={screen.errors.message}
        onValue={(value) => writeMessage(context, value)}
      />
      {!state.expired && (
        <div class="actions">
          <Button type="submit" busy={screen.busy === 'write'}>
            {t(screen.busy === 'write' ? 'cancel.sending' : 'write.send')}
          </Button>
          <Button kind="secondary" onPress={() => leave(context)}>
            {t('write.back')}
          </Button>
        </div>
      )}
    </FormSheet>
  );
}

/** Asks a shopper who has only looked the pre-order up to confirm by a mailed link. */
export function ConfirmForm({ context, state, screen }: ViewProps<'confirm'>) {
  const { t } = context;
  const preorder = currentPreorder(state);
  if (!preorder) return null;
  return (
    <section class="detail">
      <div>
        <h1 id="heading" tabIndex={-1}>
          {t('confirm.title')}
        </h1>
        <p>{t('confirm.text', { email: preorder.email })}</p>
      </div>
      <ProblemNotice context={context} state={state} screen={screen} />
      {!state.expired && (
        <div class="actions">
          <Button busy={screen.busy === 'send'} onPress={() => void sendManageLink(context)}>
            {t(screen.busy === 'send' ? 'cancel.sending' : 'cancel.send')}
          </Button>
          <Button kind="secondary" onPress={() => leave(context)}>
            {t('write.back')}
          </Button>
        </div>
      )}
      {/* A mistyped address gets no link. */}
      <Questions context={context} reference={preorder.reference} />
    </section>
  );
}

import { useState } from 'preact/hooks';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import type { PreorderDetail } from '../../requests/kinds.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { storePath, useCurrentStore, useScopes } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { AskWindow } from '../../ui/form-window.tsx';
import { money } from '../../ui/format.ts';
import { tookOver } from './change.ts';
import { SaveEvidence } from './evidence.tsx';

/** What keeps a pre-order from going on by itself, above everything else of it. */
export function Trouble({ preorder }: { preorder: PreorderDetail }) {
  return (
    <>
      {preorder.waits_for !== null && <Waiting preorder={preorder} reason={preorder.waits_for} />}
      {preorder.owed_refunds.length > 0 && <Owed preorder={preorder} />}
    </>
  );
}

type WaitingProps = { preorder: PreorderDetail; reason: NonNullable<PreorderDetail['waits_for']> };

/** A bank disputes a payment, or somebody has withdrawn: nothing is released or charged until that is decided. */
function Waiting({ preorder, reason }: WaitingProps) {
  const isDispute = reason !== 'withdrawal';
  const { slug } = useCurrentStore();
  const can = useScopes();
  const [asking, setAsking] = useState(false);
  return (
    <Notice
      kind="warning"
      title={t(`waits_for.${reason}`)}
      actions={
        <>
          {isDispute && can('preorders:write') && (
            <Button kind="secondary" onPress={() => setAsking(true)}>
              {t('go_on.button')}
            </Button>
          )}
          {isDispute && preorder.notices.length > 0 && <SaveEvidence query={{ reference: preorder.reference }} />}
          {isDispute && can('payments:read') && <a href={storePath(slug, '/payments')}>{t('attention.open.money')}</a>}
          {!isDispute && <a href={storePath(slug, '/withdrawals')}>{t('nav.withdrawals')}</a>}
        </>
      }
    >
      <p>{t(`waits_for.${reason}.text`)}</p>
      {asking && <GoOn preorder={preorder} onClose={() => setAsking(false)} />}
    </Notice>
  );
}

function GoOn({ preorder: { reference }, onClose }: { preorder: PreorderDetail; onClose: () => void }) {
  const letGoOn = async () => {
    const init = { params: { path: { reference } }, body: {} };
    tookOver(bodyOf(await api.POST('/admin/api/v1/preorders/{reference}/go-on', init)).data);
  };
  return (
    <AskWindow
      title={t('go_on.title')}
      submit={t('go_on.button')}
      act={letGoOn}
      said={t('go_on.done')}
      onClose={onClose}
    >
      <p>{t('go_on.text')}</p>
    </AskWindow>
  );
}

/** Money that the shopper should have back, and that the provider refuses to give. */
function Owed({ preorder: { owed_refunds: refunds, currency } }: { preorder: PreorderDetail }) {
  const { slug } = useCurrentStore();
  const can = useScopes();
  const [first] = refunds; // each names what is owed of the whole pre-order
  return (
    <Notice
      kind="warning"
      title={t('owed.title', { amount: money(first?.amount ?? '0', currency) })}
      actions={can('payments:read') && <a href={storePath(slug, '/payments')}>{t('attention.open.money')}</a>}
    >
      <p>{t(first?.paid_elsewhere ? 'refunds.elsewhere' : 'owed.text')}</p>
    </Notice>
  );
}

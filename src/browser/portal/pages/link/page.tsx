import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { type Fault, faultOf } from '../../requests/fault.ts';
import type { LinkView } from '../../requests/kinds.ts';
import { call } from '../../requests/session.ts';
import { t } from '../../texts.ts';
import { FaultNotice, Waiting } from '../../ui/loaded.tsx';
import { WholeScreen } from '../../ui/screens.tsx';
import { AcceptForm } from './accept.tsx';

/** The page behind a one-time link: the first owner, an invitation, a new password. */
export function LinkPage() {
  const { url } = useLocation();
  const [token] = useState(tokenOf);
  const [link, setLink] = useState<LinkView>();
  const [fault, setFault] = useState<Fault>();
  useEffect(() => {
    // The link is a secret: it should not stay in the address bar, nor in the history.
    history.replaceState(null, '', '/links');
    call<LinkView>('POST', 'links/read', { token }).then(setLink, (error) => setFault(faultOf(error)));
  }, []);
  if (fault) {
    return (
      <WholeScreen title={t('link.failed')}>
        <FaultNotice fault={fault} />
        <p class="muted">{t('link.failed.text')}</p>
        <p class="whole__foot">
          <a href="/">{t('forgotten.back')}</a>
        </p>
      </WholeScreen>
    );
  }
  if (!link) {
    return (
      <WholeScreen title={t('link.reading')}>
        <Waiting />
      </WholeScreen>
    );
  }
  return <AcceptForm key={url} token={token} link={link} />;
}

/** The secret stands behind the `#`, which browsers send to no server. */
function tokenOf(): string {
  return new URLSearchParams(location.hash.slice(1)).get('token') ?? location.hash.slice(1);
}

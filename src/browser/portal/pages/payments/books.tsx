import { useState } from 'preact/hooks';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { useStoreSettings } from '../../requests/reads.ts';
import { useSending } from '../../requests/send.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { t, textOf } from '../../texts.ts';
import { moment } from '../../ui/format.ts';
import { Table } from '../../ui/list.tsx';
import { FaultNotice } from '../../ui/loaded.tsx';
import { Card } from '../../ui/page.tsx';
import { PaymentsFrame } from './parts.tsx';

type Finding = {
  code: string;
  rule: string;
  subject: string;
  detail: string;
  detail_code: string;
  detail_values: string[];
};
type Audited = { findings: Finding[]; rules: number; at: string };

/** Whether stock, money and what shoppers were told agree. It reads the whole store, so a person has it begun. */
export function BooksPage() {
  const [audited, setAudited] = useState<Audited>();
  const sending = useSending();
  const check = () =>
    sending.send(async () => {
      const { findings, rules } = bodyOf(await api.GET('/admin/api/v1/ledger/audit')).data;
      setAudited({ findings, rules, at: new Date().toISOString() });
    });
  return (
    <PaymentsFrame part="books">
      <Card title={t('books.title')} hint={t('books.text')}>
        <div class="stack">
          <p>
            <Button busy={sending.busy} onPress={() => void check()}>
              {t(audited ? 'books.again' : 'books.button')}
            </Button>
          </p>
          <div role="status">
            {sending.busy && <p class="muted">{t('books.running')}</p>}
            {audited && !sending.busy && <Sum audited={audited} />}
          </div>
          {sending.fault && <FaultNotice fault={sending.fault} />}
        </div>
      </Card>
      {audited && audited.findings.length > 0 && <Findings findings={audited.findings} />}
    </PaymentsFrame>
  );
}

function Sum({ audited: { findings, rules, at } }: { audited: Audited }) {
  const { data: store } = useStoreSettings();
  const found = findings.length;
  return (
    <Notice
      kind={found > 0 ? 'error' : 'success'}
      title={found > 0 ? t('books.found', { count: found }) : t('books.correct')}
    >
      <p>
        {t(found > 0 ? 'books.found.text' : 'books.correct.text', { count: rules, time: moment(at, store?.time_zone) })}
      </p>
    </Notice>
  );
}

function Findings({ findings }: Pick<Audited, 'findings'>) {
  return (
    <Card title={t('books.findings')} flush>
      <Table
        caption={t('books.findings')}
        rows={findings}
        keyOf={({ rule, subject, detail }) => `${rule} ${subject} ${detail}`}
        columns={[
          {
            title: t('books.subject'),
            heads: true,
            cell: ({ subject }) => <span class="long">{subject}</span>,
          },
          {
            title: t('books.rule'),
            cell: ({ code, rule }) => textOf(`books.rule.${code}`) ?? <span lang="en">{rule}</span>,
          },
          {
            title: t('books.detail'),
            cell: (finding) => <span class="long">{detailOf(finding)}</span>,
          },
        ]}
      />
    </Card>
  );
}

/** Says what differs in the reader's language, or as the service says it where a rule is newer than this page. */
function detailOf({ detail, detail_code: code, detail_values: values }: Finding) {
  const places = Object.fromEntries(values.map((value, index) => [`${index + 1}`, value === '' ? '–' : value]));
  return textOf(`books.detail.${code}`, places) ?? <span lang="en">{detail}</span>;
}

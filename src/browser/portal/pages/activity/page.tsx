import { entriesOf } from '../../../../../packages/admin-client/src/index.ts';
import { safeCell } from '../../../../domain/spreadsheet.ts';
import { Button } from '../../../ui/button.tsx';
import type { ActivityEntry } from '../../requests/kinds.ts';
import { keyOf } from '../../requests/reads.ts';
import { useSending } from '../../requests/send.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { useData } from '../../requests/use-data.ts';
import { useList } from '../../requests/use-list.ts';
import { useFilters } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { Choice } from '../../ui/choices.tsx';
import { download } from '../../ui/download.ts';
import { moment } from '../../ui/format.ts';
import { ListView } from '../../ui/list.tsx';
import { Empty, FaultNotice } from '../../ui/loaded.tsx';
import { Card } from '../../ui/page.tsx';

const LIMIT = 250; // the longest page that the API has

/** Who changed what in the store, from what to what. */
export function Activity() {
  const filters = useFilters();
  const by = filters.read('by');
  const list = useList(keyOf(`activity?${by}`), async (after) => {
    const query = { ...(by !== '' && { by }), ...(after !== undefined && { after }) };
    return bodyOf(await api.GET('/admin/api/v1/activity', { params: { query } }));
  });
  return (
    <Card title={t('settings.activity')} hint={t('activity.text')} actions={<ExportButton by={by} />} flush>
      <div class="card__part">
        <ByWhom value={by} onValue={(value) => filters.write({ by: value })} />
      </div>
      <ListView list={list} empty={<Empty title={t(by === '' ? 'activity.none' : 'activity.none_such')} />}>
        {(entries) => (
          <ul class="rows">
            {entries.map((entry) => (
              <Entry key={entry.id} entry={entry} />
            ))}
          </ul>
        )}
      </ListView>
    </Card>
  );
}

function ByWhom({ value, onValue }: { value: string; onValue: (value: string) => void }) {
  const staff = useData(keyOf('staff'), async () => bodyOf(await api.GET('/admin/api/v1/staff')).data);
  const tokens = useData(keyOf('tokens'), async () => bodyOf(await api.GET('/admin/api/v1/tokens')).data);
  return (
    <Choice
      id="by"
      label={t('activity.by')}
      value={value}
      options={[
        { value: '', text: t('all') },
        ...(staff.data ?? []).map(({ id, name }) => ({ value: id, text: name })),
        ...(tokens.data ?? []).map(({ id, name }) => ({ value: id, text: t('activity.token', { name }) })),
      ]}
      onValue={onValue}
    />
  );
}

function Entry({ entry }: { entry: ActivityEntry }) {
  const { at, action, subject, before, after } = entry;
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return (
    <li class="rows__row">
      <details class="message">
        <summary>
          <code>{action}</code> {whoOf(entry)}
          <span class="sub">{moment(at)}</span>
        </summary>
        <div class="stack stack--close">
          <p class="events">
            <code>{subject}</code>
          </p>
          <ul class="points">
            {fields.map((field) => (
              <li key={field} class="events">
                <code>{field}</code>: {textOfValue(before[field])} → {textOfValue(after[field])}
              </li>
            ))}
          </ul>
        </div>
      </details>
    </li>
  );
}

function whoOf({ by: { kind, name } }: ActivityEntry): string {
  if (kind === 'token') return t('activity.token', { name });
  return kind === 'command_line' ? t('activity.command_line', { name }) : name;
}

const textOfValue = (value: unknown): string =>
  value === undefined ? '–' : typeof value === 'string' ? value : JSON.stringify(value);

/** Saves the whole log, or that of one person or token, as a file for a spreadsheet. */
function ExportButton({ by }: { by: string }) {
  const sending = useSending();
  const save = () => sending.send(async () => download(await fileOf(by), 'activity.csv'));
  return (
    <>
      <Button kind="secondary" busy={sending.busy} onPress={() => void save()}>
        {t('preorders.export')}
      </Button>
      {sending.fault && <FaultNotice fault={sending.fault} />}
    </>
  );
}

async function fileOf(by: string): Promise<Blob> {
  const rows = [['at', 'by', 'action', 'subject', 'before', 'after', 'request_id']];
  const pages = entriesOf<ActivityEntry>((after) => {
    const query = { limit: LIMIT, ...(by !== '' && { by }), ...(after !== undefined && { after }) };
    return api.GET('/admin/api/v1/activity', { params: { query } });
  });
  for await (const entry of pages) {
    const { at, action, subject, before, after, request_id: request } = entry;
    rows.push([at, whoOf(entry), action, subject, JSON.stringify(before), JSON.stringify(after), request ?? '']);
  }
  const line = (cells: string[]) => cells.map((cell) => `"${safeCell(cell).replaceAll('"', '""')}"`).join(',');
  return new Blob([`\uFEFF${rows.map(line).join('\r\n')}\r\n`], { type: 'text/csv' });
}

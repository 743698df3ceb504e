import { useState } from 'preact/hooks';
import { Button } from '../../ui/button.tsx';
import { t } from '../texts.ts';
import { Form, Input } from './form.tsx';

export type SearchProps = { label: string; value: string; onSearch: (value: string) => void };

/** Searches a list when it is sent. Give it `value` as its key too, so that it follows the address. */
export function Search({ label, value, onSearch }: SearchProps) {
  const [typed, setTyped] = useState(value);
  return (
    <search>
      <Form onSubmit={() => onSearch(typed.trim())}>
        <div class="searcher">
          <Input id="q" type="search" label={label} value={typed} autoComplete="off" onValue={setTyped} />
          <Button kind="secondary" type="submit">
            {t('preorders.find')}
          </Button>
          {value !== '' && (
            <Button kind="secondary" onPress={() => onSearch('')}>
              {t('preorders.show_all')}
            </Button>
          )}
        </div>
      </Form>
    </search>
  );
}

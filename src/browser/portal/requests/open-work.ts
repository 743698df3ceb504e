import { useEffect } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import type { Schemas } from '../../../../packages/admin-client/src/index.ts';
import { keyOf } from './reads.ts';
import { api, bodyOf } from './store-api.ts';
import { changed, type Loaded, useData } from './use-data.ts';

export type OpenWork = Schemas['AdminOpenWork'];

/** The service counts no further. */
export const OPEN_WORK_MAX = 200;

// The numbers stand on every page.
const COUNT_AGAIN_MS = 120_000;

/** How much waits for somebody. It is counted again on the way to another page, because something was done on the last one. */
export function useOpenWork(): Loaded<OpenWork> {
  const { path } = useLocation();
  const loaded = useData(keyOf('open-work'), read, COUNT_AGAIN_MS);
  useEffect(() => changed(keyOf('open-work')), [path]);
  return loaded;
}

const read = async (): Promise<OpenWork> => bodyOf(await api.GET('/admin/api/v1/reports/open-work')).data;

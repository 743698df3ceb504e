import { useEffect } from 'preact/hooks';
import { useLocation, useRoute } from 'preact-iso/router';
import { storePath, useCurrentStore } from '../../requests/where.ts';
import { withTexts } from '../../texts.ts';
import { later, PagePlace } from '../../ui/later.tsx';
import { CustomerPage } from './detail.tsx';
import { Customers } from './page.tsx';

const PersonalData = later(
  () => withTexts(['setup'], import('./data.tsx')).then(({ PersonalData }) => PersonalData),
  PagePlace,
);

/** The pages about customers: all of them, one, and somebody who need not be one. */
export function CustomersPages() {
  const { id } = useRoute().params;
  const { slug } = useCurrentStore();
  const { path, route } = useLocation();
  const hasMoved = path === storePath(slug, '/people');
  useEffect(() => {
    if (hasMoved) route(storePath(slug, '/customers'), true);
  }, [hasMoved]);
  if (hasMoved) return null;
  if (id === undefined) return <Customers />;
  return id === 'data' ? <PersonalData /> : <CustomerPage key={id} />;
}

import { useLocation } from 'preact-iso/router';
import { useViews, viewPath } from '../pages/preorders/view-reads.ts';
import { storePath } from '../requests/where.ts';

/** The saved views, below the entry of the list that they are of. */
export function SavedViews({ slug }: { slug: string }) {
  const { path, query } = useLocation();
  const { data: views = [] } = useViews();
  if (views.length === 0) return null;
  const shown = path === storePath(slug, '/preorders') ? query.view : undefined;
  return (
    <ul class="nav nav--below">
      {views.map((view) => (
        <li key={view.id}>
          <a class="nav__link" href={viewPath(slug, view)} aria-current={view.id === shown ? 'page' : undefined}>
            {view.name}
          </a>
        </li>
      ))}
    </ul>
  );
}

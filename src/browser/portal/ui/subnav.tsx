export type SubNavProps = {
  label: string;
  pages: readonly { href: string; text: string; here: boolean }[];
};

/** The pages beside each other that belong to one entry of the navigation. */
export function SubNav({ label, pages }: SubNavProps) {
  return (
    <nav class="subnav" aria-label={label}>
      <ul>
        {pages.map(({ href, text, here }) => (
          <li key={href}>
            <a class="settings__link" href={href} aria-current={here ? 'page' : undefined}>
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

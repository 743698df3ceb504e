/** Marks in the contents the section that is read at the moment. */
export function followContents(): void {
  openBesideText();
  const links = [...document.querySelectorAll<HTMLAnchorElement>('.contents a')];
  const headings = links.flatMap((link) => document.getElementById(decodeURIComponent(link.hash.slice(1))) ?? []);
  if (headings.length === 0) return;
  const mark = () => {
    const read = headings.findLast((heading) => heading.getBoundingClientRect().top < READ_ABOVE_PX);
    for (const link of links) {
      const isRead = read !== undefined && link.hash === `#${read.id}`;
      if (isRead) link.setAttribute('aria-current', 'location');
      else link.removeAttribute('aria-current');
    }
  };
  let isAsked = false;
  addEventListener(
    'scroll',
    () => {
      if (isAsked) return;
      isAsked = true;
      requestAnimationFrame(() => {
        isAsked = false;
        mark();
      });
    },
    { passive: true },
  );
  mark();
}

const READ_ABOVE_PX = 140; // the bar, and some lines below it

/** Opens the contents where they stand beside the text, for browsers whose style sheets cannot. */
function openBesideText(): void {
  const contents = document.querySelector<HTMLDetailsElement>('.contents details');
  const beside = matchMedia('(min-width: 76rem)');
  const follow = () => {
    if (contents) contents.open = beside.matches;
  };
  beside.addEventListener('change', follow);
  follow();
}

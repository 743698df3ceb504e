/** Lets the keyboard reach code and tables that scroll, in any direction. Others are no stop for it. */
export function reachScrollers(): void {
  const watch = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      const element = target as HTMLElement;
      const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element;
      if (scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1) {
        element.tabIndex = 0;
        element.role = 'group'; // a region would be a landmark
        element.ariaLabel = element.localName === 'pre' ? 'Sample' : 'Table';
      } else for (const name of ['tabindex', 'role', 'aria-label']) element.removeAttribute(name);
    }
  });
  for (const element of document.querySelectorAll('pre, .scroll')) watch.observe(element);
}

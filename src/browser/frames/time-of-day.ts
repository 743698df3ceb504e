/** Returns the time on the reader's clock, as its language writes it; '' for none. */
export function timeOfDay(moment: string | null | undefined): string {
  const { lang } = document.documentElement;
  // English without a country is read worldwide, and most of the world has a 24-hour clock.
  const writing = lang === 'en' ? 'en-GB' : lang;
  return moment ? new Date(moment).toLocaleTimeString(writing, { hour: 'numeric', minute: '2-digit' }) : '';
}

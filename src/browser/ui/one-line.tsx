/** Renders the text and keeps `part` on one line: a reference that breaks at its hyphens is hard to read. */
export function OneLine({ text, part }: { text: string; part: string }) {
  const [before, ...after] = text.split(part);
  if (after.length === 0) return text;
  return (
    <>
      {before}
      <span class="one-line">{part}</span>
      {after.join(part)}
    </>
  );
}

import { parseMarkedText, type Span } from '../../../domain/marked-text.ts';

/** Shows a text with its marks as shoppers see it. */
export function Marked({ text }: { text: string }) {
  return (
    <div class="stack">
      {parseMarkedText(text).map((block) =>
        block.kind === 'list' ? (
          <ul key={block} class="points">
            {block.items.map((item) => (
              <li key={item}>
                <Spans spans={item} />
              </li>
            ))}
          </ul>
        ) : (
          <p key={block}>
            {block.lines.map((line, index) => (
              <>
                {index > 0 && <br />}
                <Spans spans={line} />
              </>
            ))}
          </p>
        ),
      )}
    </div>
  );
}

function Spans({ spans }: { spans: readonly Span[] }) {
  return (
    <>
      {spans.map(({ text, strong, href }) => {
        if (href === undefined) return strong ? <strong key={text}>{text}</strong> : text;
        return (
          <a key={text} href={href} target="_blank" rel="noopener noreferrer">
            {text}
          </a>
        );
      })}
    </>
  );
}

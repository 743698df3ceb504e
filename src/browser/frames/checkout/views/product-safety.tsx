import type { SafetyView } from '../../../../protocol/wire/product-safety.ts';

/** Who made the product, who answers for it in the EU, and its warnings. The law wants them seen before the order. */
export function ProductSafety({ title, parties, warnings }: SafetyView) {
  return (
    <section class="safety" aria-label={title}>
      <h2>{title}</h2>
      {parties.map(({ label, name, address, contact, link }) => (
        <p key={label}>
          {label}: <bdi>{[name, address].filter(Boolean).join(', ')}</bdi>{' '}
          {link ? (
            <a href={link} target="_blank" rel="noopener noreferrer">
              {contact}
            </a>
          ) : (
            <bdi>{contact}</bdi>
          )}
        </p>
      ))}
      {warnings && (
        <p>
          {warnings.label}:{' '}
          <span lang={warnings.language} dir="auto">
            {warnings.text}
          </span>
        </p>
      )}
    </section>
  );
}

import { t } from '../../texts.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Card } from '../../ui/page.tsx';
import type { Connection } from './reads.ts';

type AbilityOf = NonNullable<Connection['abilities']>[number];

const TONES: Record<AbilityOf['works'], Tone> = { yes: 'good', partly: 'warn', no: 'neutral' };

/** What the connection does now and what it does without, a sentence each. */
export function Abilities({ connection: { abilities = [] } }: { connection: Connection }) {
  if (abilities.length === 0) return null;
  return (
    <Card title={t('connection.abilities')} hint={t('connection.abilities.text')}>
      <ul class="abilities">
        {abilities.map(({ name, works }) => (
          <li key={name}>
            <Badge tone={TONES[works]}>{t(`connection.works.${works}`)}</Badge>
            <span>{t(`ability.${name}`)}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

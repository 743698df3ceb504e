import type { Fault } from '../requests/fault.ts';

/** Why something did not work: in the reader's language, and where the service says more, its own English sentence after it. */
export function FaultText({ fault: { text, said } }: { fault: Pick<Fault, 'text' | 'said'> }) {
  return (
    <>
      {text}
      {said && (
        <>
          {' '}
          <span lang="en">{said}</span>
        </>
      )}
    </>
  );
}

import { useEffect, useRef, useState } from 'preact/hooks';
import type { AddressFieldName } from '../../../protocol/wire/address.ts';
import type { Place } from '../../../protocol/wire/place.ts';
import { TextField, type TextFieldProps } from '../../ui/field.tsx';
import { countryOf } from '../checkout/form.ts';
import type { ViewProps } from '../checkout/views/view-props.ts';
import { findPlaces } from './places.ts';

// Fewer letters fit too many streets.
const LETTERS_MIN = 3;
// Longer than between two letters of someone who types.
const PAUSE_MS = 200;

type StreetFieldProps = ViewProps & { field: TextFieldProps };

/** The field for the street, with places that complete the address. Without an answer it is a text field like the others. */
export function StreetField({ field, ...props }: StreetFieldProps) {
  const { flow } = props;
  const [active, setActive] = useState(-1);
  const { places, typed, close } = usePlaces(props, () => setActive(-1));
  const choose = (place: Place | undefined) => {
    const known = Object.entries(place ?? {}) as [keyof Place, string][];
    for (const [field, text] of known) if (text !== '') flow.edit(field, text);
    close();
  };
  const move = (by: number) =>
    setActive((active + by + places.length + (active < 0 && by < 0 ? 1 : 0)) % places.length);
  const keys: Record<string, () => void> = {
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    Escape: close,
    ...(active >= 0 && { Enter: () => choose(places[active]) }),
  };
  const isOpen = places.length > 0;
  return (
    <TextField
      {...field}
      onValue={(value) => {
        typed();
        field.onValue(value);
      }}
      onLeave={() => {
        close();
        field.onLeave();
      }}
      combobox={{
        role: 'combobox',
        'aria-autocomplete': 'list',
        'aria-expanded': isOpen,
        'aria-controls': isOpen ? 'places' : undefined,
        'aria-activedescendant': active >= 0 ? `place-${active}` : undefined,
        onKeyDown(event) {
          const act = isOpen && keys[event.key];
          if (!act) return;
          event.preventDefault(); // Enter would submit the form, and Escape close the checkout
          act();
        },
      }}
    >
      {isOpen && <Places {...props} places={places} active={active} choose={choose} />}
    </TextField>
  );
}

type PlacesProps = ViewProps & { places: Place[]; active: number; choose: (place: Place) => void };

function Places({ context, state, places, active, choose }: PlacesProps) {
  const order = countryOf(context.offer, state.form.address.country)?.address.rows.flat() ?? [];
  return (
    <div
      class="places"
      id="places"
      role="listbox"
      tabIndex={-1}
      aria-label={context.t('address')}
      onMouseDown={(event) => event.preventDefault()} // the field keeps the focus
    >
      {places.map((place, index) => (
        <button
          key={JSON.stringify(place)}
          type="button"
          id={`place-${index}`}
          class="places__place"
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          onClick={() => choose(place)}
        >
          <bdi>{place.line1}</bdi>
          <bdi class="places__town">{townOf(place, order)}</bdi>
        </button>
      ))}
    </div>
  );
}

/** Returns town, region and postcode in the order of the country. */
function townOf(place: Place, order: AddressFieldName[]): string {
  const { line1: _, ...town } = place;
  return order.flatMap((field) => (field in town && town[field as keyof typeof town]) || []).join(' ');
}

/** Asks for places when the shopper pauses. What was prefilled or chosen asks for none. */
function usePlaces({ context, state }: ViewProps, onChange: () => void) {
  const { country, line1 } = state.form.address;
  const [places, setPlaces] = useState<Place[]>([]);
  const isTyped = useRef(false);
  const show = (found: Place[]) => {
    onChange();
    setPlaces(found);
  };
  useEffect(() => {
    if (!isTyped.current) return;
    const text = line1.trim();
    if (text.length < LETTERS_MIN) return show([]);
    const timer = setTimeout(async () => {
      if (!isTyped.current) return; // the shopper has left the field
      const answer = await findPlaces({ key: context.offer.key, country, text });
      if (!answer.ok || !isTyped.current || context.state().form.address.line1.trim() !== text) return;
      show(answer.value);
      context.set({ announcement: context.t('places.found', { count: answer.value.length }) });
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [line1, country]);
  return {
    places,
    typed() {
      isTyped.current = true;
    },
    close() {
      isTyped.current = false;
      show([]);
    },
  };
}

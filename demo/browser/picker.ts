type Variant = { id: string; values: string[]; picture: string };

/** Finds the variant for the chosen options and sets the hidden field, the picture and the page's address. */
export function followPicker(form: HTMLFormElement): void {
  const variants = JSON.parse(form.dataset.variants ?? '[]') as Variant[];
  const groups = [...form.querySelectorAll('fieldset')];
  const field = form.querySelector<HTMLInputElement>('[name="variant"]');
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('change', (event) => {
    if (!(event.target instanceof HTMLInputElement) || event.target.type !== 'radio' || !field) return;
    const chosen = groups.map((group) => group.querySelector<HTMLInputElement>(':checked')?.value);
    for (const [index, group] of groups.entries()) {
      const name = group.querySelector('[data-chosen]');
      if (name) name.textContent = chosen[index] ?? 'Choose one';
    }
    const fitting = variants.filter(({ values }) => chosen.every((value, index) => !value || values[index] === value));
    showPicture(fitting[0]?.picture);
    if (chosen.includes(undefined) || !fitting[0]) return;
    field.value = fitting[0].id;
    // A hidden field fires no event when a script changes it. Store themes dispatch it in the same way.
    field.dispatchEvent(new Event('change'));
    history.replaceState(null, '', `?variant=${fitting[0].id}`);
  });
}

function showPicture(name: string | undefined): void {
  const picture = document.querySelector<HTMLImageElement>('[data-picture]');
  const source = `/images/${name}.svg`;
  if (picture && name && !picture.src.endsWith(source)) picture.src = source;
}

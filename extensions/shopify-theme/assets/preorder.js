// Loads the SDK from the service's own host, fills the containers of the app blocks, and follows the variant that the theme
// has chosen. If the service is away, the page stays as it is.
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a script of a theme shares its page with others, so all of it is one function.
(() => {
  const { preorderBaseUrl, preorderApiKey, preorderLocale } = document.currentScript.dataset;
  const CONTAINERS = '[data-preorder-product]';
  const STATUS = '[data-service-placement-type="pre-order-status-placement"]';
  const SUBMIT = 'form[action*="/cart/add"] [type="submit"]';

  const sectionOf = (element) => element.closest('.shopify-section') ?? document.body;
  const readStyle = (text) =>
    text && Object.fromEntries(Object.entries(JSON.parse(text)).filter(([, value]) => value !== ''));

  // A section may sell several products. Old themes do not say in the form which one it is.
  const isFormOf = (form, product) => (form?.elements['product-id']?.value ?? product) === product;

  /** Returns the variant that the theme's form would put into the cart, else the one that Liquid has written. */
  function variantOf(container) {
    const { preorderProduct, preorderVariant } = container.dataset;
    if (preorderVariant === undefined) return undefined; // the product has one variant
    const fields = [...sectionOf(container).querySelectorAll('form[action*="/cart/add"] [name="id"]')];
    const chosen = fields.find(({ value, form }) => value !== '' && isFormOf(form, preorderProduct));
    return chosen?.value ?? preorderVariant;
  }

  function placementOf(container) {
    const { dataset } = container;
    return {
      placementType: dataset.servicePlacementType,
      instanceId: dataset.serviceInstanceId,
      productId: dataset.preorderProduct,
      skuId: variantOf(container),
    };
  }

  const shown = new WeakMap();

  function show(container) {
    const placement = placementOf(container);
    const isNew = !shown.has(container);
    if (!isNew && shown.get(container) === placement.skuId) return;
    shown.set(container, placement.skuId);
    if (!isNew) return void Service.update(placement);
    const { preorderStyle, preorderHoverStyle, preorderLabelStyle, preorderSoldOut } = container.dataset;
    Service.load({
      ...placement,
      style: readStyle(preorderStyle),
      hoverStyle: readStyle(preorderHoverStyle),
      labelStyle: readStyle(preorderLabelStyle),
      fallbackToSoldOut: preorderSoldOut !== undefined,
    });
  }

  function showAll() {
    for (const container of document.querySelectorAll(CONTAINERS)) show(container);
  }

  /** The theme's button goes while it is disabled and ours can be pressed. A store sells its shelf first. */
  function stepIn({ placementType, instanceId, disabled }) {
    if (placementType !== 'button') return;
    const container = document.querySelector(`[data-preorder-hides-button][data-service-instance-id="${instanceId}"]`);
    if (!container) return;
    for (const button of sectionOf(container).querySelectorAll(SUBMIT)) {
      // Themes give buttons a display of their own, which the attribute `hidden` would lose against.
      button.style.display = button.disabled && !disabled ? 'none' : '';
    }
  }

  async function showStatus(container) {
    const token = await tokenFrom(container.dataset.preorderToken);
    Service.loadPreorderStatusPage(token ? { mode: 'logged_in', token } : { mode: 'guest' });
  }

  async function tokenFrom(address) {
    if (!address) return null;
    try {
      const answer = await fetch(address, { cache: 'no-store' });
      const text = (await answer.text()).trim();
      return answer.ok && /^[\w-]+\.[\w-]+\.[\w-]+$/.test(text) ? text : null;
    } catch {
      return null; // the page of guests is better than none
    }
  }

  // Themes set the form's variant by script, which no event tells of; what they change beside it is seen.
  let waiting = false;
  function look() {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      showAll();
    });
  }

  function start() {
    Service.init({ apiKey: preorderApiKey, locale: preorderLocale || undefined });
    Service.on('PlacementLoaded', stepIn);
    showAll();
    const status = document.querySelector(STATUS);
    if (status) void showStatus(status);
    for (const name of ['change', 'input', 'click', 'shopify:section:load']) document.addEventListener(name, look);
    addEventListener('popstate', look);
    const seen = { subtree: true, childList: true, attributes: true, attributeFilter: ['value'] };
    const sections = new Set([...document.querySelectorAll(CONTAINERS)].map(sectionOf));
    for (const section of sections) new MutationObserver(look).observe(section, seen);
  }

  addEventListener('Service:Ready', start, { once: true });
  const script = document.createElement('script');
  script.async = true;
  script.src = `${preorderBaseUrl.replace(/\/$/, '')}/api/v1/service.js`;
  document.head.append(script);
})();

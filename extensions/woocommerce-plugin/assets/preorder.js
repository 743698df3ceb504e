// Loads the SDK from the service's own host, fills the containers of the plugin, and follows the variation that was chosen. If the
// service is away, the page stays as it is.
{
  const { baseUrl, apiKey, locale, lineItemProperties } = window.preordersSettings;
  const STATUS = '[data-service-placement-type="pre-order-status-placement"]';
  const shown = new WeakMap();

  const productOf = (container) => container.closest('.product') ?? document.body;

  /** Returns the variation in WooCommerce's form; null while none is chosen. */
  const variationOf = (container) => {
    if (!('preorderVariable' in container.dataset)) return undefined;
    const id = productOf(container).querySelector('form.cart [name="variation_id"]')?.value;
    return id && id !== '0' ? id : null;
  };

  const show = (container) => {
    const { servicePlacementType: placementType, serviceInstanceId: instanceId, preorderProduct } = container.dataset;
    const skuId = variationOf(container);
    if (shown.has(container) && shown.get(container) === skuId) return;
    const call = shown.has(container) ? Service.update : Service.load;
    shown.set(container, skuId);
    call({ placementType, instanceId, productId: preorderProduct, skuId, lineItemProperties });
  };

  // WooCommerce sets the field by script, which no event tells of; what it changes beside it is seen.
  let waiting = false;
  const look = () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      for (const container of document.querySelectorAll('[data-preorder-product]')) show(container);
    });
  };

  const start = () => {
    Service.init({ apiKey, locale });
    look();
    const token = document.querySelector(STATUS)?.dataset.preorderToken;
    if (document.querySelector(STATUS)) {
      Service.loadPreorderStatusPage(token ? { mode: 'logged_in', token } : { mode: 'guest' });
    }
    for (const name of ['change', 'click']) document.addEventListener(name, look);
    for (const form of document.querySelectorAll('form.variations_form')) {
      new MutationObserver(look).observe(form, { subtree: true, childList: true, attributes: true });
    }
  };

  addEventListener('Service:Ready', start, { once: true });
  const script = document.createElement('script');
  script.async = true;
  script.src = `${baseUrl}/api/v1/service.js`;
  document.head.append(script);
}

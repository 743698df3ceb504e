<?php

declare(strict_types=1);

defined('ABSPATH') || exit;

// A field of a line item. What begins with _ is shown neither to the shopper nor in the order.
const PREORDERS_CUSTOMER = '_preorder_customer';

/** Returns what proves a customer: their id with a signature of this WordPress. The order of the service brings it back. */
function preorders_customer_proof(int $id): string
{
    return $id . ':' . hash_hmac('sha256', 'preorders customer ' . $id, wp_salt());
}

/** Returns the id of the customer of a proof; 0 if this WordPress did not sign it, or no longer has the customer. */
function preorders_proven_customer(string $proof): int
{
    $id = (int) strstr($proof, ':', true);
    return $id > 0 && hash_equals(preorders_customer_proof($id), $proof) && get_userdata($id) !== false ? $id : 0;
}

/** Returns the proof of the customer who is signed in and looks at a product; else an empty text. */
function preorders_proof_of_reader(): string
{
    // Old versions of WordPress load the plugin also where WooCommerce is switched off.
    $id = function_exists('is_product') && is_product() ? get_current_user_id() : 0;
    return $id > 0 ? preorders_customer_proof($id) : '';
}

/** Tells caches that the page is of this reader alone. */
function preorders_keep_private(): void
{
    nocache_headers();
    defined('DONOTCACHEPAGE') || define('DONOTCACHEPAGE', true);
}

/** Gives an order to the customer whose proof its line items bring, so that it stands in their account. */
function preorders_give_to_customer($order)
{
    foreach ($order->get_items() as $item) {
        $id = preorders_proven_customer((string) $item->get_meta(PREORDERS_CUSTOMER));
        $item->delete_meta_data(PREORDERS_CUSTOMER);
        if ($id > 0) {
            $order->set_customer_id($id);
        }
    }
    return $order;
}

function preorders_add_customers(): void
{
    add_action('template_redirect', static function (): void {
        if (preorders_proof_of_reader() !== '') {
            preorders_keep_private();
        }
    });
    add_filter('woocommerce_rest_pre_insert_shop_order_object', static function ($order, $request, $creating) {
        return $creating ? preorders_give_to_customer($order) : $order;
    }, 10, 3);
}

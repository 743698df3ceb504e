<?php

declare(strict_types=1);

defined('ABSPATH') || exit;

const PREORDERS_SILENT_MAILS = [
    'customer_on_hold_order',
    'customer_processing_order',
    'customer_completed_order',
    'customer_cancelled_order',
    'customer_failed_order',
    'customer_refunded_order',
    'customer_partially_refunded_order',
    'customer_fulfillment_created',
    'customer_fulfillment_updated',
    'customer_fulfillment_deleted',
];

/** Returns true for an order that the service has handed over. */
function preorders_is_ours($order): bool
{
    return is_object($order) && method_exists($order, 'get_meta') && (string) $order->get_meta('_preorder_order_id') !== '';
}

function preorders_add_order_rules(): void
{
    // Pre-ordered units come by their own delivery: the shelf is sold by WooCommerce alone.
    add_filter('woocommerce_can_reduce_order_stock', static function ($can, $order) {
        return preorders_is_ours($order) ? false : $can;
    }, 10, 2);
    // The service tells the shopper all of this itself. A note, an invoice or details that the merchant sends by hand still go out.
    foreach (PREORDERS_SILENT_MAILS as $mail) {
        add_filter('woocommerce_email_enabled_' . $mail, static function ($enabled, $order) {
            return preorders_is_ours($order) ? false : $enabled;
        }, 10, 2);
    }
}
